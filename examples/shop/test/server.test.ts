import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { temporaryDirectory } from './open-shop.ts';

const program = fileURLToPath(new URL('../src/server.ts', import.meta.url));

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [...fromSources, program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said.text += String(chunk)));
  return { child, said, ended: once(child, 'exit').then(([code]) => Number(code)) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('wrong settings end the start with one sentence and exit code 1', async () => {
  const { said, ended } = start({ PGW_SHOP_PORT: 'none' });
  expect(await ended).toBe(1);
  expect(said.text).toMatch(
    /^Rimba Coffee can't start: PGW_SHOP_PORT must be a port number from 1 to 65535\.\n$/,
  );
});

test('a data directory that can’t be written ends the start with one sentence and exit code 1', async () => {
  const directory = temporaryDirectory();
  const file = join(directory.path, 'a-file');
  writeFileSync(file, '');
  const { said, ended } = start({ PGW_SHOP_DATA: join(file, 'data') });
  expect(await ended).toBe(1);
  expect(said.text.trim().split('\n')).toHaveLength(1);
  expect(said.text).toContain('Set PGW_SHOP_DATA to a directory it may write to.');
  directory.remove();
});

test('a taken port ends the start with one sentence and exit code 1', async () => {
  const directory = temporaryDirectory();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { said, ended } = start({ PGW_SHOP_PORT: String(port), PGW_SHOP_DATA: directory.path });
  expect(await ended).toBe(1);
  expect(said.text).toBe(
    `Rimba Coffee can't start: port ${port} on 127.0.0.1 is taken. Set PGW_SHOP_PORT to a free one.\n`,
  );
  taken.close();
  directory.remove();
});

test('a started shop is ready, serves the element, and ends cleanly when asked to', async () => {
  const directory = temporaryDirectory();
  const port = await freePort();
  const { child, said, ended } = start({ PGW_SHOP_PORT: String(port), PGW_SHOP_DATA: directory.path });
  await once(child.stdout, 'data');
  expect(said.text).toBe(`Rimba Coffee is open at http://127.0.0.1:${port}\n`);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/pgw/checkout.js`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  directory.remove();
});
