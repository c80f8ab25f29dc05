import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayClient, type GatewayClient } from '@pgw/client';
import type { StartRequest } from '@pgw/protocol';
import { createSandbox, defaultTenant, type Sandbox, type SandboxOptions } from '@pgw/sandbox';
import express, { type Express } from 'express';
import { vi } from 'vitest';
import { createCheckout, type Checkout, type CheckoutEvent, type CheckoutOptions } from '../src/index.ts';
import type { EmbeddedTransaction } from '../src/stores/embedded.ts';
import { memoryStore } from '../src/stores/memory.ts';

export interface ShopOptions extends Partial<CheckoutOptions<EmbeddedTransaction>> {
  /** Adds middleware to the shop's app before the checkout is mounted. */
  readonly setUpApp?: (app: Express) => void;
  /**
   * The gateway's URL in place of the sandbox's URL. A function receives the sandbox's URL. Tests use it for
   * failing connections.
   */
  readonly gatewayUrl?: string | ((sandboxUrl: string) => Promise<string>);
  readonly sandbox?: SandboxOptions;
}

/** A shop with one checkout and its own sandbox. All requests use real HTTP. */
export interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly checkout: Checkout;
  readonly events: CheckoutEvent[];
  /** References of the payments that `onPaid` was called with, in the order of the calls. */
  readonly fulfilledReferences: string[];
  /** Sends a request to a path of the shop, without following redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request that starts a payment. */
  start(fields?: Partial<StartRequest>): Promise<Response>;
  close(): Promise<void>;
}

let attemptCount = 0;

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const { setUpApp, gatewayUrl, sandbox: sandboxOptions, ...checkoutOptions } = options;
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: [50, 100, 200], ...sandboxOptions });
  const gateway = createTestClient(
    typeof gatewayUrl === 'function' ? await gatewayUrl(sandbox.url) : (gatewayUrl ?? sandbox.url),
  );
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const events: CheckoutEvent[] = [];
  const fulfilledReferences: string[] = [];
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: (orderId) =>
      orderId.startsWith('A') ? { amount: 12_890, currencyCode: 'MYR' } : undefined,
    onPaid: (payment) => void fulfilledReferences.push(payment.reference),
    onEvent: (event) => events.push(event),
    ...checkoutOptions,
  });
  setUpApp?.(app);
  app.use('/pgw', checkout.router);
  const fetchPath = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init });
  return {
    url,
    sandbox,
    checkout,
    events,
    fulfilledReferences,
    fetch: fetchPath,
    start: (fields = {}) =>
      fetchPath('/pgw/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(createStartRequest(fields)),
      }),
    close: async () => {
      await checkout.close();
      await gateway.close();
      await closeServer(server);
      await sandbox.close();
    },
  };
}

/**
 * A request to pay the total of order A1 with the e-wallet KilatPay. Each request has another attempt key.
 */
export function createStartRequest(fields: Partial<StartRequest> = {}): StartRequest {
  attemptCount += 1;
  return {
    order: 'A1',
    channelId: kilatPay,
    shownAmount: 12_890,
    shownCurrencyCode: 'MYR',
    attempt: `attempt-${attemptCount}`,
    ...fields,
  };
}

// Ids of channels of the sandbox.
export const kilatPay = 5;
export const fpx = 2;
export const sentuh = 6;
export const lompatPay = 8;

/** Waits until the shop has fulfilled this number of payments. */
export async function waitForFulfilments(shop: Shop, count: number): Promise<void> {
  await vi.waitFor(() => {
    const { length } = shop.fulfilledReferences;
    if (length < count) throw new Error(`The shop has fulfilled ${length} of ${count} payments.`);
  }, 5_000);
}

/** A client with the credentials of the sandbox's default tenant. */
export function createTestClient(baseUrl: string): GatewayClient {
  const { id, secretKey, userName, password } = defaultTenant;
  return createGatewayClient({
    baseUrl,
    merchantId: id,
    secretKey,
    credentials: { userName, password },
    timeoutMs: 3_000,
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
