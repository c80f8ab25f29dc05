import { test } from 'vitest';
import { isNightly, selectCases } from '../../../scripts/nightly.ts';
import { channelIds } from '../../sandbox/src/catalogue/channel-ids.ts';
import { workAsClerk } from './clerk-at-work.ts';
import { serverNames, startShop, type ServerName } from './mounted-shop.ts';
import { withOrdersOnPostgres } from './orders-on-postgres.ts';

// Works in the office of each server. scripts/test/office-in-next.nightly.test.ts does the same with Next.js, and
// e2e/office-mounted.nightly.test.ts with the keyboard.

test.each(selectCases(serverNames, 2))(
  'with the lines of docs/office.md in the server of %s, a clerk finds an order, refunds a part and reconciles a file',
  async (name) => {
    await workAsClerk(await startShop(name), channelIds.kilatPay);
  },
);

// docs/start.md has the server of the README, with settings.
const onPostgres = ['docs/start.md', ...serverNames.slice(1)].filter(
  (name, index, all) => all.indexOf(name) === index,
);

// Each run tests the office of the example shop on PostgreSQL.
test.each(isNightly ? (onPostgres as ServerName[]) : [])(
  'the same on PostgreSQL, in the server of %s with the orders of docs/your-database.md',
  async (name) =>
    withOrdersOnPostgres(async (url, insertOrder) => {
      const shop = await startShop(name, url);
      await insertOrder(shop.order);
      await workAsClerk(shop, channelIds.kilatPay);
      // It has connections to the server.
      await shop.stop();
    }),
);
