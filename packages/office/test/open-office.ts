import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGatewayClient } from '@pgw/client';
import { createCheckout, type CheckoutOptions, type Payment } from '@pgw/express';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { withTestOverrides } from '@pgw/express/testing';
import { createSandbox } from '@pgw/sandbox';
import express from 'express';
import { channelIds } from '../../sandbox/src/catalogue/channel-ids.ts';
import { getDatabasePath } from '../../../examples/shop/src/database.ts';
import { openDatabase } from '../../../examples/shop/src/open-database.ts';
import { createHooks } from '../../../examples/shop/src/checkout.ts';
import { createShopOffice } from '../../../examples/shop/src/office.ts';
import { deriveSessionKey } from '../../../examples/shop/src/sign-in/sessions.ts';
import { Orders } from '../../../examples/shop/src/orders/orders.ts';
import { products } from '../../../examples/shop/src/catalogue/products.ts';
import { readSettings } from '../../../examples/shop/src/settings.ts';
import { createShopRouter } from '../../../examples/shop/src/shop.ts';
import { createTokens } from '../src/http/forms.ts';
import { readVisitor } from '../../../examples/shop/src/visitors/visitor.ts';
import {
  cameronAmount,
  cameronForm,
  createVisitor,
  createTemporaryDirectory,
} from '../../../examples/shop/test/open-shop.ts';

/** A refund that is processing is done after this time of the sandbox's clock, which only a test advances. */
export const refundDelayMs = 3_600_000;

export const password = 'rimba-office';
/** The fields of the sign-in form for the clerk of the demo. */
export const credentials = { name: 'Aina', password };
/** The time after which the gateway client gives up a request. */
export const gatewayTimeoutMs = 3000;
/** A channel with a fee of RM 0.50. */
export const walletChannelId = channelIds.kilatPay;
export const cardChannelId = channelIds.card;
export type OpenOffice = Awaited<ReturnType<typeof openOffice>>;

interface OfficeOptions {
  /** Returns the URL under which the shop reaches the sandbox. Default: the URL of the sandbox. */
  readonly gatewayUrl?: (sandboxUrl: string) => Promise<string>;
  /** The sum above which another clerk must approve. */
  readonly secondClerkAbove?: number;
}

/** A function of one argument that is called once for each argument. */
function remember<Result>(create: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const result = results.get(text) ?? create(text);
    results.set(text, result);
    return result;
  };
}

/** Derives the key of the sessions as the shop does. That is slow on purpose, and most offices have the same clerks. */
const getSessionKey = remember((clerks) => deriveSessionKey(JSON.parse(clerks)));

/** The file of a shop without orders. Creating its tables takes longer than copying it. */
const getEmptyDatabase = remember(async () => {
  const directory = createTemporaryDirectory();
  const file = getDatabasePath(directory.path);
  await (await openDatabase({ dataDirectory: directory.path, databaseUrl: undefined })).close();
  const store = embeddedStore({ file });
  await store.open();
  await store.close();
  const bytes = readFileSync(file);
  directory.remove();
  return bytes;
});

