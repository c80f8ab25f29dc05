import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from '@pgw/client';
import type { StartRequest, StartResponse, StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import {
  createSandbox,
  defaultTenant,
  type TestSandbox,
  type TestSandboxOptions,
} from '@pgw/sandbox/testing';
import express, { type Express } from 'express';
import { createCheckout, type Checkout, type CheckoutOptions } from '../src/adapters/express/index.ts';
import type { CheckoutEvent, CheckoutEventName, EventNamed } from '../src/index.ts';
import type { EmbeddedTransaction } from '../src/stores/embedded.ts';
import type { Store } from '../src/store.ts';
import { memoryStore } from '../src/stores/memory.ts';
import { withTestOverrides, type TestOverrides } from './stores/contract/index.ts';
import { findFactDefects } from './event-facts.ts';

/** The options of `openShop`. The options of `createCheckout` replace the defaults of the shop. */
export interface ShopOptions extends Partial<CheckoutOptions<EmbeddedTransaction>>, TestOverrides {
  /** Adds middleware to the shop's app before the checkout is mounted. */
  readonly setUpApp?: (app: Express) => void;
  /**
   * The gateway's URL in place of the sandbox's URL. A function receives the sandbox's URL. Tests use it for
   * failing connections.
   */
  readonly gatewayUrl?: string | ((sandboxUrl: string) => Promise<string>);
  /** Returns the client that the checkout uses in place of this one. */
  readonly wrap?: (gateway: GatewayClient) => GatewayClient;
  /** The options of the shop's sandbox. */
  readonly sandbox?: TestSandboxOptions;
}

/** A payment that the gateway has accepted. */
export interface StartedPayment extends StorefrontPayment {
  /** The gateway's id of the payment. The methods of the sandbox need it. */
  readonly transactionNumber: string;
  /** The redirect of the browser to the payment page. */
  readonly redirect: StorefrontRedirect;
}

/** A shop with one checkout and its own sandbox. All requests use real HTTP. */
export interface Shop {
  /** The URL of the shop, without a slash at the end. */
  readonly url: string;
  /** The gateway of the shop, except with the options `gateway` or `gatewayUrl`. */
  readonly sandbox: TestSandbox;
  /** The checkout, which is mounted at /pgw. */
  readonly checkout: Checkout;
  /** All events of the checkout, oldest first. */
  readonly events: CheckoutEvent[];
  /** References of the payments that `onPaid` was called with, in the order of the calls. */
  readonly fulfilledReferences: string[];
  /** Returns the events with this name, oldest first. */
  eventsNamed<Name extends CheckoutEventName>(name: Name): EventNamed<Name>[];
  /**
   * Sends a request to a path of the shop, without following redirects. All requests belong to one browser, which
   * keeps cookies. A request with a header `cookie` belongs to another browser.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request that starts a payment, and returns the response. */
  start(fields?: Partial<StartRequest>): Promise<Response>;
  /** Starts a payment that the gateway accepts. Rejects if the start is refused. */
  startPayment(fields?: Partial<StartRequest>): Promise<StartedPayment>;
  /** Closes the checkout, the shop's server and the sandbox. Rejects if an event had a missing or an invalid fact. */
  close(): Promise<void>;
}

let attemptCount = 0;

/**
 * Opens a shop with a store in memory and without sweeps in the background. Its orders have ids that begin
 * with A, and each costs `orderTotal`.
 */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const { setUpApp, gatewayUrl, wrap, sandbox: sandboxOptions, now, random, ...checkoutOptions } = options;
  const sandbox = await createSandbox({ callbackRetryMs: [50, 100, 200], ...sandboxOptions });
  const gateway = createTestClient(
    typeof gatewayUrl === 'function' ? await gatewayUrl(sandbox.url) : (gatewayUrl ?? sandbox.url),
  );
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const events: CheckoutEvent[] = [];
  const fulfilledReferences: string[] = [];
  const allOptions: CheckoutOptions<EmbeddedTransaction> = {
    gateway: wrap?.(gateway) ?? gateway,
    publicUrl: url,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: (orderId) =>
      orderId.startsWith('A') ? { amount: orderTotal, currencyCode: 'MYR' } : undefined,
    onPaid: (payment) => void fulfilledReferences.push(payment.reference),
    onEvent: (event) => events.push(event),
    ...checkoutOptions,
  };
  const checkout = createCheckout(withTestOverrides(allOptions, { now, random }));
  setUpApp?.(app);
  app.use('/pgw', checkout.router);
  const browser = createBrowser(url);
  const fetchPath: Shop['fetch'] = (path, init) => browser.fetch(path, init);
  const start: Shop['start'] = (fields = {}) =>
    fetchPath('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createStartRequest(fields)),
    });
  return {
    url,
    sandbox,
    checkout,
    events,
    fulfilledReferences,
    eventsNamed: (name) => events.filter((event) => isNamed(event, name)),
    fetch: fetchPath,
    start,
    startPayment: async (fields) => readStartedPayment(await start(fields)),
    close: async () => {
      await checkout.close();
      await gateway.close();
      await closeServer(server);
      await sandbox.close();
      const defects = events.flatMap(findFactDefects);
      if (defects.length > 0) throw new Error(defects.join(' '));
    },
  };
}

