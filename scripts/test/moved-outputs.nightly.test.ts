import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { buildShop, buyAt, createShopFromTarballs } from '../packed/created-shop.ts';
import { buildPages, createEnvironment } from '../packed/drawn-pages.ts';
import { moveStandalone, movedApps } from '../packed/moved-apps.ts';
import { startProgram, type Program } from '../packed/program.ts';
import { payAfterDecline, runInBrowser } from '../packed/shopper.ts';

// Builds apps with the packed packages, moves the output of each to another folder, deletes the app, and pays. What a tracer or a
// bundler did not see is missing there.

const folder = mkdtempSync(join(tmpdir(), 'pgw-moved-'));
const sandboxProgram = fileURLToPath(new URL('../../packages/sandbox/dist/cli.js', import.meta.url));
let sandboxPort: string;
let sandbox: Program;
beforeAll(async () => {
  sandboxPort = String(await findFreePort());
  const command = [process.execPath, sandboxProgram, '--port', sandboxPort] as const;
  sandbox = await startProgram(command, { cwd: folder, ready: /listens on/ });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startMoved(entry: string, cwd: string, ready: RegExp) {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: port,
    HOST: '127.0.0.1',
    HOSTNAME: '127.0.0.1',
    ORIGIN: url,
    ...createEnvironment(url, `http://127.0.0.1:${sandboxPort}`),
  };
  const { stop } = await startProgram([process.execPath, entry], { cwd, env, ready });
  return { url, stop };
}

it.each(movedApps)(
  'the moved output of $name takes a payment and the form of a gateway',
  async (app) => {
    const source = mkdtempSync(join(folder, 'app-'));
    await buildPages(app, source, inject('tarballs'));
    const target = join(mkdtempSync(join(folder, 'moved-')), 'output');
    app.move(source, target);
    rmSync(source, { recursive: true, force: true });
    const { url, stop } = await startMoved(app.start.at(-1) ?? '', target, app.ready);
    try {
      expect((await fetch(`${url}/pgw/health`)).status).toBe(200);
      await runInBrowser(async (page) => {
        await page.goto(`${url}${app.page}`);
        await payAfterDecline(page);
        await page.getByRole('heading', { name: /^Order A1/ }).waitFor();
        await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      });
      const form = {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: 'https://gateway.example' },
      } as const;
      const body = new URLSearchParams({ ReferenceCode: 'A1-0123456789ABCDEF' });
      expect((await fetch(`${url}/pgw/return`, { ...form, body })).status).toBe(303);
    } finally {
      await stop();
    }
  },
  900_000,
);

it('the moved standalone output of a shop of the template next takes a payment', async () => {
  const shop = await createShopFromTarballs(folder, 'next', inject('tarballs'));
  const config = join(shop, 'next.config.ts');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('poweredByHeader', "output: 'standalone',\n  poweredByHeader"));
  await buildShop(shop);
  const target = join(mkdtempSync(join(folder, 'moved-')), 'output');
  moveStandalone(shop, target);
  rmSync(shop, { recursive: true, force: true });
  const { url, stop } = await startMoved('server.js', target, /Ready/);
  try {
    expect((await fetch(`${url}/favicon.ico`)).status).toBe(204);
    await runInBrowser((page) => buyAt(page, url));
  } finally {
    await stop();
  }
}, 900_000);
