import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, it } from 'vitest';
import { buildShop, buyIn, makeShop } from '../packed/made-shop.ts';

// `npm create @pgw/shop` with each template, in development and production.

const folder = mkdtempSync(join(tmpdir(), 'pgw-create-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['express', 'react', 'vue'])(
  'a shop of the %s template is built, and orders are paid',
  async (template) => {
    const shop = await makeShop(folder, template, inject('tarballs'));
    await buildShop(shop);
    await buyIn(shop, 'start');
    await buyIn(shop, 'dev');
  },
  600_000,
);
