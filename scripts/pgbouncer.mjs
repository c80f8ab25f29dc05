// Starts a pgbouncer for tests in transaction mode: each transaction may use another connection.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aptInstall } from './apt.mjs';
import { freePort } from './postgres.mjs';

/** The path of pgbouncer, or undefined if it is not installed. Tests that need it are then skipped. */
export function pgbouncerProgram() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
}

/** Installs Debian's pgbouncer if that is possible without a password. */
export function ensurePgbouncer() {
  if (pgbouncerProgram() === undefined) aptInstall('pgbouncer', 'pgbouncer for the store tests');
}

/**
 * Starts one before a PostgreSQL server, for each of its databases. `connections`: to the server, for each database.
 * Throws one sentence that says what to do.
 */
export async function startPgbouncer({ url, connections }) {
  const program = pgbouncerProgram();
  if (program === undefined)
    throw new Error(
      'No pgbouncer was found. Install it (Debian: apt-get install pgbouncer; macOS: brew install pgbouncer).',
    );
  const server = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgw-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 1000',
    ].join('\n'),
  );
  // It refuses to run as root, and reads its settings as its own user.
  chmodSync(folder, 0o755);
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : {};
  const pooler = spawn(program, ['-q', settings], { ...owner, stdio: 'ignore' });
  await listening(port, pooler);
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    stop: async () => {
      if (pooler.exitCode === null && pooler.signalCode === null) {
        const ended = once(pooler, 'exit');
        pooler.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port, pooler) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (pooler.exitCode !== null) throw new Error('pgbouncer stopped while it was starting.');
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(100);
  }
  throw new Error('pgbouncer was not ready within 30 seconds.');
}

function idsOf(user) {
  const id = (flag) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
