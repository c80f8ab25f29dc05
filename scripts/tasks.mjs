// Installs pnpm and the dependencies, including a newer Node, and then runs one task, such as the demo or the
// tests. This file is plain JavaScript without dependencies, because it runs before they are installed. run.mjs
// imports it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureWritableHome } from './install/home-folder.mjs';
import { findPnpm, installDependencies } from './install/install-dependencies.mjs';
import { runCommand } from './install/run-command.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [, , task, ...args] = process.argv;
/** Node 24, which is one of the dependencies. */
const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const tasks = {
  setup: () => runTests(['run', '--silent', 'build:element']),
  demo: () => runPrograms('demo.mjs'),
  dev: () => runPrograms('dev.mjs'),
  ci: () => runTests(['run', '--silent', 'test:all']),
  nightly: () => runTests(['run', '--silent', 'test:all'], { PGW_NIGHTLY: '1' }),
  repeat: () => runTests(['exec', 'node', 'scripts/test-repeat.mjs', ...args]),
  torture: runTorture,
  gallery: () => runNode(join('packages', 'checkout', 'test', 'serve-gallery.mjs')),
  bench: runBench,
  // `npm run docs` serves the documentation. `npm run docs -- build` builds it, and `-- preview` serves what was built.
  docs: () =>
    runNode(
      join('node_modules', 'vitepress', 'bin', 'vitepress.js'),
      args[0] ?? 'dev',
      'docs-site',
      ...args.slice(1),
    ),
};
const testTasks = ['setup', 'ci', 'nightly', 'repeat'];
let pnpm;

try {
  if (!Object.hasOwn(tasks, task))
    throw new Error(`Usage: node scripts/run.mjs ${Object.keys(tasks).join(' | ')}`);
  ensureWritableHome();
  if (testTasks.includes(task))
    (await import('./programs/missing-programs.mjs')).prepareProgramsOfTests({
      isNightly: task === 'nightly',
    });
  pnpm = findPnpm();
  await installDependencies(pnpm, getNeededPart());
  process.exitCode = await tasks[task]();
} catch (error) {
  // Each of these errors names the next step. A stack would hide it.
  console.error(error.message);
  process.exitCode = 1;
}

/** Returns the part of the dependencies that the task needs. */
function getNeededPart() {
  if (['demo', 'dev'].includes(task)) return 'demo';
  return [...testTasks, 'torture'].includes(task) ? 'tests' : 'tools';
}

/** Extracts the browser and the database that the tests need, and runs a command of pnpm. */
async function runTests(command, environment = {}) {
  const { findHeadlessShell } = await import('./programs/chromium.mjs');
  const { findPostgresFolder } = await import('./programs/postgres.mjs');
  findHeadlessShell();
  findPostgresFolder();
  Object.assign(process.env, environment);
  return (await runCommand([...pnpm, ...command])).status;
}

/**
 * Runs `npm run torture -- <name> [options]`, which tests one promise of the checkout at its full length.
 */
async function runTorture() {
  const { fromSources } = await import('./from-sources.mjs');
  const cli = [...fromSources, join(root, 'torture', 'src', 'cli.ts')];
  const isHelp = args.includes('--help') || args.includes('-h');
  // The commands import the server, which imports the built element.
  await buildElement();
  // This first run prints the help or checks the arguments, before PostgreSQL is installed.
  const checked = await runNode(...cli, ...(isHelp ? ['--help'] : ['--check', ...args]));
  if (isHelp || checked !== 0) return checked;
  const { findPostgresFolder, installPostgres } = await import('./programs/postgres.mjs');
  installPostgres();
  findPostgresFolder();
  return runNode(...cli, ...args);
}

/**
 * Runs `npm run bench -- <server|browser|start|office|merchants> [options]`. Each bench except `merchants` is a separate package outside
 * the workspace with SDKs of others. Only this command installs it.
 */
async function runBench() {
  const [name, ...options] = args;
  // It is also a check of a promise, so it is a command of torture.
  if (name === 'merchants') return runTorture();
  const folder = join('bench', name ?? '');
  if (name === undefined || !existsSync(join(root, folder, 'run.mjs')))
    throw new Error('Usage: npm run bench -- <server|browser|start|office|merchants> [options]');
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--reporter=append-only'];
  await requireSuccess(
    [...pnpm, '--dir', folder, ...install],
    `The dependencies of bench/${name} could not be installed.`,
    { isQuiet: true, needsNetwork: true },
  );
  await requireSuccess([node24, '--run', 'build'], 'The build failed.', { isQuiet: true });
  return runNode(join(folder, 'run.mjs'), ...options);
}

/** Starts the sandbox and the shop with `demo.mjs` or `dev.mjs`. */
async function runPrograms(script) {
  await buildElement();
  // The program is started without pnpm, so that it receives signals at once.
  return runNode(join('scripts', 'demo', script), ...args);
}

/** Builds the files of the element. Other packages run from their sources. */
async function buildElement() {
  await requireSuccess([node24, '--run', 'build:element'], 'The build failed.');
}

async function requireSuccess(command, message, options) {
  const { status } = await runCommand(command, options);
  if (status !== 0) throw new Error(`${message} See the lines above.`);
}

/** Runs a program in Node 24. Resolves with its exit code. */
async function runNode(...command) {
  return (await runCommand([node24, ...command])).status;
}
