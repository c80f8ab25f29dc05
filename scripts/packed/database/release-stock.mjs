// Runs a shop with the example stock.ts of docs/your-database.md. A payment fails, the order is paid by another payment,
// and it is refunded in two parts, the first one at the gateway. Prints the rows after each step as JSON.
// Usage: node release-stock.mjs <SQL of the tables>
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { createCheckout } from '@pgw/express';
import express from 'express';
import { openSandbox } from './sandbox.mjs';
import { startPayment } from './start-payment.mjs';

const amount = 12_890;
const database = new DatabaseSync('stock.db');
database.exec(process.argv[2]);
database.exec(`INSERT INTO orders (id, amount) VALUES ('A1', ${amount});
  INSERT INTO products VALUES ('mug', 4);
  INSERT INTO reservations VALUES ('A1', 'mug', 'held')`);

const { orders } = await import('./stock.ts');
const { sandbox, gateway } = await openSandbox();
const app = express();
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

let calls = 0;
let waiting;
const checkout = createCheckout({
  gateway,
  publicUrl: url,
  merchant: 'Two Mugs',
  ...orders,
  onEvent: ({ event }) => {
    if (event !== 'hook-succeeded') return;
    calls += 1;
    waiting?.();
  },
  sweepIntervalMs: 0,
});
app.use('/pgw', checkout.router);
await checkout.ready;

const steps = [];
const failed = await startPayment(url, 'A1', 'attempt-1');
sandbox.decide(failed.transactionNumber, 'decline', { callback: 'twice' });
await recordStep(1);
const paid = await startPayment(url, 'A1', 'attempt-2');
sandbox.decide(paid.transactionNumber, 'approve', { callback: 'twice' });
await recordStep(2);
await gateway.refundPayment({ transactionNumber: paid.transactionNumber, reason: 'Chipped', amount: 2_890 });
await recordStep(3);
await checkout.operator.refunds.create('refund-0001', { reference: paid.reference, reason: 'Returned' });
await recordStep(4);
console.log(JSON.stringify(steps));
process.exit(0);

/** Waits until this number of hooks has succeeded, and records the rows. */
async function recordStep(count) {
  while (calls < count) await new Promise((resolve) => (waiting = resolve));
  const row = database.prepare(
    `SELECT stock, state, paid, refunded, (SELECT is_active FROM memberships) AS membership FROM products, reservations, orders`,
  );
  steps.push(Object.values(row.get()));
}
