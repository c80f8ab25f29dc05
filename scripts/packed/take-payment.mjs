// A shop that uses only the installed packages. With each store it takes one payment, and waits until the
// payment is fulfilled. It uses the PostgreSQL store only if DATABASE_URL is set.
// Usage: node take-payment.mjs <express | express4>
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { memoryStore } from '@pgw/express/stores/memory';
import { postgresStore } from '@pgw/express/stores/postgres';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import pg from 'pg';
import { fetchJson, startPayment } from './start-payment.mjs';

const [expressName] = process.argv.slice(2);
const { default: express } = await import(expressName);
const orderId = `${process.version}-${expressName}`;
const { DATABASE_URL } = process.env;
const sandbox = await createSandbox({ port: 0 });
const { id: merchantId, secretKey, userName, password } = defaultTenant;
const gateway = createGatewayClient({
  baseUrl: sandbox.url,
  merchantId,
  secretKey,
  credentials: { userName, password },
});

await takePayment('embedded', embeddedStore({ file: `${orderId}.db` }));
await takePayment('memory', memoryStore());
if (DATABASE_URL !== undefined) {
  const pool = new pg.Pool({ connectionString: DATABASE_URL });
  await takePayment('postgres', postgresStore({ pool }));
  await pool.end();
}
await Promise.all([gateway.close(), sandbox.close()]);

async function takePayment(storeName, store) {
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const fulfilled = Promise.withResolvers();
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Two Mugs',
    store,
    resolveOrder: () => ({ amount: 12_345, currencyCode: 'MYR' }),
    onPaid: ({ reference }) => fulfilled.resolve(reference),
  });
  app.use('/pgw', checkout.router);
  await checkout.ready;

  const { transactionNumber, reference } = await startPayment(url, orderId);
  sandbox.decide(transactionNumber, 'approve');
  await fulfilled.promise;
  const { state } = await fetchJson(`${url}/pgw/payments/${reference}`);
  console.log(`${storeName}: ${state}`);

  await checkout.close();
  server.closeAllConnections();
  server.close();
}
