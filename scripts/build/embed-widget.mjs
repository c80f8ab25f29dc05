// Writes the element's scripts as modules into @pgw/server, which sends them to browsers. Bundlers and tracers follow
// imports, and know no files that a program finds while it runs. @pgw/server may not import @pgw/checkout, because its code
// runs in browsers.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const browserFiles = fileURLToPath(new URL('../../packages/checkout/dist/cdn/', import.meta.url));
const serverRenderer = fileURLToPath(new URL('../../packages/checkout/dist/server/', import.meta.url));
const assets = fileURLToPath(new URL('../../packages/server/assets/', import.meta.url));

const manifest = JSON.parse(readFileSync(join(browserFiles, 'manifest.json'), 'utf8'));
const styles = readFileSync(join(browserFiles, manifest.files.style.path), 'utf8');
const files = listFiles(browserFiles).filter((file) => /\.(m?js|css|json)$/.test(file));

rmSync(assets, { recursive: true, force: true });
mkdirSync(assets);
// The module that renders the list on the server. It is not sent to browsers.
cpSync(serverRenderer, assets, { recursive: true });
write('files.js', `export const files = ${toLiteral(Object.fromEntries(files.map(createEntry)))};\n`);
write(
  'index.js',
  `export const manifest = ${toLiteral(manifest)};
export const styles = ${toLiteral(styles)};
export const loadFiles = () => import('./files.js');
export const loadServerModule = () => import('./list.mjs');
`,
);

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));
}

/** Returns the path of a file with a hash of its content and the compressed content in base64. */
function createEntry(file) {
  const bytes = readFileSync(join(browserFiles, file));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  return [`/${file}`, [hash, compress(bytes).toString('base64')]];
}

function compress(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Returns a literal of JavaScript, in ASCII: Node keeps such a module in half of the memory. */
function toLiteral(data) {
  return JSON.stringify(data).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function write(name, code) {
  writeFileSync(join(assets, name), code);
}