/** Returns a store that a shop opens for any account. Each shop of a test has another sandbox, and so another account. */
export function openForAnyAccount<Tx>(store: Store<Tx>): Store<Tx> {
  return { ...store, open: () => store.open() };
}

function isNamed<Name extends CheckoutEventName>(
  event: CheckoutEvent,
  name: Name,
): event is CheckoutEvent & EventNamed<Name> {
  return event.event === name;
}

/** A browser that keeps the cookies of one shop. */
function createBrowser(url: string): Pick<Shop, 'fetch'> {
  const cookies = new Map<string, string>();
  return {
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      const isOtherBrowser = headers.has('cookie');
      const ownCookies = [...cookies].map((cookie) => cookie.join('=')).join('; ');
      if (!isOtherBrowser && ownCookies !== '') headers.set('cookie', ownCookies);
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
      if (isOtherBrowser) return response;
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
}

async function readStartedPayment(response: Response): Promise<StartedPayment> {
  const body = await response.json();
  if (response.status !== 201)
    throw new Error(`The start responded HTTP ${response.status}: ${JSON.stringify(body)}`);
  // The route responds to a successful start with a StartResponse.
  const { payment, redirect } = body as StartResponse;
  if (payment.transactionNumber === null || redirect.type !== 'url')
    throw new Error(`The payment ${payment.reference} was not requested from the gateway.`);
  return { ...payment, transactionNumber: payment.transactionNumber, redirect };
}

/**
 * A request to pay the total of order A1 with the e-wallet KilatPay. Each request has another attempt key.
 */
export function createStartRequest(fields: Partial<StartRequest> = {}): StartRequest {
  attemptCount += 1;
  return {
    order: 'A1',
    channelId: kilatPay,
    shownAmount: orderTotal,
    shownCurrencyCode: 'MYR',
    attempt: `attempt-${attemptCount}`,
    ...fields,
  };
}

/** A URL of this machine on which no server listens. */
export const unreachableUrl = 'http://127.0.0.1:1';

/** The total of each order of the shop, in minor units: MYR 128.90. */
export const orderTotal = 12_890;

/** The sandbox's id of an e-wallet that redirects by URL. */
export const kilatPay = 5;
/** The sandbox's id of online banking, a channel with banks. */
export const fpx = 2;
/** The sandbox's id of a channel whose refunds are paid from the merchant's wallet. */
export const duitNowQr = 3;
/** The sandbox's id of an e-wallet that redirects by a script. */
export const sentuh = 6;
/** The sandbox's id of another e-wallet that redirects by URL. */
export const pasarPay = 7;
/** The sandbox's id of an e-wallet that accepts at most MYR 100.00, less than `orderTotal`. */
export const lompatPay = 8;

/** After this time, the next query of a new payment is due. The interval is 20 seconds at first. */
export const untilNextQueryMs = 21_000;

/** Status numbers of payments and refunds in the gateway's records. docs/gateway-profile.md lists all. */
export const gatewayStatus = {
  pending: 0,
  success: 1,
  failed: 2,
  authorized: 9,
  expired: 10,
  refunded: 11,
  refundProcessing: 12,
  refundFailed: 13,
  /** The interface of the gateway has no status with this number. */
  undocumented: 14,
  refundReversed: 17,
} as const;

/** Waits until the shop has fulfilled this number of payments. */
export async function waitForFulfillments(shop: Shop, count: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { length } = shop.fulfilledReferences;
    if (length >= count) return;
    const message = `The shop has fulfilled ${length} of ${count} payments.`;
    if (performance.now() - startedAt > 45_000) throw new Error(message);
    await wait(20);
  }
}

/** A client with the credentials of the sandbox's default tenant. Its timeout only ends a request that hangs. */
export function createTestClient(
  baseUrl: string,
  options: Partial<GatewayClientOptions> = {},
): GatewayClient {
  const { id, secretKey, userName, password } = defaultTenant;
  return createGatewayClient({
    baseUrl,
    merchantId: id,
    secretKey,
    credentials: { userName, password },
    timeoutMs: 60_000,
    ...options,
  });
}

/** Starts a server on a free port and returns its URL. */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on TCP has an AddressInfo.
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

/** Closes a server and all its connections. */
export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
