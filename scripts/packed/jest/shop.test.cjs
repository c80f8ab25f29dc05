// The test of a shop for Jest, as a CommonJS module. Jest loads ES modules by require() in Node 24.9 and newer, with
// the option --experimental-vm-modules of Node.
const { createServer } = require('node:http');
const events = require('node:events');
const { createGatewayClient } = require('@pgw/client');
const { createCheckout } = require('@pgw/express');
const { memoryStore } = require('@pgw/express/stores/memory');
const { createSandbox, defaultTenant } = require('@pgw/sandbox');
const express = require('express');
const { fetchJson, startPayment } = require('./start-payment.mjs');

test('an order is paid', async () => {
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
  await events.once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const paid = Promise.withResolvers();
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Two Mugs',
    store: memoryStore(),
    resolveOrder: () => ({ amount: 12_345, currencyCode: 'MYR' }),
    onPaid: ({ orderId }) => paid.resolve(orderId),
  });
  app.use('/pgw', checkout.router);

  const { transactionNumber, reference } = await startPayment(url, 'A1');
  sandbox.decide(transactionNumber, 'approve');
  expect(await paid.promise).toBe('A1');
  expect(await fetchJson(`${url}/pgw/payments/${reference}`)).toMatchObject({ state: 'paid' });

  await checkout.close();
  server.closeAllConnections();
  server.close();
  await Promise.all([gateway.close(), sandbox.close()]);
}, 60_000);
