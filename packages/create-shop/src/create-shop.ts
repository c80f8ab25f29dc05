import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of `templates/` that make up each template. A later folder overrides an earlier one. */
const layers = {
  express: ['common', 'express'],
  react: ['common', 'vite', 'react'],
  vue: ['common', 'vite', 'vue'],
} as const;

export type Template = keyof typeof layers;

/** The names of the templates; the first is the default. */
export const templates = Object.keys(layers) as readonly Template[];

export interface CreateShopOptions {
  /** Where the shop is written. The folder may exist if it is empty. */
  readonly folder: string;
  readonly template: Template;
}

const packageFolder = fileURLToPath(new URL('../', import.meta.url));

/**
 * Writes a shop. Its `.env` has the values of the sandbox.
 *
 * @throws Error when the folder has files already.
 */
export function createShop({ folder, template }: CreateShopOptions): void {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).some((name) => name !== '.git')) {
    throw new Error(`${folder} is not empty. Choose another folder.`);
  }
  for (const layer of layers[template]) {
    cpSync(join(packageFolder, 'templates', layer), target, { recursive: true });
  }
  // npm leaves files with this name out of a package.
  renameSync(join(target, '_gitignore'), join(target, '.gitignore'));
  cpSync(join(target, '.env.example'), join(target, '.env'));
  writeManifest(join(target, 'package.json'), basename(target));
}

interface Manifest {
  name: string;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

/** Names the shop after its folder, and uses this package's version for all @pgw packages, because they are released together. */
function writeManifest(path: string, folderName: string): void {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifest.name = packageNameOf(folderName);
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@pgw/')) dependencies[name] = `^${version}`;
    }
  }
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** A name that npm accepts. */
function packageNameOf(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'my-shop' : name;
}
