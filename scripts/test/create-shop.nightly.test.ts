import { mkdtempSync, rmSync } from 'node:fs';
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
    await buyInShop(shop, 'dev');
  },
  600_000,
);
