import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createGatewayClient, type GatewayClient } from '@pgw/client';
import { createCheckout, type Checkout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import express from 'express';

interface Started {
  readonly reference: string;
  readonly transactionNumber: string;
}

/** A shop over the embedded store that can be stopped, given another database file, and started again at the same address. */
export interface RestoreShop {
  readonly sandbox: Sandbox;
  readonly checkout: () => Checkout;
  /** References of payments that an operator adopted. */
  readonly adopted: Set<string>;
  readonly pay: (order: string) => Promise<Started>;
  readonly press: (order: string) => Promise<Response>;
  readonly comeBack: (payment: Started) => Promise<void>;
  /** Resolves when the store has the payment, or an unknown transaction of it. */
  readonly isKnown: (payment: Started) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const amount = 12_890;
const wallet = 5;
/** Returns with unknown references are limited to five a second. */
const returnPauseMs = 210;

/** What stays while the shop is stopped: its address, and the gateway. */
interface Site {
  readonly sandbox: Sandbox;
  readonly gateway: GatewayClient;
  readonly url: string;
  /** The checkout that answers requests; undefined while the shop is stopped. */
  readonly serve: (checkout: Checkout | undefined) => void;
  readonly close: () => Promise<void>;
}

async function openSite(): Promise<Site> {
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: Array.from({ length: 600 }, () => 200) });
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
    serve: (checkout) => void (running = checkout),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway.close();
      await sandbox.close();
    },
  };
}

async function openCheckout({ gateway, url }: Site, file: string): Promise<Checkout> {
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Torture',
    store: embeddedStore({ file }),
    sweepIntervalMs: 0,
    resolveOrder: () => ({ amount, currencyCode: 'MYR' }),
    // Orders of the run are …: the reference begins with the whole id.
    orderOfPayment: ({ reference }) => reference.slice(0, -17),
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  await checkout.ready;
  return checkout;
}

/** Presses Pay for an order, each time as a new attempt. */
function presser({ url }: Site): RestoreShop['press'] {
  let presses = 0;
  return (order) => {
    presses += 1;
    const price = { shownAmount: amount, shownCurrencyCode: 'MYR' };
    return fetch(`${url}/pgw/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order, channelId: wallet, ...price, attempt: `attempt-${presses}` }),
    });
  };
}

/** Resolves when the store has the payment settled, or an unknown transaction of it. */
async function isKnown(
  { payments, operator }: Checkout,
  { reference, transactionNumber }: Started,
): Promise<void> {
  for (;;) {
    const payment = await payments.find(reference);
    if (payment !== undefined && payment.state !== 'open') return;
    const unknown = await operator.unknownTransactions(500);
    if (unknown.some((one) => one.transactionNumber === transactionNumber)) return;
    await wait(50);
  }
}

/** Opens the shop over a database file. */
export async function openRestoreShop(file: string): Promise<RestoreShop> {
  const site = await openSite();
  const press = presser(site);
  let running: Checkout | undefined;
  const checkout = (): Checkout => {
    if (running === undefined) throw new Error('The shop is stopped.');
    return running;
  };
  const start = async (): Promise<void> => {
    running = await openCheckout(site, file);
    site.serve(running);
  };
  const stop = async (): Promise<void> => {
    site.serve(undefined);
    await running?.close();
    running = undefined;
  };
  await start();
  return {
    sandbox: site.sandbox,
    checkout,
    adopted: new Set(),
    press,
    pay: async (order) => {
      const response = await press(order);
      if (response.status !== 201) throw new Error(`The start of ${order} was answered ${response.status}.`);
      const [payment] = await checkout().payments.ofOrder(order);
      if (payment?.transactionNumber == null) throw new Error(`The payment of ${order} was not opened.`);
      return { reference: payment.reference, transactionNumber: payment.transactionNumber };
    },
    comeBack: async ({ reference, transactionNumber }) => {
      await fetch(`${site.url}/pgw/return?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`);
      await wait(returnPauseMs);
    },
    isKnown: (payment) => isKnown(checkout(), payment),
    start,
    stop,
    close: async () => {
      await stop();
      await site.close();
    },
  };
}
