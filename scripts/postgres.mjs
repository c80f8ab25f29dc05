// Starts a PostgreSQL server for tests: a new cluster in a temporary folder, on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aptInstall } from './apt.mjs';

/** The folder of initdb and postgres. Throws an error with the next step if there is none. */
export function postgresFolder() {
  const chosen = process.env.PGW_POSTGRES_BIN;
  if (chosen !== undefined && chosen !== '') {
    if (isComplete(chosen)) return chosen;
    throw new Error(
      `PGW_POSTGRES_BIN is "${chosen}", which has no initdb and postgres. Point it at the folder of PostgreSQL's programs.`,
    );
  }
  const found = candidates().find((folder) => isComplete(folder));
  if (found !== undefined) return found;
  throw new Error(
    'No PostgreSQL was found, and the tests of the PostgreSQL store need one. Install it (Debian: apt-get install postgresql; ' +
      'macOS: brew install postgresql) or set PGW_POSTGRES_BIN to the folder of its programs.',
  );
}

/** As {@link postgresFolder}. Installs Debian's postgresql first if that is possible without a password. */
export function ensurePostgres() {
  try {
    return postgresFolder();
  } catch (missing) {
    if (!aptInstall('postgresql', 'PostgreSQL for the store tests')) throw missing;
    return postgresFolder();
  }
}

/** Starts a new, empty server. `crash` stops it without warning, `restart` brings it back, `stop` removes it. */
export async function startPostgres() {
  const bin = postgresFolder();
  const data = mkdtempSync(join(tmpdir(), 'pgw-postgres-'));
  let server;
  // A process that receives a signal ends by `process.exit`: neither the server nor its folder must remain.
  const atExit = () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill('SIGQUIT');
      waitForRemoval(join(data, 'postmaster.pid'));
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', atExit);
  const owner = ownerFor(data);
  const port = await freePort();
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'pgw', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...owner,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const start = async () => {
    const settings = settingsOf(data, port);
    // Child processes of a crashed server may keep its memory and port for a short time.
    for (let triesLeft = 50; ; triesLeft -= 1) {
      server = spawn(join(bin, 'postgres'), settings, { ...owner, stdio: 'ignore' });
      if (await isReady(data, server)) return;
      if (triesLeft === 0) throw new Error('PostgreSQL stopped while it was starting.');
      await wait(100);
    }
  };
  const end = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  await start();
  return {
    url: `postgres://pgw@127.0.0.1:${port}/postgres`,
    /** The main process of the server. */
    pid: () => server.pid,
    /** Immediate shutdown, like a crash of the server. */
    crash: () => end('SIGQUIT'),
    restart: start,
    stop: async () => {
      // The data is deleted, so it need not be written first.
      await end('SIGQUIT');
      process.off('exit', atExit);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function settingsOf(data, port) {
  const options = ['listen_addresses=127.0.0.1', 'max_connections=200'];
  return ['-D', data, '-p', String(port), '-k', data, ...options.flatMap((option) => ['-c', option])];
}

/** Blocks until the server has removed its pid file, at most five seconds: in an `exit` handler nothing else can wait. */
function waitForRemoval(file) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && existsSync(file); tries += 1) Atomics.wait(pause, 0, 0, 50);
}

/** The eighth line of the pid file shows when the server accepts connections. False if it stops before. */
async function isReady(data, server) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (server.exitCode !== null) return false;
    const pidFile = join(data, 'postmaster.pid');
    const [pid, , , , , , , status = ''] = existsSync(pidFile)
      ? readFileSync(pidFile, 'utf8').split('\n')
      : [];
    if (Number(pid) === server.pid && status.trim() === 'ready') return true;
    await wait(25);
  }
  throw new Error('PostgreSQL was not ready within 30 seconds.');
}

/** PostgreSQL refuses to run as root; the package creates a user for it. */
function ownerFor(folder) {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

function isComplete(folder) {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)));
}

function candidates() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const homebrew = ['/opt/homebrew/bin', '/usr/local/bin'];
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...homebrew,
  ];
}

/** A free port of this machine. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
