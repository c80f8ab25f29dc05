import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders of `templates/` that are copied for each template. A file of a later folder overrides one of an
 * earlier folder. Their package.json files are merged, and their texts README.md and _gitignore are joined.
 */
const layers = {
  express: ['common', 'node', 'express-server', 'style', 'pages', 'express'],
  fastify: ['common', 'node', 'style', 'pages', 'fastify'],
  hono: ['common', 'node', 'style', 'pages', 'web', 'hono'],
  next: ['common', 'style', 'web', 'next'],
  react: ['common', 'node', 'express-server', 'style', 'vite', 'react'],
  vue: ['common', 'node', 'express-server', 'style', 'vite', 'vue'],
} as const;

export type Template = keyof typeof layers;

/** The names of the templates. The first one is the default. */
export const templates = Object.keys(layers) as readonly Template[];

export interface CreateShopOptions {
  /** The path of the new shop. The folder may exist if it is empty. */
  readonly folder: string;
  readonly template: Template;
}

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

/**
 * Writes the files of a shop. Its `.env` has the values of the sandbox, and only its owner can read it.
 *
 * @throws Error when the folder already has files.
 */
export function createShop({ folder, template }: CreateShopOptions): void {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).some((name) => name !== '.git')) {
    throw new Error(`${folder} is not empty. Choose another folder.`);
  }
  const folders = layers[template].map((layer) => join(packageFolder, 'templates', layer));
  for (const layerFolder of folders) cpSync(layerFolder, target, { recursive: true });
  // npm does not include files with the name .gitignore in a package.
  rmSync(join(target, '_gitignore'));
  writeFileSync(join(target, '.gitignore'), readEach(folders, '_gitignore').join(''));
  cpSync(join(target, '.env.example'), join(target, '.env'));
  // The file will have the secrets of the gateway, so other users of the machine must not read it.
  chmodSync(join(target, '.env'), 0o600);
  writeFileSync(join(target, 'README.md'), readEach(folders, 'README.md').join('\n'));
  const manifests = readEach(folders, 'package.json').map((text) => JSON.parse(text) as Manifest);
  const manifest = { ...mergeManifests(manifests), name: toPackageName(basename(target)) };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns the text of a file in each folder that has it. */
function readEach(folders: readonly string[], name: string): string[] {
  return folders
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Merges the package.json files of the layers. A value of a later one overrides one of an earlier one. */
function mergeManifests(manifests: readonly Manifest[]): Manifest {
  const merge = (name: 'scripts' | 'dependencies' | 'devDependencies'): Record<string, string> =>
    Object.assign({}, ...manifests.map((manifest) => manifest[name]));
  const [common] = manifests;
  return {
    ...common,
    scripts: merge('scripts'),
    dependencies: withVersions(merge('dependencies')),
    devDependencies: withVersions(merge('devDependencies')),
  };
}

/**
 * Sorts the dependencies as npm does. All @pgw packages are released together, so the shop depends on the version of
 * this package.
 */
function withVersions(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(dependencies)
    .map(([name, version]) => [name, name.startsWith('@pgw/') ? `^${readVersion()}` : version] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

/** Returns the version of this package. */
export function readVersion(): string {
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Converts the name of a folder to a package name that npm accepts. */
function toPackageName(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'my-shop' : name;
}
