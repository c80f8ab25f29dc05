// The script `prepack` of every published package. It fails if a file of the package is missing or was built
// from other sources. This prevents publishing an empty or outdated package. Then it writes the folder with the bundle, if the
// package is published as a bundle.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isElementBuilt } from './element-build.ts';
import { describeFailure } from '../program-failure.mjs';
import { writePublished } from './publish/write-published.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Packages that contain the built element. */
const packagesWithElement = ['@pgw/checkout', '@pgw/server'];

const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const missingFiles = listFiles(manifest).filter((file) => !existsSync(join(folder, file)));
if (missingFiles.length > 0)
  fail(`${missingFiles.join(', ')} ${missingFiles.length === 1 ? 'is' : 'are'} missing`);
if (!isCompiled()) fail('the sources have changed since the last build');
if (packagesWithElement.includes(manifest.name) && !isElementBuilt()) {
  fail('the sources of the element have changed since its last build');
}
if (manifest.publishConfig.directory !== undefined) await writePublished(folder, manifest);

/** Returns every path of package.json: exports, programs and the folders to pack. */
function listFiles({ exports = {}, bin = {}, files = [] }) {
  const paths = [
    ...listTargets(exports),
    ...Object.values(bin),
    ...files.filter((file) => !file.startsWith('!')),
  ];
  return [...new Set(paths.map((file) => join(file.replace(/\*.*$/, ''))))];
}

function listTargets(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(listTargets);
}

function isCompiled() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', '--dry', folder], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) fail(`the compiler could not check the sources: ${describeFailure(result)}`);
  return !/would (build|update)/.test(result.stdout);
}

function fail(reason) {
  console.error(
    `${manifest.name} cannot be packed: ${reason}. Run "npm run build" in the root of the repository.`,
  );
  process.exit(1);
}
