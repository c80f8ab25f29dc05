// A shop in its own folder, as a merchant writes it: one checkout, or two in one process. It reports to its parent.
import { createServer } from 'node:http';
import { createCheckout, type Checkout, type CheckoutOptions } from '@pgw/express';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { withTestOverrides } from '@pgw/express/testing';
import { createGatewayClient } from '@pgw/client';
import express from 'express';
import { listen } from '../network/server.ts';
import type { ShopMessage, ShopRequest, ShopSettings } from './running-shop.ts';

const settings = JSON.parse(process.env['PGW_TORTURE_STORY'] ?? '') as ShopSettings;
const send = (message: ShopMessage): void => void process.send?.(message);
process.on('disconnect', () => process.exit());

const app = express();
const url = await listen(createServer(app));
const checkouts = settings.merchants.map(({ path, clientOptions }): Checkout => {
  const options: CheckoutOptions<EmbeddedTransaction> = {
    gateway: createGatewayClient(clientOptions),
    publicUrl: url,
    mountPath: path,
    merchant: `Merchant ${clientOptions.merchantId}`,
    // Without a store, the file is .pgw/payments.db in the folder of the process.
    ...(settings.file === undefined ? {} : { store: embeddedStore({ file: settings.file }) }),
    sweepIntervalMs: settings.sweeps ? 1_000 : 0,
    historyMark: false,
    resolveOrder: () => ({ amount: 12_890, currencyCode: 'MYR' }),
    onPaid: ({ orderId }) => send({ paid: `${path} ${orderId}` }),
    onEvent: ({ event, message }) => send({ event, message }),
  };
  const now = (): number => Date.now() + settings.aheadMs;
  const checkout = createCheckout(
    withTestOverrides(options, { now: settings.aheadMs === 0 ? undefined : now }),
  );
  app.use(path, checkout.router);
  return checkout;
});
const [first] = checkouts;
async function answer({ id, ask, reference }: ShopRequest): Promise<void> {
  try {
    const result =
      ask === 'health'
        ? await first?.health()
        : await first?.operator.refunds.create('refund-1', { reference, reason: 'A broken mug' });
    send({ id, result });
  } catch (error) {
    send({ id, result: { refused: (error as Error).message } });
  }
}
process.on('message', (request: ShopRequest) => void answer(request));
const refusals = await Promise.all(
  checkouts.map(({ ready }) =>
    ready.then(
      () => null,
      (error: unknown) => (error as Error).message,
    ),
  ),
);
send({ url, refusals });
