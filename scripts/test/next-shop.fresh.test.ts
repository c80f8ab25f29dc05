import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { buildShop, buyInShop, createShopFromTarballs } from '../packed/created-shop.ts';
import { createShellEnvironment } from '../packed/install.mjs';
import { startProgram } from '../packed/program.ts';
import { listElementFiles } from '../packed/shopper.ts';
import { skipBecause, withoutNetwork } from '../skip-because.ts';

// Runs in the nightly run and in `npm run test:fresh`, because the packages and the build of Next.js are large.

const folder = mkdtempSync(join(tmpdir(), 'pgw-next-'));
let shop: string;

describe('a shop of the template next', skipBecause(withoutNetwork), () => {
  beforeAll(async () => {
    shop = await createShopFromTarballs(folder, 'next', inject('tarballs'));
    await buildShop(shop);
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('a production build of a shop of the template next takes a payment, and shows an order only to its visitor', async () => {
    expect(readdirSync(shop), 'the build opens no database').not.toContain('shop.db');
    await buyInShop(shop, 'start', async (page, url) => {
      // Both script tags are in the head once, and the module is the only build.
      expect(await listElementFiles(page)).toEqual([
        '/pgw/checkout.js',
        '/pgw/checkout.mjs',
        expect.stringMatching(/^\/pgw\/checkout\/module-result-/),
      ]);
      expect(await page.locator('head > script[src^="/pgw/"]').count()).toBe(2);
      const { pathname } = new URL(page.url());
      for (const path of [pathname, pathname.replace('orders', 'checkout'), '/orders/1'])
        expect((await fetch(`${url}${path}`)).status, path).toBe(404);
      expect((await fetch(`${url}${pathname}?payment=1`)).status).toBe(200);
      expect(await (await fetch(`${url}${pathname}?payment=1`)).text()).not.toContain('Two mugs');
      const script = await fetch(`${url}/pgw/checkout.mjs`, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(script.headers.get('content-encoding')).toBe('gzip');
      expect(await script.text()).toContain('pgw-checkout');
      const order = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
      expect((await fetch(`${url}/orders`, order)).status).toBe(403);
      const callback = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      expect((await fetch(`${url}/pgw/callback`, callback)).status).toBe(400);
    });
  }, 300_000);

  /** Runs Next.js with these settings until it ends. Resolves with its exit code and its output. */
  async function runUntilEnd(
    command: 'dev' | 'start',
    settings: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: unknown; readonly output: string }> {
    const next = join('node_modules', 'next', 'dist', 'bin', 'next');
    const env = { ...createShellEnvironment(), NEXT_TELEMETRY_DISABLED: '1', ...settings };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [next, command, '--hostname', '127.0.0.1'],
        { cwd: shop, env, timeout: 60_000 },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  }

  it.each([
    [{ PGW_SECRET_KEY: '' }, 'The shop cannot start: Not set: PGW_SECRET_KEY. Copy .env.example to .env'],
    [
      { PGW_PUBLIC_URL: 'shop.example' },
      'The shop cannot start: createCheckout: publicUrl must be an https address',
    ],
    [{ VERCEL: '1' }, 'The shop cannot start: embeddedStore: Vercel (VERCEL is set)'],
  ])(
    'next start with %j ends with the reason, without a stack',
    async (settings, reason) => {
      const { code, output } = await runUntilEnd('start', { PORT: '0', ...settings });
      expect(code).toBe(1);
      expect(output).toContain(reason);
      expect(output).not.toMatch(/^ +at /m);
    },
    120_000,
  );

  it.each(['start', 'dev:shop'])(
    '`npm run %s` listens on PORT of .env',
    async (name) => {
      const file = join(shop, '.env');
      const text = readFileSync(file, 'utf8');
      onTestFinished(() => writeFileSync(file, text));
      // The database of the tests before belongs to the account of another sandbox.
      for (const each of readdirSync(shop)) if (each.startsWith('shop.db')) rmSync(join(shop, each));
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}`;
      writeFileSync(file, `${text.replace(/^PGW_PUBLIC_URL=.*$/m, `PGW_PUBLIC_URL=${url}`)}\nPORT=${port}\n`);
      const { stop } = await startProgram(['npm', 'run', name], { cwd: shop, ready: /Ready in/ });
      onTestFinished(stop);
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(`${url}/favicon.ico`)).status).toBe(204);
    },
    120_000,
  );

  it('next dev ends if another program uses the port of PGW_PUBLIC_URL', async () => {
    // If another program uses the default port already, this server is not necessary.
    const other = createServer().on('error', () => undefined);
    await new Promise((resolve) =>
      other.listen(3000, '127.0.0.1').once('listening', resolve).once('error', resolve),
    );
    onTestFinished(() => void other.close());
    const { code, output } = await runUntilEnd('dev', {});
    expect(code).toBe(1);
    expect(output).toContain(
      'but PGW_PUBLIC_URL is http://127.0.0.1:3000. If another program uses port 3000, end it',
    );
  }, 120_000);
});
