import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { linkPackages } from '../packed/database/examples.ts';
import { startProgram, type Program } from '../packed/program.ts';
import { payByWallet, runInBrowser } from '../packed/shopper.ts';

// Runs the server of docs/frameworks/node.md. documents.test.ts compiles it.

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-node-server-'));
const programs: Program[] = [];
let url: string;

beforeAll(async () => {
  linkPackages(folder, { '@pgw/client': 'packages/client', '@pgw/server': 'packages/server' });
  const page = readFileSync(join(root, 'docs/frameworks/node.md'), 'utf8');
  const [, code = ''] = /^```ts\n(\/\/ server\.ts\n[\s\S]*?)^```$/m.exec(page) ?? [];
  writeFileSync(join(folder, 'server.ts'), code);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const start = async (args: readonly string[], ready: RegExp): Promise<void> => {
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    };
    programs.unshift(await startProgram([process.execPath, ...args], { cwd: folder, env, ready }));
  };
  await start([join(root, 'packages/sandbox/dist/cli.js'), '--port', sandboxPort], /listens on/);
  await start(['server.ts'], /Open http/);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the server of docs/frameworks/node.md takes a payment', async () => {
  await runInBrowser(async (page) => {
    await page.goto(url);
    await payByWallet(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.getByRole('heading', { name: 'Order A1: paid' }).waitFor();
  });
});
