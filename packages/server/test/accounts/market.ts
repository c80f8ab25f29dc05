import { createServer } from 'node:http';
import { sign } from '@pgw/protocol';
import type { StartRequest, StartResponse } from '@pgw/protocol';
import { createSandbox, defaultTenant, type TestSandbox } from '@pgw/sandbox/testing';
import express from 'express';
import { createCheckout, type Checkout, type CheckoutOptions } from '../../src/adapters/express/index.ts';
import type { CheckoutEvent } from '../../src/index.ts';
import type { AccountData } from '../../src/options/options.ts';
import type { EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createCallbackPayload } from '../callbacks.ts';
import { closeServer, createStartRequest, listen, orderTotal, type StartedPayment } from '../shop.ts';
import { withTestOverrides, type TestOverrides } from '../stores/contract/index.ts';

export type MarketAccount = AccountData<EmbeddedTransaction, express.Request>;

/** The options of {@link openMarket}. */
export interface MarketOptions extends Partial<CheckoutOptions<EmbeddedTransaction>>, TestOverrides {
  /** The ids of the accounts. Default `acme` and `bravo`. */
  readonly ids?: readonly string[];
  /** Replaces the function `find`. `accounts` are the valid options. */
  readonly find?: (id: string, accounts: ReadonlyMap<string, MarketAccount>) => unknown;
  readonly accountOptions?: Partial<CheckoutOptions<EmbeddedTransaction>['accounts']>;
}

/** A shop of several merchants with one checkout. The header `x-shop` is the id of the account. */
export interface Market {
  readonly url: string;
  readonly sandbox: TestSandbox;
  readonly checkout: Checkout;
  readonly events: CheckoutEvent[];
  /** The calls of `onPaid`: the account, the order and the key. */
  readonly paid: { readonly account: string | undefined; readonly orderId: string; readonly key: string }[];
  /** The ids with which `find` was called. */
  readonly found: string[];
  /** The options of each account. */
  readonly accounts: Map<string, MarketAccount>;
  fetch(account: string | undefined, path: string, init?: RequestInit): Promise<Response>;
  start(account: string, fields?: Partial<StartRequest>): Promise<Response>;
  startPayment(account: string, fields?: Partial<StartRequest>): Promise<StartedPayment>;
  /** Sends the callback of a paid payment, signed with the secret of an account for an address. */
  sendCallback(
    payment: StartedPayment,
    options: { readonly signedBy: string; readonly path: string; readonly signedUrl?: string },
  ): Promise<Response>;
  close(): Promise<void>;
}

export function createSecret(id: string): string {
  return `secret-of-${id}`;
}

export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const { ids = ['acme', 'bravo'], find, accountOptions, now, random, ...checkoutOptions } = options;
  const tenants = ids.map((id, index) => {
    const merchantId = String(1001 + index);
    return {
      ...defaultTenant,
      id: merchantId,
      name: id,
      secretKey: createSecret(id),
      userName: `user-${id}`,
    };
  });
  const sandbox = await createSandbox({ callbackRetryMs: [50, 100, 200], tenants });
  const accounts = new Map<string, MarketAccount>(
    tenants.map(({ id: merchantId, name, secretKey, userName, password }) => [
      name,
      {
        merchant: name,
        gateway: {
          baseUrl: sandbox.url,
          merchantId,
          secretKey,
          credentials: { userName, password },
          timeoutMs: 60_000,
        },
      },
    ]),
  );
  const app = express();
  const server = createServer(app);
  const url = await listen(server);
  const events: CheckoutEvent[] = [];
  const paid: Market['paid'] = [];
  const found: string[] = [];
  const allOptions: CheckoutOptions<EmbeddedTransaction> = {
    accounts: {
      find: (id) => {
        found.push(id);
        // A test can return wrong options.
        return (find === undefined ? accounts.get(id) : find(id, accounts)) as MarketAccount;
      },
      ...accountOptions,
    },
    resolveAccount: (req) => req.get('x-shop'),
    publicUrl: url,
    merchant: 'The market',
    store: memoryStore(),
    sweepIntervalMs: 0,
    historyMark: false,
    resolveOrder: (orderId) =>
      orderId.startsWith('A') ? { amount: orderTotal, currencyCode: 'MYR' } : undefined,
    onPaid: ({ orderId }, { account, key }) => void paid.push({ account, orderId, key }),
    onEvent: (event) => events.push(event),
    ...checkoutOptions,
  };
  const checkout = createCheckout(withTestOverrides(allOptions, { now, random }));
  app.use((options.mountPath ?? '/pgw').replace('{account}', ':account'), checkout.router);
  const fetchPath: Market['fetch'] = (account, path, init = {}) => {
    const headers = new Headers(init.headers);
    if (account !== undefined) headers.set('x-shop', account);
    return fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
  };
  const start: Market['start'] = (account, fields) =>
    fetchPath(account, '/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createStartRequest(fields)),
    });
  return {
    url,
    sandbox,
    checkout,
    events,
    paid,
    found,
    accounts,
    fetch: fetchPath,
    start,
    startPayment: async (account, fields) => {
      const response = await start(account, fields);
      const body = await response.json();
      if (response.status !== 201) throw new Error(`HTTP ${response.status}: ${JSON.stringify(body)}`);
      // The route responds to a successful start with a StartResponse.
      const { payment, redirect } = body as StartResponse;
      return { ...payment, redirect } as StartedPayment;
    },
    sendCallback: (payment, { signedBy, path, signedUrl = `${url}${path}` }) => {
      const payload = createCallbackPayload(payment);
      return fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'cap-signature': sign(signedUrl, payload, createSecret(signedBy)),
        },
        body: JSON.stringify(payload),
      });
    },
    close: async () => {
      await checkout.close();
      await closeServer(server);
      await sandbox.close();
    },
  };
}
