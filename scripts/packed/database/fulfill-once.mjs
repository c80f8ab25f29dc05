// Runs a shop with one example of docs/your-database.md. The gateway repeats its callback, and onPaid fails
// after its first write. The price of a second order is raised after its payment was started. Prints as JSON how often
// onPaid ran for the first order, which amount was paid for it, and which amount was paid for the second order before
// and after a person has accepted its payment.
// Usage: node fulfill-once.mjs <example> <SQL of the tables>
// The environment variable DATABASE_URL names the server, on which a database is created. The example for SQLite does not need it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createCheckout } from '@pgw/express';
import { withTestOverrides } from '@pgw/express/testing';
import express from 'express';
import pg from 'pg';
import { createDatabase } from './create-database.mjs';
import { openSandbox } from './sandbox.mjs';
import { startPayment } from './start-payment.mjs';

const [example, tables] = process.argv.slice(2);
const orderId = example.replace('.ts', '');
const amount = 12_890;
if (process.env.DATABASE_URL)
  process.env.DATABASE_URL = await createDatabase(process.env.DATABASE_URL, orderId);
const database = await openDatabase();
await database.run(tables);
await database.run(`INSERT INTO orders (id, amount) VALUES ('${orderId}', ${amount})`);

const { orders } = await import(pathToFileURL(example).href);
const { sandbox, gateway } = await openSandbox();
const app = express();
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

let onPaidCalls = 0;
let clockOffsetMs = 0;
const eventPromises = new Map(
  ['hook-failed', 'hook-succeeded'].map((name) => [name, Promise.withResolvers()]),
);
const options = {
  gateway,
  publicUrl: url,
  merchant: 'Two Mugs',
  ...orders,
  onPaid: async (payment, context) => {
    onPaidCalls += 1;
    await orders.onPaid(payment, context);
    if (onPaidCalls === 1) throw new Error('The process was interrupted after its first write.');
  },
  onEvent: ({ event }) => eventPromises.get(event)?.resolve(),
  sweepIntervalMs: 0,
};
const checkout = createCheckout(withTestOverrides(options, { now: () => Date.now() + clockOffsetMs }));
app.use('/pgw', checkout.router);
await checkout.ready;

const payment = await startPayment(url, orderId);
sandbox.decide(payment.transactionNumber, 'approve', { callback: 'twice' });
await eventPromises.get('hook-failed').promise;
// The next attempt of the fulfillment is now due, and the sweep runs it.
clockOffsetMs = 60 * 60 * 1000;
await checkout.sweep();
await eventPromises.get('hook-succeeded').promise;
await checkout.payments.sync(payment.reference);
const result = { onPaidCalls, paidAmount: await database.readPaidAmount(orderId) };
const lowAmounts = await payTooLittle(`${orderId}-2`);
console.log(JSON.stringify({ ...result, lowAmounts }));
// The examples do not close their connections, so the process must exit explicitly.
process.exit(0);

async function payTooLittle(lowId) {
  await database.run(`INSERT INTO orders (id, amount) VALUES ('${lowId}', ${amount})`);
  const { reference, transactionNumber } = await startPayment(url, lowId);
  await database.run(`UPDATE orders SET amount = ${amount + 1} WHERE id = '${lowId}'`);
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const lowPayment = await checkout.payments.sync(reference);
  const before = await database.readPaidAmount(lowId);
  if (lowPayment.state === 'review')
    await checkout.operator.reviews.resolve(reference, {
      outcome: 'paid',
      reason: 'The rest is paid in cash.',
    });
  else await orders.onPaid({ ...lowPayment, acceptedAt: Date.now() }, { tx: database.pool, key: reference });
  return [before, await database.readPaidAmount(lowId)];
}

async function openDatabase() {
  const query = 'SELECT paid FROM orders WHERE id = ';
  if (orderId === 'sqlite') {
    const file = new DatabaseSync('shop.db');
    return {
      run: (sql) => file.exec(sql),
      readPaidAmount: (id) => Number(file.prepare(`${query}?`).get(id).paid),
    };
  }
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  return {
    pool,
    run: (sql) => pool.query(sql),
    readPaidAmount: async (id) => (await pool.query(`${query}$1`, [id])).rows[0].paid,
  };
}
