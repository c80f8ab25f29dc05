// A shop with an office, over HTTP, and a sandbox. One order is paid, and a part of it is refunded.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createGatewayClient } from '../../../packages/client/src/index.ts';
import { createOffice } from '../../../packages/office/src/index.ts';
import { verbs } from '../../../packages/office/src/options.ts';
import { channelIds } from '../../../packages/sandbox/src/catalogue/channel-ids.ts';
import { createSandbox, defaultTenant } from '../../../packages/sandbox/src/index.ts';
import { createCheckout } from '../../../packages/server/src/adapters/node/index.ts';

const amount = 8200;

export async function openOffice(store) {
  const sandbox = await createSandbox({ port: 0 });
  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const { id: merchantId, secretKey, userName, password } = defaultTenant;
  const credentials = { userName, password };
  const gateway = createGatewayClient({ baseUrl: sandbox.url, merchantId, secretKey, credentials });
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Bench',
    store,
    sweepIntervalMs: 0,
    historyMark: false,
    resolveOrder: () => ({ amount, currencyCode: 'MYR' }),
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  const office = checkout.mount(
    createOffice(checkout, {
      clerk: () => ({ id: '1', name: 'Bench', may: verbs }),
      describeOrders: (ids) => ids.map((id) => ({ id, name: 'Aisyah Rahman' })),
      findOrders: () => [],
    }),
  );
  const respond = async (request, response) =>
    (await checkout.handle(request, response)) || office(request, response);
  await checkout.ready;
  return {
    url,
    sandbox,
    checkout,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await checkout.close();
      await gateway.close();
      await sandbox.close();
    },
  };
}

/** Pays an order and refunds a part of it. Returns the reference of the payment. */
export async function payAndRefund({ url, sandbox, checkout }) {
  const started = await fetch(`${url}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order: 'A1',
      channelId: channelIds.kilatPay,
      attempt: 'attempt-of-the-bench',
      shownAmount: amount,
      shownCurrencyCode: 'MYR',
    }),
  });
  const { reference, transactionNumber } = (await started.json()).payment;
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await checkout.payments.sync(reference);
  await checkout.operator.refunds.create('refund-of-the-bench', { reference, amount: 100, reason: 'Bench' });
  await checkout.sweep();
  return reference;
}
