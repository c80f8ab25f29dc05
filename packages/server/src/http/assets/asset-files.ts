import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PgwError } from '@pgw/protocol';
import { findAssetsFolder, listAssetsFolders } from './assets-folder.ts';
import { manifestSchema, type Manifest } from './manifest.ts';

/** The content codings that the build produces, the smallest first. `identity` is the uncompressed file. */
export const codings = ['br', 'gzip', 'identity'] as const;
/** A content coding of an asset. */
export type Coding = (typeof codings)[number];

/** A file of the element's scripts, ready to be sent. */
export interface Asset {
  readonly contentType: string;
  /** True if the name contains a hash of the content, so that a URL always has the same content. */
  readonly isHashed: boolean;
  readonly bodies: Readonly<Partial<Record<Coding, Buffer>>>;
  /** A hash of the content, without quotes. A strong ETag also needs the coding. */
  readonly contentHash: string;
}

/** The element's built scripts, by their path below the mount, such as `/checkout.js`. */
export interface AssetFiles {
  readonly manifest: Manifest;
  readonly byPath: ReadonlyMap<string, Asset>;
  /** The text of the element's initial styles. */
  readonly styles: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * Reads all files of the element at boot. They are few and small, and the build has compressed them.
 *
 * @throws PgwError `invalid-configuration` when a file is missing, or the manifest is invalid.
 */
export function readAssetFiles(): AssetFiles {
  const folder = findAssetsFolder();
  if (folder === undefined) throw createMissingAssetsError();
  try {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(checkout\W)?[^/\\]+\.(m?js|css|json)$/.test(path),
    );
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
    const style = manifest.files['style'];
    if (style === undefined) throw new Error('The manifest has no style.');
    return {
      manifest,
      styles: readFileSync(join(folder, style.path), 'utf8'),
      byPath: new Map(paths.map((path) => [`/${path.replaceAll(sep, '/')}`, readAsset(folder, path)])),
    };
  } catch (cause) {
    throw new PgwError(
      'invalid-configuration',
      `The element's scripts are damaged in ${folder}. Build the workspace (pnpm run build), or reinstall @pgw/server.`,
      { cause },
    );
  }
}

function createMissingAssetsError(): PgwError {
  const [packageFolder = 'assets'] = listAssetsFolders();
  return new PgwError(
    'invalid-configuration',
    `The element's scripts are missing in ${packageFolder}. If a bundler such as esbuild has bundled the server, copy node_modules/@pgw/server/assets to ` +
      'pgw-assets beside the bundle, or exclude @pgw/server from the bundle; see docs/bundling.md. Otherwise build the workspace (pnpm run build), or ' +
      'reinstall @pgw/server.',
  );
}

/** The number of characters of a content hash: 162 bits. */
const contentHashLength = 27;

function readAsset(folder: string, path: string): Asset {
  const identity = readFileSync(join(folder, path));
  const extension = path.split('.').at(-1) ?? '';
  return {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    isHashed: /-[\w-]{8,}\.\w+$/.test(path),
    bodies: {
      identity,
      ...readCompressed('br', join(folder, `${path}.br`)),
      ...readCompressed('gzip', join(folder, `${path}.gz`)),
    },
    contentHash: createHash('sha256').update(identity).digest('base64url').slice(0, contentHashLength),
  };
}

function readCompressed(coding: Coding, file: string): Partial<Record<Coding, Buffer>> {
  return existsSync(file) ? { [coding]: readFileSync(file) } : {};
}