/** Starts the shop with its back office and a sandbox. All of them are reached over HTTP. */
export async function openOffice(
  env: Record<string, string> = {},
  { gatewayUrl = (url) => Promise.resolve(url), secondClerkAbove }: OfficeOptions = {},
) {
  const directory = createTemporaryDirectory();
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: [50], refundDelayMs });
  const app = express().set('trust proxy', 'loopback');
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const baseUrl = await gatewayUrl(sandbox.url);
  const settings = readSettings({ PGW_SHOP_PORT: String(port), PGW_BASE_URL: baseUrl, ...env });
  writeFileSync(getDatabasePath(directory.path), await getEmptyDatabase(''), { mode: 0o600 });
  const shopDatabase = await openDatabase({ dataDirectory: directory.path, databaseUrl: undefined });
  const database = new DatabaseSync(getDatabasePath(directory.path));
  const orders = new Orders(shopDatabase);
  const gateway = createGatewayClient({ ...settings.gateway, timeoutMs: gatewayTimeoutMs });
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const failures = { fulfillment: false, refundHook: false };
  const refundedIds: string[] = [];
  const hooks = createHooks<EmbeddedTransaction>((tx, [sql, ...values]) => tx.all(sql, ...values));
  const options: CheckoutOptions<EmbeddedTransaction> = {
    gateway,
    publicUrl: settings.publicUrl,
    merchant: 'Rimba Coffee',
    store: embeddedStore({ file: getDatabasePath(directory.path) }),
    sweepIntervalMs: 0,
    payouts: { merchantId: Number(settings.gateway.merchantId) },
    limits: { fulfillAttempts: 1 },
    onEvent: () => {},
    resolveOrder: async (id, request) => {
      const order = await orders.findPayable(id, readVisitor(request));
      return order && { amount: order.amount, currencyCode: order.currencyCode };
    },
    resolveUnknownPayment: async (payment) => (await orders.findForPayment(payment))?.id,
    ...hooks,
    onPaid: (payment, context) => {
      if (failures.fulfillment) throw new Error('The printer is out of paper.');
      return hooks.onPaid(payment, context);
    },
    onRefunded: ({ id }) => {
      if (failures.refundHook) throw new Error('The ledger is locked.');
      refundedIds.push(id);
    },
  };
  const checkout = createCheckout(withTestOverrides(options, { now }));
  await checkout.ready;
  app.use('/pgw', checkout.router);
  app.use(
    '/office',
    createShopOffice({
      database: shopDatabase,
      orders,
      checkout,
      gateway,
      settings,
      sessionKey: getSessionKey(JSON.stringify(settings.office.clerks)),
      now,
      ...(secondClerkAbove !== undefined && { secondClerkAbove }),
    }),
  );
  app.use(createShopRouter({ database: shopDatabase, products, orders, checkout, settings }));

  /** Starts another payment of an order. */
  const startPaymentOf = async (
    order: string,
    channelId: number,
    buyer: ReturnType<typeof createVisitor>,
  ): Promise<Payment> => {
    const request = {
      order,
      channelId,
      shownAmount: cameronAmount,
      shownCurrencyCode: 'MYR',
      attempt: randomUUID(),
    };
    const started = await buyer.send('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    // The error of a lost start has the reference too.
    const body = JSON.parse(started.text) as { payment?: { reference: string }; reference?: string };
    const payment = await checkout.payments.get(body.payment?.reference ?? body.reference ?? '');
    if (payment === undefined) throw new Error(started.text);
    return payment;
  };
  /** Places an order and starts its payment through a channel. */
  const startPayment = async (
    channelId: number = walletChannelId,
    buyer = createVisitor(url),
  ): Promise<Payment> => startPaymentOf(await buyer.placeOrder(cameronForm), channelId, buyer);
  /** Places an order and pays it. */
  const createPaidPayment = async (
    channelId?: number,
    buyer?: ReturnType<typeof createVisitor>,
  ): Promise<Payment> => {
    const { reference, transactionNumber } = await startPayment(channelId, buyer);
    sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
    const payment = await checkout.payments.sync(reference);
    if (payment === undefined) throw new Error('The payment was not found.');
    return payment;
  };
  return {
    url,
    sandbox,
    /** A connection of the test. */
    database,
    orders: {
      find: (id: string): { readonly state: unknown } | undefined => {
        const row = database.prepare('SELECT state FROM orders WHERE id = ?').get(id);
        return row && { state: row['state'] };
      },
    },
    checkout,
    clock,
    failures,
    /** The ids of the refunds for which the shop's code has run. */
    refundedIds,
    createVisitor: () => createVisitor(url),
    startPayment,
    startPaymentOf,
    createPaidPayment,
    /** Places an order and pays it, while the shop's code throws. */
    createFailedFulfillment: async (): Promise<Payment> => {
      failures.fulfillment = true;
      const payment = await createPaidPayment();
      failures.fulfillment = false;
      return payment;
    },
    /** Places an order of RM 82.00, and authorizes a card for it without a charge. */
    authorizeCard: async (): Promise<Payment> => {
      const { reference, transactionNumber } = await startPayment(cardChannelId);
      sandbox.decide(transactionNumber ?? '', 'authorize', { callback: 'never' });
      const payment = await checkout.payments.sync(reference);
      if (payment?.state !== 'authorized') throw new Error(`The payment is ${payment?.state}.`);
      return payment;
    },
    /** Requests a payout of RM 10.00 at the gateway, without the back office. */
    requestPayoutElsewhere: (referenceCode: string) =>
      gateway.payout({
        channelId: gateway.profile.payoutChannelId[gateway.environment],
        providerChannelId: 'BSERI01',
        currencyCode: 'MYR',
        amount: 1000,
        referenceCode,
        ipAddress: '127.0.0.1',
        returnUrl: `${url}/office`,
        callbackUrl: `${url}/pgw/callback`,
        customer: { name: 'Kedai Biji', username: '1234567890' },
        localCitizen: true,
      }),
    signIn: async (as = credentials) => {
      const visitor = createVisitor(url);
      await visitor.post('/office/sign-in', as);
      const tokens = await createTokens(checkout.operator, undefined, as.name);
      return {
        ...visitor,
        /** Sends a form as a page of the office does: with the token of its path. */
        post: (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
          visitor.post(
            path,
            { token: tokens.create('form', path), ...form },
            headers ?? { 'sec-fetch-site': 'same-origin', origin: url },
          ),
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await checkout.close();
      await gateway.close();
      await sandbox.close();
      database.close();
      await shopDatabase.close();
      directory.remove();
    },
  };
}
