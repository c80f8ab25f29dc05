// Starts a PostgreSQL server for tests. Each server has a new cluster in a temporary folder and uses a free
// port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installWithApt } from './apt.mjs';
import { findFreePort } from './free-port.mjs';

/** The folder of initdb and postgres. Throws an error with the next step if there is none. */
export function findPostgresFolder() {
  const configuredFolder = process.env.PGW_POSTGRES_BIN;
  if (configuredFolder !== undefined && configuredFolder !== '') {
    if (isComplete(configuredFolder)) return configuredFolder;
    throw new Error(
      `PGW_POSTGRES_BIN is "${configuredFolder}", which does not contain initdb and postgres. Set it to the folder of PostgreSQL's programs.`,
    );
  }
  const installedFolder = listCandidateFolders().find((folder) => isComplete(folder));
  if (installedFolder !== undefined) return installedFolder;
  throw new Error(
    'No PostgreSQL was found, and the tests of the PostgreSQL store need one. Install it (Debian: apt-get install postgresql; ' +
      'macOS: brew install postgresql) or set PGW_POSTGRES_BIN to the folder of its programs.',
  );
}

/**
 * Like {@link findPostgresFolder}. Installs Debian's postgresql first if it is missing and can be installed
 * without a password.
 */
export function ensurePostgres() {
  try {
    return findPostgresFolder();
  } catch (error) {
    if (!installWithApt('postgresql', 'PostgreSQL for the store tests')) throw error;
    return findPostgresFolder();
  }
}

/**
 * Starts a new, empty server. `crash` shuts it down immediately, `restart` starts it again, `stop` deletes
 * it.
 */
export async function startPostgres() {
  const bin = findPostgresFolder();
  const data = mkdtempSync(join(tmpdir(), 'pgw-postgres-'));
  let server;
  // When this process receives a signal, it calls `process.exit`. This handler then stops the server and
  // deletes its folder.
  const stopAtExit = () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill('SIGQUIT');
      waitForRemoval(join(data, 'postmaster.pid'));
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', stopAtExit);
  const owner = assignOwner(data);
  const port = await findFreePort();
  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'pgw', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...owner,
      encoding: 'utf8',
    },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
  const start = async () => {
    const settings = createArguments(data, port);
    // After a crash, child processes of the server can use its memory and port for a short time, so the start
    // is retried.
    for (let attemptsLeft = 50; ; attemptsLeft -= 1) {
      server = spawn(join(bin, 'postgres'), settings, { ...owner, stdio: 'ignore' });
      if (await waitUntilReady(data, server)) return;
      if (attemptsLeft === 0) throw new Error('PostgreSQL stopped while it was starting.');
      await wait(100);
    }
  };
  const endServer = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  await start();
  return {
    url: `postgres://pgw@127.0.0.1:${port}/postgres`,
    /** The id of the main process of the server. */
    pid: () => server.pid,
    /** Shuts the server down immediately, like a crash. */
    crash: () => endServer('SIGQUIT'),
    restart: start,
    stop: async () => {
      // The data is deleted, so the server does not have to write it before it exits.
      await endServer('SIGQUIT');
      process.off('exit', stopAtExit);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function createArguments(data, port) {
  const options = ['listen_addresses=127.0.0.1', 'max_connections=200'];
  return ['-D', data, '-p', String(port), '-k', data, ...options.flatMap((option) => ['-c', option])];
}

/**
 * Blocks until the server has removed its pid file, for at most five seconds. An `exit` handler cannot wait
 * for a promise.
 */
function waitForRemoval(file) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attempts = 0; attempts < 100 && existsSync(file); attempts += 1) Atomics.wait(pause, 0, 0, 50);
}

/**
 * Waits until the server accepts connections, which the eighth line of its pid file shows. Returns false if
 * the server exits before.
 */
async function waitUntilReady(data, server) {
  for (let attempts = 0; attempts < 1200; attempts += 1) {
    if (server.exitCode !== null) return false;
    const pidFile = join(data, 'postmaster.pid');
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return true;
    await wait(25);
  }
  throw new Error('PostgreSQL was not ready within 30 seconds.');
}

/**
 * PostgreSQL refuses to run as root. If this process is root, makes `postgres` the owner of the folder, and
 * returns the options that start a program as this user. The Debian package creates this user.
 */
function assignOwner(folder) {
  if (process.getuid?.() !== 0) return {};
  const readId = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [readId('-u'), readId('-g')];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

function isComplete(folder) {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)));
}

function listCandidateFolders() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const homebrew = ['/opt/homebrew/bin', '/usr/local/bin'];
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...homebrew,
  ];
}
