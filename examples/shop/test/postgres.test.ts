import { createSandbox } from '@pgw/sandbox';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { workAsClerk } from '../../../packages/office/test/clerk-at-work.ts';
import { channelIds } from '../../../packages/sandbox/src/catalogue/channel-ids.ts';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { startProgram } from '../../../scripts/packed/program.ts';
import { startPostgres, type PostgresServer } from '../../../scripts/programs/postgres.mjs';
import { products } from '../src/catalogue/products.ts';
import { findVariantBySku } from '../src/catalogue/catalogue.ts';
import type { Database } from '../src/database.ts';
import { openDatabase } from '../src/open-database.ts';
import { Bags } from '../src/orders/bag.ts';
import { sampleDetails } from '../src/orders/details.ts';
import { Orders } from '../src/orders/orders.ts';
import { cameronForm, createTemporaryDirectory, createVisitor, houseForm, mugForm } from './open-shop.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Returns the URL of a new database. */
async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return postgres.url.replace(/postgres$/, name);
}

test('with a database of PostgreSQL, an order is paid and fulfilled in it, and a clerk signs in, finds and refunds it', async () => {
  const databaseUrl = await createDatabase('whole_shop');
  const sandbox = await createSandbox({ port: 0 });
  const directory = createTemporaryDirectory();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const program = [process.execPath, ...fromSources, `${import.meta.dirname}/../src/server.ts`] as const;
  const { stop } = await startProgram(program, {
    cwd: directory.path,
    env: {
      PGW_SHOP_PORT: String(port),
      PGW_BASE_URL: sandbox.url,
      PGW_SHOP_DATABASE_URL: databaseUrl,
    },
    ready: /is open at/,
  });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  onTestFinished(async () => {
    await database.end();
    await stop();
    await sandbox.close();
    directory.remove();
  });
  const shopper = createVisitor(url);
  const order = await shopper.placeOrder(cameronForm, houseForm, mugForm);
  expect(order).toBe('RC-10482');
  const clerk = createVisitor(url);
  await clerk.post('/office/sign-in', { name: 'Aina', password: 'rimba-office' });
  const toResponse = async (reply: ReturnType<typeof shopper.send>) => {
    const { status, text, headers } = await reply;
    return new Response(text, { status, headers });
  };
  await workAsClerk(
    {
      url,
      sandbox,
      order,
      send: (path, init) => toResponse(shopper.send(path, init)),
      sendAsClerk: (path, init) => toResponse(clerk.send(path, init)),
    },
    channelIds.kilatPay,
  );
  expect((await shopper.get(`/orders/${order}`)).text).toContain('RM\u00a012.50');
  expect((await shopper.get('/bag')).text).toContain('Your bag is empty.');
  const { rows } = await database.query(
    `SELECT orders.state, ledger.amount::int, pgw_payments.reference = ledger.reference AS "isSame"
     FROM orders JOIN ledger ON ledger.order_id = orders.id JOIN pgw_payments ON pgw_payments.order_id = orders.id`,
  );
  expect(rows).toEqual([{ state: 'paid', amount: 12_890, isSame: true }]);
});

test('orders that are placed at the same time have different numbers, and a failed transaction stores nothing', async () => {
  const databaseUrl = await createDatabase('orders');
  const open = (): Promise<Database> => openDatabase({ dataDirectory: '', databaseUrl });
  // Two processes create the tables at the same time.
  const [database, other] = await Promise.all([open(), open()]);
  onTestFinished(async () => {
    await Promise.all([database.close(), other.close()]);
  });
  const bags = new Bags(database, products);
  const mug = findVariantBySku(products, 'enamel-mug.green');
  if (mug === undefined) throw new Error('The mug is missing.');
  await Promise.all(['a', 'a', 'b', 'c'].map((visitor) => bags.add(visitor, mug, 1)));
  expect(await Promise.all(['a', 'b'].map((visitor) => bags.count(visitor)))).toEqual([2, 1]);
  await bags.remove('c', mug.sku);
  await bags.restore('c', mug.sku);
  const orders = new Orders(database);
  const ids = await Promise.all(
    ['a', 'b', 'c', 'c'].map(async (visitor) =>
      orders.place(visitor, sampleDetails, await bags.listLines(visitor)),
    ),
  );
  // The second request of a visitor with the same bag is for the same order.
  expect(new Set(ids)).toEqual(new Set(['RC-10482', 'RC-10483', 'RC-10484']));
  expect(await orders.search('AISYAH')).toHaveLength(3);
  expect(await orders.search('%')).toEqual([]);
  const failed = database.transaction(function* () {
    yield ['DELETE FROM order_lines'];
    yield ['SELECT * FROM no_such_table'];
  });
  await expect(failed).rejects.toThrow('no_such_table');
  expect(await orders.findForVisitor(ids[0] ?? '', 'a')).toMatchObject({
    details: sampleDetails,
    lines: [{ sku: 'enamel-mug.green', quantity: 2, total: 2400 }],
    paidAt: null,
  });
});

test('a database that cannot be reached or used is one sentence, without the password of the URL', async () => {
  const port = await findFreePort();
  const urls = {
    [`postgres://clerk:a-secret@127.0.0.1:${port}/shop`]: `connect ECONNREFUSED 127.0.0.1:${port}`,
    [postgres.url.replace(/pgw@(.*)postgres$/, 'pgw:a-secret@$1missing')]:
      'database "missing" does not exist',
  };
  for (const [databaseUrl, reason] of Object.entries(urls))
    await expect(openDatabase({ dataDirectory: '', databaseUrl })).rejects.toThrow(
      `The shop can't use the database of PGW_SHOP_DATABASE_URL (${reason}). Start PostgreSQL, or correct the URL.`,
    );
});
