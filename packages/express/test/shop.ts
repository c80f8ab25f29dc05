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
  /** Runs before the checkout is mounted, to set up the host app. */
  readonly before?: (app: Express) => void;
  /** Replaces the sandbox's URL, for a gateway with failures of the connection. May depend on that URL. */
  readonly gatewayUrl?: string | ((sandboxUrl: string) => Promise<string>);
  readonly sandbox?: SandboxOptions;
}

/** A shop with one checkout, over real HTTP, with its own sandbox. */
export interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly checkout: Checkout;
  readonly events: CheckoutEvent[];
  /** References in the order in which `onPaid` was called with them. */
  readonly fulfilled: string[];
  get(path: string, init?: RequestInit): Promise<Response>;
  start(fields?: Partial<StartRequest>): Promise<Response>;
  close(): Promise<void>;
}

let attempts = 0;

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const { before, gatewayUrl, sandbox: sandboxOptions, ...checkoutOptions } = options;
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: [50, 100, 200], ...sandboxOptions });
  const gateway = client(
    typeof gatewayUrl === 'function' ? await gatewayUrl(sandbox.url) : (gatewayUrl ?? sandbox.url),
  );
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const events: CheckoutEvent[] = [];
  const fulfilled: string[] = [];
  const checkout = createCheckout({
    gateway,
    publicUrl: url,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: (orderId) =>
      orderId.startsWith('A') ? { amount: 12_890, currencyCode: 'MYR' } : undefined,
    onPaid: (payment) => void fulfilled.push(payment.reference),
    onEvent: (event) => events.push(event),
    ...checkoutOptions,
  });
  before?.(app);
  app.use('/pgw', checkout.router);
  const get = (path: string, init?: RequestInit) => fetch(`${url}${path}`, { redirect: 'manual', ...init });
  return {
    url,
    sandbox,
    checkout,
    events,
    fulfilled,
    get,
    start: (fields = {}) =>
      get('/pgw/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(startRequest(fields)),
      }),
    close: async () => {
      await checkout.close();
      await gateway.close();
      await closeServer(server);
      await sandbox.close();
    },
  };
}

/** A request to pay order A1 with the e-wallet KilatPay, with the right total. */
export function startRequest(fields: Partial<StartRequest> = {}): StartRequest {
  attempts += 1;
  return {
    order: 'A1',
    channelId: kilatPay,
    shownAmount: 12_890,
    shownCurrencyCode: 'MYR',
    attempt: `attempt-${attempts}`,
    ...fields,
  };
}

// Channels of the sandbox.
export const kilatPay = 5;
export const fpx = 2;
export const sentuh = 6;
export const lompatPay = 8;

/** Waits until the shop has fulfilled this many payments. */
export async function fulfilments(shop: Shop, count: number): Promise<void> {
  await vi.waitFor(() => {
    if (shop.fulfilled.length < count) throw new Error(`fulfilled ${shop.fulfilled.length} of ${count}`);
  }, 5_000);
}

export function client(baseUrl: string): GatewayClient {
  const { id, secretKey, userName, password } = defaultTenant;
  return createGatewayClient({
    baseUrl,
    merchantId: id,
    secretKey,
    credentials: { userName, password },
    timeoutMs: 3_000,
  });
}

export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on TCP has an AddressInfo.
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
