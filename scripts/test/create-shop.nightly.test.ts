import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, it } from 'vitest';
import { buildShop, buyInShop, createShopFromTarballs } from '../packed/created-shop.ts';

// Tests `npm create @pgw/shop` with each template, in development and production.

const folder = mkdtempSync(join(tmpdir(), 'pgw-create-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['express', 'fastify', 'hono', 'react', 'vue'])(
  'a shop of the %s template can be built, and its orders can be paid in production and development',
  async (template) => {
    const shop = await createShopFromTarballs(folder, template, inject('tarballs'));
    await buildShop(shop);
    await buyInShop(shop, 'start');
    // The gateway has another port then, and a store belongs to the account of one gateway.
    const stored = readdirSync(shop).filter((name) => name === '.pgw' || name.startsWith('shop.db'));
    for (const name of stored) rmSync(join(shop, name), { recursive: true });
    await buyInShop(shop, 'dev');
  },
  600_000,
);
