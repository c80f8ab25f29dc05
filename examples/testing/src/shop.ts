import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGatewayClient, type GatewayClientOptions } from '@pgw/client';
import { createCheckout, type Checkout, type CheckoutEvent, type CheckoutOptions } from '@pgw/express';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { memoryStore } from '@pgw/express/stores/memory';
import { withTestOverrides } from '@pgw/express/testing';
import express from 'express';

/** The gateway and the clock of a shop. */
export interface ShopOptions {
  /** The options of the gateway's client. */
  readonly clientOptions: GatewayClientOptions;
  /** The clock. Default: the real one. */
  readonly now?: (() => number) | undefined;
}

/** A shop that sells two mugs. */
export interface Shop {
  /** The URL of the shop, without a slash at the end. */
  readonly url: string;
  /** The URL of its checkout. */
  readonly checkoutUrl: string;
  readonly checkout: Checkout;
  /** The state of each order, by its id. An order whose payment has no result yet is missing. */
  readonly orders: ReadonlyMap<string, 'paid' | 'not paid' | 'refunded'>;
  /** What operators should see, such as a refund that has failed. */
  readonly events: readonly CheckoutEvent[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens the shop on a free port, so that every test can have its own. */
export async function openShop({ clientOptions, now }: ShopOptions): Promise<Shop> {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createGatewayClient(clientOptions);
  const orders = new Map<string, 'paid' | 'not paid' | 'refunded'>();
  const events: CheckoutEvent[] = [];
  const options: CheckoutOptions<EmbeddedTransaction> = {
    gateway,
    publicUrl: url,
    merchant: 'Two Mugs',
    store: memoryStore(),
    cards: {},
    resolveOrder: (id) => (/^A\d+$/.test(id) ? { amount: 12_345, currencyCode: 'MYR' } : undefined),
    onPaid: ({ orderId }) => void orders.set(orderId, 'paid'),
    onEnded: ({ orderId }) => void orders.set(orderId, 'not paid'),
    onRefunded: (_refund, { payment }) => void orders.set(payment.orderId, 'refunded'),
    onEvent: (event) => events.push(event),
  };
  const checkout = createCheckout(withTestOverrides(options, { now }));
  app.use('/pgw', checkout.router);
  // Browsers request an icon for each page.
  app.get('/favicon.ico', (_req, res) => void res.status(204).end());
  app.get('/orders/:id', (req, res) => {
    const nonce = randomBytes(16).toString('base64');
    res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
    res.send(renderPage(/^A\d+$/.exec(req.params.id)?.[0] ?? '', nonce));
  });
  const close = async (): Promise<void> => {
    await checkout.close();
    await gateway.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, checkoutUrl: `${url}/pgw`, checkout, orders, events, close, [Symbol.asyncDispose]: close };
}

function renderPage(order: string, nonce: string): string {
  return `<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Pay – Two Mugs</title>
      <script type="module" src="/pgw/checkout.mjs" nonce="${nonce}"></script>
      <script async src="/pgw/checkout.js" nonce="${nonce}"></script>
      <h1>Two mugs</h1>
      <pgw-checkout order="${order}"></pgw-checkout>
    </html>`;
}
