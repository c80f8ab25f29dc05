// The element's files for script tags, as tests and programs of this workspace need them: built where the sources have changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkout = join(root, 'packages', 'checkout');
const stamp = join(root, 'node_modules', '.cache', 'pgw-element');

/** What the build writes and everything that uses the element reads. */
const results = ['packages/checkout/dist/cdn/manifest.json', 'packages/express/assets/manifest.json'];

/** Folders of the package that no file of the build comes from. */
const noInputs = /^(api|test|bench|dist|types|node_modules)(\/|$)/;

/** Builds the element's files unless they are those of the present sources. Throws when the build fails. */
export function ensureElementBuilt() {
  if (isElementBuilt()) return;
  console.log('Building the element: its sources have changed since the last build…');
  buildElement();
}

/** Builds the element's files, and puts them where @pgw/express serves them from. */
export function buildElement() {
  // The sources may change during the build; then the next check has to see it.
  const before = fingerprint();
  rmSync(stamp, { force: true });
  run('pnpm', ['--filter', '@pgw/checkout', 'run', 'bundle']);
  run(process.execPath, [join(root, 'scripts', 'embed-widget.mjs')]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, before);
}

/** Whether the element's files are those of the present sources. */
export function isElementBuilt() {
  return (
    results.every((file) => existsSync(join(root, file))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint()
  );
}

/** Of everything that the built files are made from, by content: a checkout of another commit and back changes nothing. */
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

/** Without what a test runner sets: the shipped files are built for production, wherever the build starts. */
function buildEnvironment() {
  const ofTests = /^(NODE_ENV|NODE_OPTIONS|VITEST.*|MODE|DEV|PROD|SSR|TEST)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name)));
}

// `node scripts/element-build.mjs [--when-changed]`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--when-changed')) ensureElementBuilt();
  else buildElement();
}
