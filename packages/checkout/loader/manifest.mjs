import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Returns the value of the `integrity` attribute for a file. */
export function computeIntegrity(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/**
 * Describes the built files by logical name, which is the name of a file without its hash. Each has its path
 * in the folder, its integrity, and its sizes in bytes, plain and compressed.
 */
export function createManifest(folder, version) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(js|mjs|css)$/.test(path))
    .sort();
  const files = paths.map((path) => {
    const bytes = readFileSync(`${folder}${path}`);
    const sizes = {
      bytes: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    };
    return [toLogicalName(path), { path, integrity: computeIntegrity(bytes), ...sizes }];
  });
  return { version, files: Object.fromEntries(files) };
}

function toLogicalName(path) {
  return path.replace(/^checkout\/(.+)-[0-9a-f]{8}\.\w+$/, '$1');
}
