// Installs pnpm and the dependencies, including a newer Node, and then runs one task, such as the demo or the
// tests. This file is plain JavaScript without dependencies, because it is the first program that runs after
// a clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onNpmStopped } from './npm-stopped.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// The text is for example pnpm@12.21.0+sha512.…. Only Corepack uses this hash. npx uses the hash of the
// registry.
const [, pnpmVersion] = manifest.packageManager.split(/[@+]/);
const installedFile = join(root, 'node_modules', '.pgw-install');

const task = process.argv[2];
const tasks = ['demo', 'dev', 'ci', 'nightly', 'repeat', 'torture', 'gallery', 'bench'];
if (!tasks.includes(task)) fail(`Usage: node scripts/run.mjs ${tasks.join(' | ')}`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  fail(
    `pgw needs Node 20.11 or newer to start, and then installs its own Node 24. This is Node ${process.versions.node}.`,
  );
}

const needsTestPrograms = ['ci', 'nightly', 'repeat', 'torture'].includes(task);
const pnpm = findPnpm();
await installDependencies();
if (task === 'ci') await runTests(['test:all']);
else if (task === 'nightly') await runTests(['test:all'], { PGW_NIGHTLY: '1' });
else if (task === 'repeat')
  await runTests(['exec', 'node', 'scripts/test-repeat.mjs', ...process.argv.slice(3)]);
else if (task === 'torture') await runTorture(process.argv.slice(3));
else if (task === 'gallery') await runGallery();
else if (task === 'bench') await runBench(process.argv.slice(3));
else await runPrograms(`${task}.mjs`);

/** Installs the browser and the databases that the tests need, and runs a pnpm script. */
async function runTests(script, environment = {}) {
  const { ensureChromium } = await import('./chromium.mjs');
  const { ensurePgbouncer } = await import('./pgbouncer.mjs');
  const { ensurePostgres } = await import('./postgres.mjs');
  try {
    ensureChromium();
    ensurePostgres();
    ensurePgbouncer();
  } catch (error) {
    fail(error.message);
  }
  Object.assign(process.env, environment);
  const command = script[0] === 'exec' ? script : ['run', '--silent', ...script];
  process.exitCode = await run([...pnpm, ...command]);
}

/** Serves the gallery, which shows every state of the element from its sources. */
async function runGallery() {
  process.exitCode = await run([
    getNodePath(),
    join(root, 'packages', 'checkout', 'test', 'serve-gallery.mjs'),
  ]);
}

/**
 * Runs `npm run torture -- <name> [options]`, which tests one promise of the checkout at its full length.
 */
async function runTorture(args) {
  const { ensurePostgres } = await import('./postgres.mjs');
  const { fromSources } = await import('./from-sources.mjs');
  const cli = [getNodePath(), ...fromSources, join(root, 'torture', 'src', 'cli.ts')];
  const isHelp = args.includes('--help') || args.includes('-h');
  // This first run prints the help or checks the arguments, before PostgreSQL is installed and the element is
  // built.
  process.exitCode = await run([...cli, ...(isHelp ? ['--help'] : ['--check', ...args])]);
  if (isHelp || process.exitCode !== 0) return;
  try {
    ensurePostgres();
  } catch (error) {
    fail(error.message);
  }
  await buildElement();
  process.exitCode = await run([...cli, ...args]);
}

/**
 * Runs `npm run bench -- <server|browser> [options]`. Each bench is a separate package outside the workspace
 * with SDKs of others. Only this command installs it.
 */
async function runBench([name, ...args]) {
  const folder = join(root, 'bench', name ?? '');
  if (name === undefined || !existsSync(join(folder, 'run.mjs'))) {
    fail('Usage: npm run bench -- <server|browser> [options]');
  }
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--reporter=append-only'];
  const installed = await run([...pnpm, '--dir', folder, ...install], 'quiet');
  if (installed !== 0) fail(`The dependencies of bench/${name} could not be installed. See the lines above.`);
  const built = await run([...pnpm, 'run', '--silent', 'build'], 'quiet');
  if (built !== 0) fail('The build failed. See the lines above.');
  process.exitCode = await run([getNodePath(), join(folder, 'run.mjs'), ...args]);
}

/** Starts the sandbox and the shop with `demo.mjs` or `dev.mjs`. */
async function runPrograms(script) {
  await buildElement();
  // The program is started without pnpm, so that it receives signals at once.
  process.exitCode = await run([getNodePath(), join(root, 'scripts', script)]);
}

/** Builds the files of the element. Other packages run from their sources. */
async function buildElement() {
  const status = await run([...pnpm, 'run', '--silent', 'build:element']);
  if (status !== 0) fail('The build failed. See the lines above.');
}

/** The path of Node 24, which is one of the dependencies. */
function getNodePath() {
  return join(root, 'node_modules', 'node', 'bin', isWindows() ? 'node.exe' : 'node');
}

function findPnpm() {
  const version = spawnSync('pnpm', ['--version'], {
    cwd: root,
    env: createEnvironment(),
    encoding: 'utf8',
    shell: isWindows(),
  });
  const hasRightMajor =
    version.status === 0 && version.stdout.trim().split('.')[0] === pnpmVersion.split('.')[0];
  return hasRightMajor ? ['pnpm'] : ['npx', '--yes', `pnpm@${pnpmVersion}`];
}

async function installDependencies() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'));
  const lockHash = createHash('sha256')
    .update(lock)
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  const complete = `${lockHash} with the programs of the tests`;
  const installed = existsSync(installedFile) ? readFileSync(installedFile, 'utf8') : '';
  if (installed === complete || (installed === lockHash && !needsTestPrograms)) return;
  console.log('Installing dependencies (the first time takes about half a minute)…');
  // The browser and the database of the tests are large, and the demo does not need them.
  const filter = needsTestPrograms ? [] : ['--filter', '!@pgw/test-programs'];
  const command = [...pnpm, ...filter, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const status = await run(command, 'quiet');
  if (status !== 0)
    fail('The dependencies could not be installed. See the lines above, check the network and try again.');
  mkdirSync(dirname(installedFile), { recursive: true });
  writeFileSync(installedFile, needsTestPrograms ? complete : lockHash);
}

/**
 * Runs a command, forwards signals to it, and resolves with its exit code. In the mode `quiet`, it prints the
 * output only if the command fails.
 */
function run([command, ...args], mode) {
  const stdio = mode === 'quiet' ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { cwd: root, env: createEnvironment(), stdio, shell: isWindows() });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const forwardSignal = (signal) => child.kill(signal);
  process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal);
  const watch = onNpmStopped(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.on('close', (status) => {
      process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal);
      clearInterval(watch);
      if (status !== 0) for (const chunk of output) process.stderr.write(chunk);
      resolve(status ?? 1);
    });
  });
}

/**
 * The environment without npm's settings (npm_config_*), because pnpm would use some of them. Keeps the
 * network settings.
 */
function createEnvironment() {
  const networkSettings = /^npm_config_(registry|.*proxy|cafile|ca)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name) || networkSettings.test(name)),
  );
}

function isWindows() {
  return process.platform === 'win32';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
