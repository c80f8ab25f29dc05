import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';

const serveFile = new URL('../templates/node/src/serve.ts', import.meta.url);

// The shop prints a line for each request and sends the response after half a second.
const shop = `
  import { createServer } from 'node:http';
  import { serve } from './serve.ts';
  const server = createServer((request, response) => {
    console.log('request');
    setTimeout(() => response.end('finished'), 500);
  });
  await serve(server);
  console.log('time-outs', server.headersTimeout, server.requestTimeout);`;
const settings = `export const publicUrl = 'http://shop.example';`;
const checkout = `
  export const checkout = { ready: Promise.resolve(), close: async () => console.log('closed') };`;

test('after SIGTERM, a created shop sends the pending response, closes the checkout and exits with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(serveFile, join(folder, 'serve.ts'));
  writeFileSync(join(folder, 'settings.ts'), settings);
  writeFileSync(join(folder, 'checkout.ts'), checkout);
  writeFileSync(join(folder, 'shop.ts'), shop);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(folder, 'shop.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const exited = once(child, 'exit');
  await expect.poll(() => output).toContain('Open http://shop.example');
  const response = fetch(`http://127.0.0.1:${port}`);
  await expect.poll(() => output).toContain('request');
  child.kill('SIGTERM');
  expect(await (await response).text()).toBe('finished');
  expect(await exited).toEqual([0, null]);
  expect(output).toContain('closed');
  expect(output, 'slow requests are aborted').toContain('time-outs 10000 30000');
});
