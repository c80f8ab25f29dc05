// A shop with Express that uses only the installed packages.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCheckout } from '@pgw/express';
import { fetchJson, startPayment } from './start-payment.mjs';

/**
 * Serves a shop, takes a payment of an order, and waits until the order is fulfilled. Resolves with the payment as the
 * browser reads it. `express` is a version of Express, and `sandbox` with `gateway` is the result of `openSandbox`.
 */
export async function payOrder(orderId, { express, store, sandbox, gateway }) {
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

  const script = await fetch(`${url}/pgw/checkout.mjs`);
  if (!script.ok) throw new Error(`The script of the element: HTTP ${script.status}.`);
  const { transactionNumber, reference } = await startPayment(url, orderId);
  sandbox.decide(transactionNumber, 'approve');
  await fulfilled.promise;
  const payment = await fetchJson(`${url}/pgw/payments/${reference}`);

  await checkout.close();
  server.closeAllConnections();
  server.close();
  return payment;
}
