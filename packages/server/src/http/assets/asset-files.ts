import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { loadFiles, manifest, styles } from '#assets';
import type { Manifest } from './manifest.ts';

/** The content codings of an asset, the smallest first. `identity` is the uncompressed file. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

export interface Asset {
  readonly contentType: string;
  /** True if the name contains a hash of the content, so that a URL always has the same content. */
  readonly isHashed: boolean;
  /** A hash of the content, without quotes. A strong ETag also needs the coding. */
  readonly contentHash: string;
  /** Returns the content. The package has it for brotli; it is decompressed or compressed again once. */
  readonly encode: (coding: Coding) => Buffer;
}

export interface AssetFiles {
  readonly manifest: Manifest;
  readonly styles: string;
  /** Finds a file by its path below the mount, such as `/checkout.js`. */
  readonly find: (path: string) => Promise<Asset | undefined>;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** The files that were requested. All checkouts of a process have the same files. */
const assets = new Map<string, Asset>();

/** The files are imported when a browser requests the first of them, so that the start is fast. */
export const assetFiles: AssetFiles = {
  manifest,
  styles,
  find: async (path) => {
    const found = assets.get(path);
    if (found !== undefined) return found;
    const { files } = await loadFiles();
    const entry = Object.hasOwn(files, path) ? files[path] : undefined;
    if (entry === undefined) return undefined;
    const asset = createAsset(path, ...entry);
    assets.set(path, asset);
    return asset;
  },
};

function createAsset(path: string, contentHash: string, brotli: string): Asset {
  const bodies: Partial<Record<Coding, Buffer>> = { br: Buffer.from(brotli, 'base64') };
  const encode = (coding: Coding): Buffer => (bodies[coding] ??= create(coding));
  const create = (coding: Coding): Buffer =>
    coding === 'gzip' ? gzipSync(encode('identity'), { level: 9 }) : brotliDecompressSync(encode('br'));
  return {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    isHashed: /-[\w-]{8,}\.\w+$/.test(path),
    contentHash,
    encode,
  };
}
