import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { buildShop, buyInShop, createShopFromTarballs } from '../packed/created-shop.ts';

// Runs in the nightly run and in `npm run test:fresh`, because the packages and the build of Next.js are large.

const folder = mkdtempSync(join(tmpdir(), 'pgw-next-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a production build of a shop of the template next takes a payment, and shows an order only to its visitor', async () => {
  const shop = await createShopFromTarballs(folder, 'next', inject('tarballs'));
  await buildShop(shop);
  expect(readdirSync(shop), 'the build opens no database').not.toContain('shop.db');
  await buyInShop(shop, 'start', async (page, url) => {
    const { pathname } = new URL(page.url());
    for (const path of [pathname, pathname.replace('orders', 'checkout'), '/orders/1'])
      expect((await fetch(`${url}${path}`)).status, path).toBe(404);
    expect((await fetch(`${url}${pathname}?payment=1`)).status).toBe(200);
    expect(await (await fetch(`${url}${pathname}?payment=1`)).text()).not.toContain('Two mugs');
    const script = await fetch(`${url}/pgw/checkout.js`, { headers: { 'accept-encoding': 'br' } });
    expect(await script.text()).toContain('pgw-checkout');
    const order = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(`${url}/orders`, order)).status).toBe(403);
    const callback = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${url}/pgw/callback`, callback)).status).toBe(400);
  });
}, 900_000);
