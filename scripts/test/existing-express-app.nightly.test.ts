import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { linkPackages } from '../packed/database/examples.ts';
import { startProgram, type Program } from '../packed/program.ts';
import { payAfterDecline, payByWallet, runInBrowser } from '../packed/shopper.ts';

// Runs the app of docs/existing-express-app.md. documents.test.ts compiles it.

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-existing-app-'));
const programs: Program[] = [];
/** The address of the shop for requests of this process: a machine may not resolve `localhost`. */
let loopbackStore = '';
let store: string;

beforeAll(async () => {
  linkPackages(folder, {
    '@pgw/client': 'packages/client',
    '@pgw/express': 'packages/express',
    compression: 'node_modules/compression',
    express: 'packages/server/node_modules/express',
    'express-rate-limit': 'node_modules/express-rate-limit',
    'express-session': 'node_modules/express-session',
    helmet: 'node_modules/helmet',
  });
  const page = readFileSync(join(root, 'docs', 'existing-express-app.md'), 'utf8');
  const [, code = ''] = /^```ts\n(\/\/ server\.ts\n[\s\S]*?)^```$/m.exec(page) ?? [];
  writeFileSync(join(folder, 'server.ts'), code);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const sandbox = join(root, 'packages', 'sandbox', 'dist', 'cli.js');
  programs.push(
    await startProgram([process.execPath, sandbox, '--port', sandboxPort], {
      cwd: folder,
      ready: /listens on/,
    }),
  );
  // Browsers consider `localhost` and `127.0.0.1` as two sites, like a shop and its gateway.
  const env = {
    PORT: port,
    PGW_PUBLIC_URL: `http://localhost:${port}`,
    PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
  };
  const server = await startProgram([process.execPath, 'server.ts'], {
    cwd: folder,
    env,
    ready: /Open (\S+)/,
  });
  programs.push(server);
  store = server.match[1] ?? '';
  loopbackStore = store.replace('localhost', '127.0.0.1');
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function buy(page: Page, pay = payByWallet): Promise<void> {
  await page.goto(store);
  await page.getByRole('button', { name: 'Buy two mugs' }).click();
  await pay(page);
  await page.waitForURL(`${store}/orders/**`);
}

describe('the app of docs/existing-express-app.md', () => {
  it('an order is paid without a violation of the policy, and its visitor keeps the session', async () => {
    await runInBrowser(async (page) => {
      await buy(page, payAfterDecline);
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: /^Order \w+: paid$/ }).waitFor();
    });
  });

  it('an order is paid in a browser without scripts', async () => {
    await runInBrowser(
      async (page) => {
        await buy(page);
        await page.getByRole('heading', { name: /^Order \w+: paid$/ }).waitFor();
      },
      { javaScriptEnabled: false },
    );
  });

  it('callbacks are not counted by the rate limit of the app, and start no session', async () => {
    const responses = await Promise.all(
      Array.from({ length: 150 }, () =>
        fetch(`${loopbackStore}/pgw/callback`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(responses.filter(({ headers }) => headers.has('set-cookie'))).toEqual([]);
  });

  it('the rate limit of the app counts each visitor behind the proxy', async () => {
    const request = async (address: string): Promise<number> =>
      (await fetch(loopbackStore, { headers: { 'x-forwarded-for': address } })).status;
    const statuses = await Promise.all(Array.from({ length: 101 }, () => request('203.0.113.1')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await request('203.0.113.2')).toBe(200);
  });

  it('pages without an element keep the policy of helmet', async () => {
    const { headers } = await fetch(loopbackStore, { headers: { 'x-forwarded-for': '203.0.113.3' } });
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});
