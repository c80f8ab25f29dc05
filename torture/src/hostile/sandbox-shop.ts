import { createServer } from 'node:http';
import { createGatewayClient } from '@pgw/client';
import type { Endpoints } from '@pgw/protocol';
import { createCheckout, type Checkout, type CheckoutOptions } from '@pgw/express';
import type { Store } from '@pgw/express/store';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { memoryStore } from '@pgw/express/stores/memory';
import { withTestOverrides, type TestOverrides } from '@pgw/express/testing';
import { defaultTenant } from '@pgw/sandbox';
import express from 'express';
import { listen, stopServer } from '../network/server.ts';
import { price } from './target.ts';

/** A shop whose gateway is the sandbox. The run attacks it over HTTP. */
export interface SandboxShop {
  readonly url: string;
  readonly checkout: Checkout;
  /** Returns the number of HTTP requests of an operation that were sent to the gateway. */
  readonly countRequests: (operation: keyof Endpoints) => number;
  readonly close: () => Promise<void>;
}

export interface SandboxShopOptions
  extends Partial<CheckoutOptions<EmbeddedTransaction>>, Pick<TestOverrides, 'now'> {
  readonly sandboxUrl: string;
  /** Default: a store in memory. */
  readonly store?: Store<EmbeddedTransaction>;
}

/** Opens a shop with the orders `A0` to `A9999999`, without request limits. */
export async function openSandboxShop({
  sandboxUrl,
  now,
  ...options
}: SandboxShopOptions): Promise<SandboxShop> {
  const sentOperations: string[] = [];
  const gateway = createGatewayClient({
    onExchange: ({ endpoint }) => sentOperations.push(endpoint),
    baseUrl: sandboxUrl,
    merchantId: defaultTenant.id,
    secretKey: defaultTenant.secretKey,
    credentials: { userName: defaultTenant.userName, password: defaultTenant.password },
    timeoutMs: 60_000,
  });
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const allOptions: CheckoutOptions<EmbeddedTransaction> = {
    gateway,
    publicUrl: url,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    requestLimits: false,
    limits: { visitorQueriesPerSecond: 1_000_000 },
    resolveOrder: (orderId) => (/^A\d{1,7}$/.test(orderId) ? price : undefined),
    onPaid: () => undefined,
    onEvent: () => undefined,
    ...options,
  };
  const checkout = createCheckout(withTestOverrides(allOptions, { now }));
  await checkout.ready;
  app.use('/pgw', checkout.router);
  return {
    url,
    checkout,
    countRequests: (operation) => sentOperations.filter((sent) => sent === operation).length,
    close: async () => {
      await stopServer(server);
      await checkout.close();
      await gateway.close();
    },
  };
}

/** Posts JSON and resolves with the status and the parsed body. */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const parsed: unknown = await response.json();
  return { status: response.status, body: { ...(typeof parsed === 'object' ? parsed : {}) } };
}
