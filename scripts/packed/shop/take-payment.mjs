// A shop that uses only the installed packages. With each store it takes one payment, and waits until the payment is
// fulfilled. It uses the PostgreSQL store only if DATABASE_URL is set, in a new database of that server.
// Usage: node take-payment.mjs <express | express4>
import { embeddedStore } from '@pgw/express/stores/embedded';
import { memoryStore } from '@pgw/express/stores/memory';
import { postgresStore } from '@pgw/express/stores/postgres';
import pg from 'pg';
import { createDatabase } from './create-database.mjs';
import { payOrder } from './pay-order.mjs';
import { openSandbox } from './sandbox.mjs';

const [expressName] = process.argv.slice(2);
const { default: express } = await import(expressName);
const orderId = `${process.version}-${expressName}`;
const { DATABASE_URL } = process.env;
const { sandbox, gateway } = await openSandbox();

await takePayment('embedded', embeddedStore({ file: `${orderId}.db` }));
await takePayment('memory', memoryStore());
if (DATABASE_URL !== undefined) {
  const pool = new pg.Pool({ connectionString: await createDatabase(DATABASE_URL, orderId) });
  await takePayment('postgres', postgresStore({ pool }));
  await pool.end();
}
await Promise.all([gateway.close(), sandbox.close()]);

async function takePayment(storeName, store) {
  const { state } = await payOrder(orderId, { express, store, sandbox, gateway });
  console.log(`${storeName}: ${state}`);
}
