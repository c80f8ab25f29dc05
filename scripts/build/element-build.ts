// Builds the element's files for script tags if the sources have changed. Tests and programs of this
// workspace use this module.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from '../program-failure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const checkout = join(root, 'packages', 'checkout');
const fingerprintFile = join(root, 'node_modules', '.cache', 'pgw-element');

/** Files that the build writes last. They exist after a complete build. */
const builtFiles = ['packages/checkout/dist/cdn/manifest.json', 'packages/server/assets/index.js'];

/** Folders of the package that do not affect the build. */
const unusedFolders = /^(api|test|bench|dist|types|node_modules)(\/|$)/;

/** Builds the element's files unless they are up to date. Throws if the build fails. */
export function ensureElementBuilt(): void {
  if (isElementBuilt()) return;
  const reason = hasBuild() ? 'its sources have changed since the last build' : 'it is not built yet';
  console.log(`Building the element: ${reason}…`);
  buildElement();
}

/** Builds the element's files, and writes them as modules into @pgw/server. */
export function buildElement(): void {
  // The fingerprint is computed before the build. If the sources change during the build, the next check
  // detects it.
  const sourcesBefore = computeFingerprint();
  rmSync(fingerprintFile, { force: true });
  run(['--run', 'bundle'], checkout);
  run([join(root, 'scripts', 'build', 'embed-widget.mjs')], root);
  mkdirSync(dirname(fingerprintFile), { recursive: true });
  writeFileSync(fingerprintFile, sourcesBefore);
}

/** True if the element's files are up to date. */
export function isElementBuilt(): boolean {
  return hasBuild() && readFileSync(fingerprintFile, 'utf8') === computeFingerprint();
}

/** True if the last build was complete and its files exist. */
function hasBuild(): boolean {
  return [...builtFiles.map((file) => join(root, file)), fingerprintFile].every((file) => existsSync(file));
}

/**
 * Returns a hash of the content of all sources. Times do not matter, so switching to another commit and back
 * needs no build.
 */
function computeFingerprint(): string {
  const hash = createHash('sha256');
  for (const file of [...listSourceFiles(), 'scripts/build/embed-widget.mjs', 'pnpm-lock.yaml']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listSourceFiles(): string[] {
  return readdirSync(checkout, { withFileTypes: true })
    .filter(({ name }) => !unusedFolders.test(name) && !name.endsWith('.md'))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(entry.name) : [entry.name]))
    .sort()
    .map((file) => `packages/checkout/${file}`);
}

function listFiles(folder: string): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(checkout.length + 1)
        .replaceAll(sep, '/'),
    );
}

function run(args: readonly string[], cwd: string): void {
  const result = spawnSync(process.execPath, args, { cwd, env: buildEnvironment(), encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The element could not be built: ${describeFailure(result)}`);
}

/**
 * Returns the environment without the variables of a test runner, because the files are always built for
 * production.
 */
function buildEnvironment(): NodeJS.ProcessEnv {
  const testVariables = /^(NODE_ENV|NODE_OPTIONS|VITEST.*|MODE|DEV|PROD|SSR|TEST)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !testVariables.test(name)));
}

// `node scripts/build/element-build.ts [--when-changed]`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--when-changed')) ensureElementBuilt();
  else buildElement();
}
