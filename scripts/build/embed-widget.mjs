// Copies the element's scripts to the folder from which @pgw/server serves them, and compresses them.
// @pgw/server may not import @pgw/checkout, because its code runs in browsers.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const browserFiles = fileURLToPath(new URL('../../packages/checkout/dist/cdn/', import.meta.url));
const serverRenderer = fileURLToPath(new URL('../../packages/checkout/dist/server/', import.meta.url));
const assets = fileURLToPath(new URL('../../packages/server/assets/', import.meta.url));

rmSync(assets, { recursive: true, force: true });
cpSync(browserFiles, assets, { recursive: true });

const files = listFiles(assets).filter((file) => /\.(m?js|css)$/.test(file));
for (const file of [...files, 'manifest.json']) compress(join(assets, file));
// The module that renders the list on the server. It is not sent to browsers.
cpSync(serverRenderer, `${assets}server`, { recursive: true });

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));
}

/** Writes the compressed files beside the file, so that no request waits for compression. */
function compress(path) {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, compressWithBrotli(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

function compressWithBrotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
