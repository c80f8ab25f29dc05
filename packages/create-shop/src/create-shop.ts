import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders of `templates/` that are copied for each template. A file of a later folder overrides one of an
 * earlier folder.
 */
const layers = {
  express: ['common', 'express'],
  react: ['common', 'vite', 'react'],
  vue: ['common', 'vite', 'vue'],
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
  for (const layer of layers[template]) {
    cpSync(join(packageFolder, 'templates', layer), target, { recursive: true });
  }
  // npm does not include files with the name .gitignore in a package.
  renameSync(join(target, '_gitignore'), join(target, '.gitignore'));
  cpSync(join(target, '.env.example'), join(target, '.env'));
  // The file will have the secrets of the gateway, so other users of the machine must not read it.
  chmodSync(join(target, '.env'), 0o600);
  writeManifest(join(target, 'package.json'), basename(target));
}

interface Manifest {
  name: string;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

/**
 * Names the shop after its folder. All @pgw packages are released together, so the shop depends on the
 * version of this package.
 */
function writeManifest(path: string, folderName: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifest.name = toPackageName(folderName);
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@pgw/')) dependencies[name] = `^${readVersion()}`;
    }
  }
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
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
