// Brings what a machine lacks (pnpm, the dependencies, a newer Node among them) and runs one script of package.json.
// Plain JavaScript without dependencies: it is the first thing that runs after a clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [, pnpmVersion] = manifest.packageManager.split('@');
const stamp = join(root, 'node_modules', '.pgw-install');

const script = process.argv[2];
const scripts = { demo: 'start:demo', ci: 'test:all' };
if (!Object.hasOwn(scripts, script ?? '')) fail(`Usage: node scripts/run.mjs ${Object.keys(scripts).join(' | ')}`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  fail(`pgw needs Node 20.11 or newer to start (it brings its own Node 24); this is ${process.versions.node}.`);
}

const pnpm = findPnpm();
installDependencies();
if (script === 'ci') await requireChromium();
process.exitCode = run(pnpm, ['run', '--silent', scripts[script]]);

function findPnpm() {
  const found = spawnSync('pnpm', ['--version'], { cwd: root, env: cleanEnvironment(), encoding: 'utf8', shell: isWindows() });
  const isOurs = found.status === 0 && found.stdout.trim().split('.')[0] === pnpmVersion.split('.')[0];
  return isOurs ? ['pnpm'] : ['npx', '--yes', `pnpm@${pnpmVersion}`];
}

function installDependencies() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'));
  const wanted = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies (the first time takes about half a minute)…');
  const status = run(pnpm, ['install', '--frozen-lockfile', '--reporter=append-only'], 'quiet');
  if (status !== 0) fail('The dependencies could not be installed; the lines above say why. Check the network and try again.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

async function requireChromium() {
  const { ensureChromium } = await import('./chromium.mjs');
  try {
    ensureChromium();
  } catch (error) {
    fail(error.message);
  }
}

function run([command, ...first], args, mode) {
  // Ctrl-C reaches the child as well; it closes what it opened and we leave with its code.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const result = spawnSync(command, [...first, ...args], {
    cwd: root,
    env: cleanEnvironment(),
    stdio: mode === 'quiet' ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    shell: isWindows(),
  });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (mode === 'quiet' && result.status !== 0) process.stderr.write(`${result.stdout}${result.stderr}`);
  return result.status ?? 1;
}

/** npm hands its own settings down as npm_config_*; pnpm would take some of them for its own. */
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
