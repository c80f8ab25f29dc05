// Runs a shop with one example of docs/your-database.md. The gateway repeats its callback, and onPaid fails
// after its first write. Prints as JSON how often onPaid ran and which amount was paid for the order.
// Usage: node fulfil-once.mjs <example> <SQL of the tables>
// The environment variable DATABASE_URL names the database. The example for SQLite does not need it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import express from 'express';
import pg from 'pg';

const [example, tables] = process.argv.slice(2);
const orderId = example.replace('.ts', '');
const amount = 12_890;
const database = await openDatabase();
await database.run(tables.replaceAll('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
await database.run(`INSERT INTO orders (id, amount) VALUES ('${orderId}', ${amount})`);

const { orders } = await import(pathToFileURL(example).href);
const sandbox = await createSandbox({ port: 0 });
const { id: merchantId, secretKey, userName, password } = defaultTenant;
const gateway = createGatewayClient({
  baseUrl: sandbox.url,
  merchantId,
  secretKey,
  credentials: { userName, password },
});
const app = express();
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

let onPaidCalls = 0;
let clockOffsetMs = 0;
const eventPromises = new Map(
  ['fulfilment-failed', 'payment-fulfilled'].map((name) => [name, Promise.withResolvers()]),
);
const checkout = createCheckout({
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
  now: () => Date.now() + clockOffsetMs,
});
app.use('/pgw', checkout.router);
await checkout.ready;

const { channels } = await fetchJson(`${url}/pgw/session?order=${orderId}`);
const { payment } = await fetchJson(`${url}/pgw/payments`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    order: orderId,
    channelId: channels.find(({ kind }) => kind === 'direct').id,
    shownAmount: amount,
    shownCurrencyCode: 'MYR',
    attempt: 'attempt-of-the-example',
  }),
});
sandbox.decide(payment.transactionNumber, 'approve', { callback: 'twice' });
await eventPromises.get('fulfilment-failed').promise;
// The next attempt of the fulfilment is now due, and the sweep runs it.
clockOffsetMs = 60 * 60 * 1000;
await checkout.payments.sweep();
await eventPromises.get('payment-fulfilled').promise;
await checkout.payments.settle(payment.reference);
const paidAmount = await database.readPaidAmount();
console.log(JSON.stringify({ onPaidCalls, paidAmount }));
// The examples do not close their connections, so the process must exit explicitly.
process.exit(0);

async function openDatabase() {
  const query = 'SELECT paid FROM orders WHERE id = ';
  if (orderId === 'sqlite') {
    const file = new DatabaseSync('shop.db');
    return {
      run: (sql) => file.exec(sql),
      readPaidAmount: () => Number(file.prepare(`${query}?`).get(orderId).paid),
    };
  }
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  return {
    run: (sql) => pool.query(sql),
    readPaidAmount: async () => (await pool.query(`${query}$1`, [orderId])).rows[0].paid,
  };
}

async function fetchJson(address, init) {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} responded with HTTP ${response.status}: ${text}`);
  return JSON.parse(text);
}
