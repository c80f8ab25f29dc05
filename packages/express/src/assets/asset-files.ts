import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PgwError } from '@pgw/protocol';
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

const folder = fileURLToPath(new URL('../../assets/', import.meta.url));

/** The module that renders the list on the server. It is not sent to browsers. */
export const listModule: string = join(folder, 'server', 'list.mjs');

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
  try {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(checkout\W)?[^/\\]+\.(m?js|css|json)$/.test(path),
    );
    if (!paths.includes('checkout.js') || !existsSync(listModule)) throw new Error('Files are missing.');
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
    const style = manifest.files['style'];
    if (style === undefined) throw new Error('The manifest has no style.');
    return {
      manifest,
      styles: readFileSync(join(folder, style.path), 'utf8'),
      byPath: new Map(paths.map((path) => [`/${path.replaceAll(sep, '/')}`, readAsset(path)])),
    };
  } catch (cause) {
    throw new PgwError(
      'invalid-configuration',
      `The element's scripts are missing or damaged in ${folder}. Build the workspace (pnpm run build), or reinstall @pgw/express.`,
      { cause },
    );
  }
}

/** The number of characters of a content hash: 162 bits. */
const contentHashLength = 27;

function readAsset(path: string): Asset {
  const identity = readFileSync(join(folder, path));
  const extension = path.split('.').at(-1) ?? '';
  return {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    isHashed: /-[\w-]{8,}\.\w+$/.test(path),
    bodies: { identity, ...readCompressed('br', `${path}.br`), ...readCompressed('gzip', `${path}.gz`) },
    contentHash: createHash('sha256').update(identity).digest('base64url').slice(0, contentHashLength),
  };
}

function readCompressed(coding: Coding, path: string): Partial<Record<Coding, Buffer>> {
  const file = join(folder, path);
  return existsSync(file) ? { [coding]: readFileSync(file) } : {};
}
