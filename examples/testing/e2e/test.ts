import { test as base } from '@pgw/sandbox/playwright';
import { openShop, type Shop } from '../src/shop.ts';

/** Every test has its own shop, which uses the sandbox of the worker. */
export const test = base.extend<{ readonly shop: Shop }>({
  shop: async ({ sandbox }, provide) => {
    const shop = await openShop(sandbox);
    await provide(shop);
    await shop.close();
  },
});
export { expect } from '@pgw/sandbox/playwright';
