// A shop in Bun that uses only the installed packages. With each store it takes one payment, and waits until the payment
// is fulfilled. Then it prints the error of each transport that needs undici.
// Usage: bun bun-payment.mjs
import { createGatewayClient, dispatcherTransport, pooledTransport } from '@pgw/client';
import { embeddedStore } from '@pgw/server/stores/embedded';
import { memoryStore } from '@pgw/server/stores/memory';
import { createCheckout } from '@pgw/server/web';
import { listSettings, openSandbox } from './sandbox.mjs';
import { fetchJson, startPayment } from './start-payment.mjs';

const { sandbox, gateway } = await openSandbox();

await takePayment('embedded', embeddedStore({ file: 'bun.db' }));
await takePayment('memory', memoryStore());
await gateway.close();

const pooled = createGatewayClient({
  ...listSettings(sandbox.url),
  transport: pooledTransport(sandbox.url),
});
await pooled.getChannels().catch(({ message }) => console.log(`pooledTransport: ${message}`));
await pooled.close();
try {
  dispatcherTransport({});
} catch ({ message }) {
  console.log(`dispatcherTransport: ${message}`);
}
await sandbox.close();

async function takePayment(storeName, store) {
  const server = Bun.serve({ port: 0, fetch: (request) => checkout.handler(request) });
  const url = `http://127.0.0.1:${server.port}`;
  const fulfilled = Promise.withResolvers();
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Two Mugs',
    store,
    clientAddress: () => '127.0.0.1',
    resolveOrder: () => ({ amount: 12_345, currencyCode: 'MYR' }),
    onPaid: ({ reference }) => fulfilled.resolve(reference),
  });
  await checkout.ready;
  const { transactionNumber, reference } = await startPayment(url, 'bun');
  sandbox.decide(transactionNumber, 'approve');
  await fulfilled.promise;
  const { state } = await fetchJson(`${url}/pgw/payments/${reference}`);
  console.log(`${storeName}: ${state}`);
  await checkout.close();
  await server.stop(true);
}
