// Installs pnpm and the dependencies, including a newer Node, and runs one script of package.json. Plain JavaScript without dependencies,
// because it runs first after a clone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onNpmStopped } from './npm-stopped.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// For example pnpm@12.21.0+sha512.…: the hash is for Corepack. npx uses the hash of the registry.
const [, pnpmVersion] = manifest.packageManager.split(/[@+]/);
const stamp = join(root, 'node_modules', '.pgw-install');

const task = process.argv[2];
const known = ['demo', 'dev', 'ci', 'nightly', 'repeat', 'torture', 'gallery', 'bench'];
if (!known.includes(task)) fail(`Usage: node scripts/run.mjs ${known.join(' | ')}`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  fail(
    `pgw needs Node 20.11 or newer to start (it brings its own Node 24); this is ${process.versions.node}.`,
  );
}

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

/** A script of the workspace that runs tests, with the browser and the databases that they need. */
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

/** Shows every state of the element, from its sources without a build. */
async function runGallery() {
  process.exitCode = await run([ownNode(), join(root, 'packages', 'checkout', 'test', 'serve-gallery.mjs')]);
}

/** `npm run torture -- <name> [options]`: checks one claim about reliability at its full length. */
async function runTorture(args) {
  const { ensurePostgres } = await import('./postgres.mjs');
  const { fromSources } = await import('./from-sources.mjs');
  const cli = [ownNode(), ...fromSources, join(root, 'torture', 'src', 'cli.ts')];
  const isHelp = args.includes('--help') || args.includes('-h');
  // Prints the help and checks the arguments before PostgreSQL is installed and the element is built.
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
 * `npm run bench -- <server|browser> [options]`: a separate package outside of the workspace with other SDKs. Only this command installs
 * it.
 */
async function runBench([name, ...args]) {
  const folder = join(root, 'bench', name ?? '');
  if (name === undefined || !existsSync(join(folder, 'run.mjs'))) {
    fail('Usage: npm run bench -- <server|browser> [options]');
  }
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--reporter=append-only'];
  const installed = await run([...pnpm, '--dir', folder, ...install], 'quiet');
  if (installed !== 0) fail(`The dependencies of bench/${name} could not be installed; see above.`);
  const built = await run([...pnpm, 'run', '--silent', 'build'], 'quiet');
  if (built !== 0) fail('The build failed; see the lines above.');
  process.exitCode = await run([ownNode(), join(folder, 'run.mjs'), ...args]);
}

/** Starts shop and sandbox: `demo.mjs`, or `dev.mjs` with restarts and reloads on a change. */
async function runPrograms(script) {
  await buildElement();
  // Started without pnpm in between, so that a signal reaches it at once.
  process.exitCode = await run([ownNode(), join(root, 'scripts', script)]);
}

/** Builds the files of the element. The programs themselves run from their sources. */
async function buildElement() {
  const status = await run([...pnpm, 'run', '--silent', 'build:element']);
  if (status !== 0) fail('The build failed; see the lines above.');
}

/** The Node 24 among the dependencies. */
function ownNode() {
  return join(root, 'node_modules', 'node', 'bin', isWindows() ? 'node.exe' : 'node');
}

function findPnpm() {
  const found = spawnSync('pnpm', ['--version'], {
    cwd: root,
    env: cleanEnvironment(),
    encoding: 'utf8',
    shell: isWindows(),
  });
  const isOurs = found.status === 0 && found.stdout.trim().split('.')[0] === pnpmVersion.split('.')[0];
  return isOurs ? ['pnpm'] : ['npx', '--yes', `pnpm@${pnpmVersion}`];
}

async function installDependencies() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies (the first time takes about half a minute)…');
  const status = await run([...pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], 'quiet');
  if (status !== 0)
    fail('The dependencies could not be installed; see the lines above. Check the network and try again.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a command, forwards signals to it, and resolves with its exit code. `quiet` prints the output only when the command fails. */
function run([command, ...args], mode) {
  const stdio = mode === 'quiet' ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { cwd: root, env: cleanEnvironment(), stdio, shell: isWindows() });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const watch = onNpmStopped(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.on('close', (status) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      clearInterval(watch);
      if (status !== 0) for (const chunk of output) process.stderr.write(chunk);
      resolve(status ?? 1);
    });
  });
}

/** npm passes its settings on as npm_config_*, and pnpm would use some of them. */
function cleanEnvironment() {
  const kept = /^npm_config_(registry|.*proxy|cafile|ca)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name) || kept.test(name)),
  );
}

function isWindows() {
  return process.platform === 'win32';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
