import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { workWithKeyboardIn } from '../../e2e/office-keyboard.ts';
import { openBrowser } from '../../packages/create-shop/test/linked-shop.ts';
import { clerkSettings, workAsClerk, type ShopWithOffice } from '../../packages/office/test/clerk-at-work.ts';
import { clerksModule, nextRoute } from '../../packages/office/test/documented-lines.ts';
import { useOrdersOfPostgres, withOrdersOnPostgres } from '../../packages/office/test/orders-on-postgres.ts';
import { channelIds } from '../../packages/sandbox/src/catalogue/channel-ids.ts';
import type * as SandboxModule from '../../packages/sandbox/src/index.ts';
import { findFreePort } from '../free-port.mjs';
import { buildShop, createShopFromTarballs } from '../packed/created-shop.ts';
import { startProgram } from '../packed/program.ts';

// Pastes the file of docs/office.md into a shop of the template for Next.js, builds it, and works in its office. The other servers are in
// packages/office/test/mounted.test.ts.

const folder = mkdtempSync(join(tmpdir(), 'pgw-office-next-'));
let shop: string;

/** Replaces a text that must be in the file. */
function change(file: string, text: string, replacement: string): void {
  const path = join(shop, file);
  const code = readFileSync(path, 'utf8');
  expect(code).toContain(text);
  writeFileSync(path, code.replace(text, replacement));
}

beforeAll(async () => {
  const packages = ['@pgw/office', 'pg', '@types/pg'];
  shop = await createShopFromTarballs(folder, 'next', inject('tarballs'), packages);
  const route = join(shop, 'src/app/office/[[...path]]/route.ts');
  mkdirSync(dirname(route), { recursive: true });
  writeFileSync(route, nextRoute);
  writeFileSync(join(shop, 'src/clerks.ts'), clerksModule);
  change('next.config.ts', "'@pgw/server']", "'@pgw/server', '@pgw/office']");
  change('src/proxy.ts', "matcher: '/((?!pgw/|_next/).*)'", "matcher: '/((?!pgw/|office|_next/).*)'");
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds and starts the shop, and works in its office: by requests, and in a browser with the keyboard at 375 px. */
async function checkOffice(databaseUrl?: string, insertOrder?: (id: string) => Promise<void>): Promise<void> {
  await buildShop(shop);
  const program = join(import.meta.dirname, '../../packages/sandbox/dist/index.js');
  const { createSandbox } = (await import(pathToFileURL(program).href)) as typeof SandboxModule;
  const sandbox = await createSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...clerkSettings,
    PORT: port,
    PGW_PUBLIC_URL: url,
    PGW_BASE_URL: sandbox.url,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const { stop } = await startProgram(['npm', 'run', 'start'], { cwd: shop, env, ready: /Ready in/ });
  try {
    const workByRequests = (of: ShopWithOffice) => workAsClerk(of, channelIds.kilatPay);
    for (const work of [workByRequests, workWithKeyboardIn]) {
      const send = openBrowser(url, '127.0.0.1');
      const body = new URLSearchParams({ product: 'two-mugs' });
      const { headers } = await send('/orders', { method: 'POST', body });
      const order = headers.get('location')?.replace('/checkout/', '') ?? '';
      expect(order).toMatch(/^\d{10}$/);
      await insertOrder?.(order);
      await work({ url, sandbox, order, send });
    }
  } finally {
    await stop();
  }
}

it('with the file of docs/office.md in the template next, a clerk finds an order, refunds a part and reconciles a file', async () => {
  await checkOffice();
}, 900_000);

it('the same on PostgreSQL, with the orders of docs/your-database.md', async () => {
  useOrdersOfPostgres(shop, 'src/settings.ts');
  change('next.config.ts', "'@pgw/office']", "'@pgw/office', 'pg']");
  await withOrdersOnPostgres(checkOffice);
}, 900_000);
