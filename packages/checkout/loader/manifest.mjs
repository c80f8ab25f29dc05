import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The `integrity` attribute for a file. */
export function integrityOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/**
 * The built files by logical name: path below the folder, integrity, and sizes in bytes, plain and compressed. The logical name of
 * a file is its name without the hash.
 */
export function manifestOf(folder, version) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^checkout\W.*\.json$|\.(js|mjs|css)$/.test(path))
    .sort();
  const files = paths.map((path) => {
    const bytes = readFileSync(`${folder}${path}`);
    const sizes = {
      bytes: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    };
    return [nameOf(path), { path, integrity: integrityOf(bytes), ...sizes }];
  });
  return { version, files: Object.fromEntries(files) };
}

function nameOf(path) {
  return path.replace(/^checkout\/(.+)-[0-9a-f]{8}\.\w+$/, '$1');
}
