import { expect, test } from 'vitest';
import { startShop } from '../packages/office/test/mounted-shop.ts';
import { withOrdersOnPostgres } from '../packages/office/test/orders-on-postgres.ts';
import { workWithKeyboardIn } from './office-keyboard.ts';

// packages/office/test/mounted.test.ts works in these and other offices by requests, and scripts/test/office-in-next.nightly.test.ts in that
// of Next.js.

test.each(['packages/express/README.md', 'the template fastify'] as const)(
  'in the office of the server of %s, a clerk finds an order, refunds a part and reconciles a file with the keyboard at 375 px',
  async (name) => {
    await workWithKeyboardIn(await startShop(name));
  },
);

// docs/start.md has the server of the README, with settings.
test.each(['docs/start.md', 'the template fastify'] as const)(
  'the same on PostgreSQL, in the server of %s with the orders of docs/your-database.md',
  async (name) => {
    expect.hasAssertions();
    await withOrdersOnPostgres(async (url, insertOrder) => {
      const shop = await startShop(name, url);
      await insertOrder(shop.order);
      await workWithKeyboardIn(shop);
      // It has connections to the server.
      await shop.stop();
    });
  },
);
