// Starts a pgbouncer for tests. It runs in transaction mode, in which each transaction can use another
// connection.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installWithApt } from './apt.mjs';
import { findFreePort } from '../free-port.mjs';
import { describeInstallation } from './system-packages.mjs';

const installationHint = `Install it (${describeInstallation('pgbouncer')}). There is none for Windows.`;

/** The reason why tests that need pgbouncer cannot run, or undefined if it is installed. */
export function whyNoPgbouncer() {
  return findPgbouncer() === undefined ? `They need pgbouncer. ${installationHint}` : undefined;
}

/** The path of pgbouncer, or undefined if it is not installed. */
function findPgbouncer() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
}

/** Installs Debian's pgbouncer if it is missing and can be installed without a password. */
export function installPgbouncer() {
  if (findPgbouncer() === undefined) installWithApt('pgbouncer', 'pgbouncer for the store tests');
}

/**
 * Starts a pgbouncer for all databases of a PostgreSQL server. `connections` is the number of connections to
 * the server for each database. Throws an error with the next step if pgbouncer is not installed.
 */
export async function startPgbouncer({ url, connections }) {
  const program = findPgbouncer();
  if (program === undefined) throw new Error(`No pgbouncer was found. ${installationHint}`);
  const server = new URL(url);
  const port = await findFreePort();
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
  // pgbouncer refuses to run as root, so another user must be able to read its settings, with any umask.
  chmodSync(folder, 0o755);
  chmodSync(settings, 0o644);
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const pooler = spawn(program, ['-q', settings], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  await waitUntilListening(port, pooler);
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    stop: async () => {
      if (pooler.exitCode === null && pooler.signalCode === null) {
        const exited = once(pooler, 'exit');
        pooler.kill('SIGKILL');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilListening(port, pooler) {
  let output = '';
  pooler.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  pooler.once('error', (error) => (output += error.message));
  for (let attempts = 0; attempts < 300; attempts += 1) {
    if (pooler.exitCode !== null || pooler.pid === undefined)
      throw new Error(`pgbouncer stopped while it was starting: ${output.trim()}`);
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
