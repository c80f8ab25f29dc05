// Puts the element's scripts where @pgw/express serves them from, each also compressed as small as it gets. The package may
// not import @pgw/checkout (whose code runs in browsers), so the build hands over the finished files.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const built = fileURLToPath(new URL('../packages/checkout/dist/cdn/', import.meta.url));
const drawing = fileURLToPath(new URL('../packages/checkout/dist/server/', import.meta.url));
const assets = fileURLToPath(new URL('../packages/express/assets/', import.meta.url));

rmSync(assets, { recursive: true, force: true });
cpSync(built, assets, { recursive: true });

const files = filesIn(assets).filter((file) => /^checkout\W.*\.json$|\.(m?js|css)$/.test(file));
for (const file of [...files, 'manifest.json']) compress(join(assets, file));
// What the server itself runs, to draw the list: it is sent to nobody.
cpSync(drawing, `${assets}server`, { recursive: true });

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));
}

/** Beside each file, so that no server compresses while somebody waits. */
function compress(path) {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotli(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
