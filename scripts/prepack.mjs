// The script `prepack` of every published package. It fails if a file of the package is missing or was built from other sources, so that an
// empty package cannot be published.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isElementBuilt } from './element-build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Packages whose files include the built element. */
const withElement = ['@pgw/checkout', '@pgw/express'];

const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const missing = listedFiles(manifest).filter((file) => !existsSync(join(folder, file)));
if (missing.length > 0) fail(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`);
if (!isCompiled()) fail('the sources have changed since the last build');
if (withElement.includes(manifest.name) && !isElementBuilt()) {
  fail('the sources of the element have changed since its last build');
}

/** Every path in package.json: exports, programs and the folders to pack. */
function listedFiles({ exports = {}, bin = {}, files = [] }) {
  const named = [
    ...targetsOf(exports),
    ...Object.values(bin),
    ...files.filter((file) => !file.startsWith('!')),
  ];
  return [...new Set(named.map((file) => join(file.replace(/\*.*$/, ''))))];
}

function targetsOf(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targetsOf);
}

function isCompiled() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-b', '--dry', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  return !/would (build|update)/.test(stdout);
}

function fail(reason) {
  console.error(
    `${manifest.name} cannot be packed: ${reason}. Run "pnpm run build" in the root of the repository.`,
  );
  process.exit(1);
}
