import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { createTemporaryDirectory } from './open-shop.ts';
import { isNightly } from '../../../scripts/nightly.ts';

const program = fileURLToPath(new URL('../src/server.ts', import.meta.url));

/** Starts the shop in a child process. `output` collects what it prints. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [...fromSources, program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output.text += String(chunk)));
  return { child, output, ended: once(child, 'exit').then(([code]) => Number(code)) };
}

test('with invalid settings the shop prints one sentence and exits with code 1', async () => {
  const { output, ended } = start({ PGW_SHOP_PORT: 'none' });
  expect(await ended).toBe(1);
  expect(output.text).toMatch(
    /^Rimba Coffee can't start: PGW_SHOP_PORT must be a port number from 1 to 65535\.\n$/,
  );
});

if (isNightly)
  test('with a data directory that is not writable the shop prints one sentence and exits with code 1', async () => {
    const directory = createTemporaryDirectory();
    const file = join(directory.path, 'a-file');
    writeFileSync(file, '');
    const { output, ended } = start({ PGW_SHOP_DATA: join(file, 'data') });
    expect(await ended).toBe(1);
    expect(output.text.trim().split('\n')).toHaveLength(1);
    expect(output.text).toContain('Set PGW_SHOP_DATA to a writable directory.');
    directory.remove();
  });

if (isNightly)
  test('when the port is in use the shop prints one sentence and exits with code 1', async () => {
    const directory = createTemporaryDirectory();
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const { output, ended } = start({ PGW_SHOP_PORT: String(port), PGW_SHOP_DATA: directory.path });
    expect(await ended).toBe(1);
    expect(output.text).toBe(
      `Rimba Coffee can't start: port ${port} on 127.0.0.1 is in use. Set PGW_SHOP_PORT to a free port.\n`,
    );
    otherServer.close();
    directory.remove();
  });

test('the shop starts, serves the element, and exits with code 0 on SIGTERM', async () => {
  const directory = createTemporaryDirectory();
  const port = await findFreePort();
  const { child, output, ended } = start({ PGW_SHOP_PORT: String(port), PGW_SHOP_DATA: directory.path });
  await once(child.stdout, 'data');
  expect(output.text).toBe(`Rimba Coffee is open at http://127.0.0.1:${port}\n`);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/pgw/checkout.js`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  directory.remove();
});
