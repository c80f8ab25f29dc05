// Builds the element's files for script tags if the sources have changed. Tests and programs of this workspace use it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkout = join(root, 'packages', 'checkout');
const stamp = join(root, 'node_modules', '.cache', 'pgw-element');

/** Folders that the build writes. */
const results = ['packages/checkout/dist/cdn/manifest.json', 'packages/express/assets/manifest.json'];

/** Folders of the package that do not affect the build. */
const noInputs = /^(api|test|bench|dist|types|node_modules)(\/|$)/;

/** Builds the element's files unless they are up to date. Throws if the build fails. */
export function ensureElementBuilt() {
  if (isElementBuilt()) return;
  const reason = hasBuild() ? 'its sources have changed since the last build' : 'it is not built yet';
  console.log(`Building the element: ${reason}…`);
  buildElement();
}

/** Builds the element's files, and copies them to the folder from which @pgw/express serves them. */
export function buildElement() {
  // The sources may change during the build. The next check must then detect it.
  const before = fingerprint();
  rmSync(stamp, { force: true });
  run('pnpm', ['--filter', '@pgw/checkout', 'run', 'bundle']);
  run(process.execPath, [join(root, 'scripts', 'embed-widget.mjs')]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, before);
}

/** True if the element's files are up to date. */
export function isElementBuilt() {
  return hasBuild() && readFileSync(stamp, 'utf8') === fingerprint();
}

/** True if the last build was complete and its files are still there. */
function hasBuild() {
  return [...results.map((file) => join(root, file)), stamp].every((file) => existsSync(file));
}

/** A hash of all sources of the built files. It depends on their content only, so switching commits and back changes nothing. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...inputs(), 'scripts/embed-widget.mjs', 'pnpm-lock.yaml']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function inputs() {
  return readdirSync(checkout, { withFileTypes: true })
    .filter(({ name }) => !noInputs.test(name) && !name.endsWith('.md'))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))
    .sort()
    .map((file) => `packages/checkout/${file}`);
}

function filesIn(folder) {
  return readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(checkout.length + 1)
        .replaceAll(sep, '/'),
    );
}

function run(command, args) {
  const isWindows = process.platform === 'win32';
  const options = { cwd: root, env: buildEnvironment(), encoding: 'utf8', shell: isWindows };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return;
  throw new Error(`The element could not be built: ${error?.message ?? `${stdout}${stderr}`}`);
}

/** The environment without variables of a test runner, because the files are always built for production. */
function buildEnvironment() {
  const ofTests = /^(NODE_ENV|NODE_OPTIONS|VITEST.*|MODE|DEV|PROD|SSR|TEST)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name)));
}

// `node scripts/element-build.mjs [--when-changed]`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--when-changed')) ensureElementBuilt();
  else buildElement();
}
