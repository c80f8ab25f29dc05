import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createGatewayClient, type GatewayClient } from '@pgw/client';
import { createCheckout, type Checkout } from '@pgw/express';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import express from 'express';
import type { OpenStore, RestoreDatabase } from './restore-database.ts';

interface StartedPayment {
  readonly reference: string;
  readonly transactionNumber: string;
}

/** A shop that can be stopped and started again at the same address, with a restored database. */
export interface RestoreShop {
  readonly sandbox: Sandbox;
  readonly checkout: () => Checkout;
  /** References of payments that an operator adopted. */
  readonly adopted: Set<string>;
  readonly pay: (order: string) => Promise<StartedPayment>;
  readonly pressPay: (order: string) => Promise<Response>;
  /** The shopper returns from the gateway, and reloads the return page until it finds the payment. */
  readonly returnToShop: (payment: StartedPayment) => Promise<void>;
  /**
   * Waits until the shop knows each payment: it is no longer open, or it is listed as an unknown transaction.
   */
  readonly waitUntilKnown: (payments: readonly StartedPayment[]) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const amount = 12_890;
const walletChannelId = 5;
/**
 * The length of the random end of a reference. The order ids of this run are short, such as A-1, so each
 * reference begins with the whole id.
 */
const randomEndLength = '-XXXXXXXXXXXXXXXX'.length;
/**
 * The pause between two requests for the return page. The page handles at most five requests a second with
 * unknown references.
 */
const returnPauseMs = 210;

/** The web server of the shop, and the gateway. Both continue to run while the shop is stopped. */
interface Site {
  readonly sandbox: Sandbox;
  readonly gateway: GatewayClient;
  readonly url: string;
  /** Sets the checkout that handles requests; undefined while the shop is stopped. */
  readonly setCheckout: (checkout: Checkout | undefined) => void;
  readonly close: () => Promise<void>;
}

/**
 * The pauses in milliseconds between the attempts of a callback. The pauses grow like those of a real
 * gateway. While an unknown payment waits for an operator, its callback is refused and repeated. With a
 * constant pause of 200 ms, hundreds of callbacks would use all CPU time.
 */
const callbackRetryMs = [
  ...Array.from({ length: 6 }, (_, tries) => 200 * 2 ** tries),
  ...Array<number>(60).fill(15_000),
];

async function openSite(): Promise<Site> {
  const sandbox = await createSandbox({ port: 0, callbackRetryMs });
  const { id: merchantId, secretKey, userName, password } = defaultTenant;
  const credentials = { userName, password };
  const gateway = createGatewayClient({ baseUrl: sandbox.url, merchantId, secretKey, credentials });
  let running: Checkout | undefined;
  const app = express();
  app.use('/pgw', (req, res, next) => {
    if (running === undefined) res.status(502).end();
    else running.router(req, res, next);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    sandbox,
    gateway,
    url: `http://127.0.0.1:${port}`,
    setCheckout: (checkout) => void (running = checkout),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway.close();
      await sandbox.close();
    },
  };
}

async function openCheckout({ gateway, url }: Site, { store, historyMark }: OpenStore): Promise<Checkout> {
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Torture',
    store,
    ...(historyMark === undefined ? {} : { historyMark }),
    sweepIntervalMs: 0,
    resolveOrder: () => ({ amount, currencyCode: 'MYR' }),
    resolveUnknownPayment: ({ reference }) => reference.slice(0, -randomEndLength),
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  await checkout.ready;
  return checkout;
}

/** Returns a function that presses Pay for an order. Each call is a new attempt. */
function createPressPay({ url }: Site): RestoreShop['pressPay'] {
  let presses = 0;
  return (order) => {
    presses += 1;
    const price = { shownAmount: amount, shownCurrencyCode: 'MYR' };
    return fetch(`${url}/pgw/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order, channelId: walletChannelId, ...price, attempt: `attempt-${presses}` }),
    });
  };
}

async function waitUntilKnown(
  { payments, operator }: Checkout,
  expected: readonly StartedPayment[],
): Promise<void> {
  const isSynced = async ({ reference }: StartedPayment): Promise<boolean> => {
    const payment = await payments.get(reference);
    return payment !== undefined && payment.state !== 'open';
  };
  let missing = expected;
  for (;;) {
    const unknown = await operator.unknownTransactions.list({ limit: expected.length });
    const reported = new Set(unknown.map(({ transactionNumber }) => transactionNumber));
    const stillMissing: StartedPayment[] = [];
    for (const payment of missing)
      if (!reported.has(payment.transactionNumber) && !(await isSynced(payment))) stillMissing.push(payment);
    if (stillMissing.length === 0) return;
    missing = stillMissing;
    await wait(200);
  }
}

/** Opens a shop that stores its payments in the database. */
export async function openRestoreShop(database: RestoreDatabase): Promise<RestoreShop> {
  const site = await openSite();
  const pressPay = createPressPay(site);
  let running: { readonly checkout: Checkout; readonly opened: OpenStore } | undefined;
  const checkout = (): Checkout => {
    if (running === undefined) throw new Error('The shop is stopped.');
    return running.checkout;
  };
  const start = async (): Promise<void> => {
    const opened = database.open();
    running = { checkout: await openCheckout(site, opened), opened };
    site.setCheckout(running.checkout);
  };
  const stop = async (): Promise<void> => {
    site.setCheckout(undefined);
    await running?.checkout.close();
    await running?.opened.close();
    running = undefined;
  };
  await start();
  return {
    sandbox: site.sandbox,
    checkout,
    adopted: new Set(),
    pressPay,
    pay: async (order) => {
      const response = await pressPay(order);
      if (response.status !== 201)
        throw new Error(`The start of ${order} failed with status ${response.status}.`);
      const [payment] = await checkout().payments.list({ orderId: order });
      if (payment?.transactionNumber == null)
        throw new Error(`The payment of ${order} has no transaction at the gateway.`);
      return { reference: payment.reference, transactionNumber: payment.transactionNumber };
    },
    returnToShop: async ({ reference, transactionNumber }) => {
      const address = `${site.url}/pgw/return?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`;
      let isFound = false;
      while (!isFound) {
        isFound = (await fetch(address)).ok;
        await wait(returnPauseMs); // also after the last request, because the next payment follows
      }
    },
    waitUntilKnown: (payments) => waitUntilKnown(checkout(), payments),
    start,
    stop,
    close: async () => {
      await stop();
      await site.close();
    },
  };
}
