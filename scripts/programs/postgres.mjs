// Starts a PostgreSQL server for tests. Each server has a new cluster in a temporary folder and uses a free
// port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installWithApt } from './apt.mjs';
import { findFreePort } from '../free-port.mjs';
import { findPinnedPostgres, isPostgresPinned } from './pinned-programs.mjs';
import { describeInstallation } from './system-packages.mjs';

const installationHint = `Install it (${describeInstallation('postgresql')}) or set PGW_POSTGRES_BIN to the folder of its programs.`;
const serverPrograms = ['initdb', 'postgres'];
/** The programs of a complete installation that tests use. The pinned PostgreSQL has only those of the server. */
const allPrograms = [...serverPrograms, 'psql', 'pg_dump', 'pg_restore', 'pg_basebackup'];

/**
 * The folder of initdb and postgres: the one of PGW_POSTGRES_BIN, the pinned one, or one of this machine.
 * Throws an error with the next step if there is none.
 */
export function findPostgresFolder() {
  return readConfiguredFolder() ?? findPinnedPostgres() ?? requireInstalledFolder();
}

/**
 * Throws an error with the next step if the tests would have no PostgreSQL at all. Call it before the
 * dependencies are installed: they bring one only for some platforms.
 */
export function requireAnyPostgres() {
  if (readConfiguredFolder() === undefined && !isPostgresPinned()) requireInstalledFolder();
}

/** The folder of a complete PostgreSQL, with pg_dump and psql, or undefined if there is none. */
export function findCompletePostgres() {
  const folder = readConfiguredFolder();
  return folder !== undefined && hasPrograms(folder, allPrograms) ? folder : findInstalledFolder(allPrograms);
}

/** The reason why tests that need a complete PostgreSQL cannot run, or undefined if there is one. */
export function whyNoCompletePostgres() {
  if (findCompletePostgres() !== undefined) return undefined;
  return `They need a complete PostgreSQL with pg_dump, psql and pg_basebackup. ${installationHint}`;
}

/** Installs a complete PostgreSQL from Debian if it is missing and that needs no password. */
export function installPostgres() {
  if (findCompletePostgres() === undefined)
    installWithApt('postgresql', 'PostgreSQL with pg_dump and psql for the tests of backups');
}

function readConfiguredFolder() {
  const folder = process.env.PGW_POSTGRES_BIN;
  if (folder === undefined || folder === '') return undefined;
  if (hasPrograms(folder, serverPrograms)) return folder;
  throw new Error(
    `PGW_POSTGRES_BIN is "${folder}", which does not contain initdb and postgres. Set it to the folder of PostgreSQL's programs.`,
  );
}

function requireInstalledFolder() {
  const folder = findInstalledFolder(serverPrograms);
  if (folder !== undefined) return folder;
  throw new Error(
    `No PostgreSQL was found, and the tests of the PostgreSQL store need one. ${installationHint}`,
  );
}

function findInstalledFolder(programs) {
  return listCandidateFolders().find((folder) => hasPrograms(folder, programs));
}

/**
 * Starts a new, empty server with the programs of a folder. `crash` shuts it down immediately, `restart`
 * starts it again, `stop` deletes it.
 */
export function startPostgres(bin = findPostgresFolder()) {
  return startServer(bin, (data, owner) =>
    runProgram(bin, 'initdb', {
      args: ['-D', data, '-U', 'pgw', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      owner,
    }),
  );
}

/** Starts a server whose data is a copy of a folder. */
export function startPostgresFrom(folder, options) {
  const fill = async (data, owner) => {
    cpSync(folder, data, { recursive: true });
    if (owner.uid === undefined) return;
    for (const name of readdirSync(data, { recursive: true }))
      chownSync(join(data, name), owner.uid, owner.gid);
  };
  return startServer(findPostgresFolder(), fill, options);
}

/**
 * Starts a streaming replica of the server with this URL. `bin` has pg_basebackup. The URL may be that of a proxy to
 * the server. The replica accepts reads until it is promoted.
 */
export function startReplica(url, bin = findCompletePostgres()) {
  if (bin === undefined) throw new Error(whyNoCompletePostgres());
  return startServer(bin, (data, owner) =>
    runProgram(bin, 'pg_basebackup', {
      args: ['-D', data, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
      owner,
    }),
  );
}

/** Runs a program without blocking this process, which may forward its connection. */
async function runProgram(bin, program, { args, owner }) {
  const child = spawn(join(bin, program), args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  const readOutput = collectOutput(child);
  const status = await new Promise((resolve) => child.on('error', resolve).on('close', resolve));
  if (status !== 0) throw new Error(`${join(bin, program)} failed: ${readOutput()}`);
}

/** Starts a server in a new folder. `fill` writes its data. */
async function startServer(
  bin,
  fill,
  { environment = () => ({}), settings: moreSettings = [], maxAttempts = 50 } = {},
) {
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
  await fill(data, owner);
  const start = async () => {
    const settings = [...createArguments(data, port), ...moreSettings.flatMap((setting) => ['-c', setting])];
    const env = { ...process.env, ...environment(data) };
    // After a crash, child processes of the server can use its memory and port for a short time, so the start
    // is retried.
    for (let attemptsLeft = maxAttempts; ; attemptsLeft -= 1) {
      server = spawn(join(bin, 'postgres'), settings, { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const readOutput = collectOutput(server);
      if (await waitUntilReady(data, server)) return;
      if (attemptsLeft === 0 || server.pid === undefined)
        throw new Error(`PostgreSQL stopped while it was starting: ${readOutput()}`);
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
    /** Stops the server after it has written everything. */
    shutDown: () => endServer('SIGINT'),
    data,
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
  // Without a Unix socket, whose path has at most 107 characters.
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  return ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
}

/** Returns a function for the last 2,000 characters of what a program has printed, or the error of its start. */
function collectOutput(server) {
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (output = `${output}${text}`.slice(-2_000)));
  server.on('error', (error) => (output += error.message));
  return () => output.trim();
}

/**
 * Blocks until the server has removed its pid file, for at most five seconds. An `exit` handler cannot wait
 * for a promise.
 */
function waitForRemoval(file) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attempts = 0; attempts < 100 && existsSync(file); attempts += 1) Atomics.wait(pause, 0, 0, 50);
}

/** The states of a server that accepts connections. A replica is `standby`. */
const readyStates = ['ready', 'standby'];

/**
 * Waits until the server accepts connections, which the eighth line of its pid file shows. Returns false if
 * the server exits before.
 */
async function waitUntilReady(data, server) {
  for (let attempts = 0; attempts < 1200; attempts += 1) {
    if (server.exitCode !== null || server.pid === undefined) return false;
    const pidFile = join(data, 'postmaster.pid');
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    if (Number(lines[0]) === server.pid && readyStates.includes(lines[7]?.trim())) return true;
    await wait(25);
  }
  throw new Error('PostgreSQL was not ready within 30 seconds.');
}

/**
 * PostgreSQL refuses to run as root. If this process is root, makes the user with the id 65534, which every
 * system has, the owner of the folder. Returns the options that start a program as this user.
 */
function assignOwner(folder) {
  if (process.getuid?.() !== 0) return {};
  const owner = { uid: 65_534, gid: 65_534 };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

function hasPrograms(folder, programs) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return programs.every((program) => existsSync(join(folder, program + suffix)));
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
