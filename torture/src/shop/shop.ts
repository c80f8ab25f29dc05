import { createServer } from 'node:http';
import { createGatewayClient } from '@pgw/client';
import { withTestOverrides } from '@pgw/client/testing';
import {
  createCheckout,
  fileHistoryMark,
  type Checkout,
  type CheckoutEvent,
  type CheckoutOptions,
  type Limits,
} from '@pgw/express';
import type { Store } from '@pgw/express/store';
import type { PgLike } from '@pgw/express/stores/postgres';
import express from 'express';
import { merchant } from '../gateway/gateway.ts';
import { listen, stopServer } from '../network/server.ts';
import { publicUrl } from './address.ts';
import { isFulfillment } from './fulfillment-event.ts';
import type { LedgerKind } from './ledger.ts';
import { limitToPart, type Part } from './part.ts';
import { createOffice } from './office.ts';
import { createSandboxOptions, sandboxCredentials, type SandboxConnection } from './sandbox-connection.ts';
import { releaseItem, sellItem } from './stock.ts';
import { openStorage, type StorageSettings } from './storage.ts';

/** The price of every order that is started through the shop. */
export const price = { amount: 12_890, currencyCode: 'MYR' };

/** The settings of a shop. They are plain values, so that they can be sent to another process. */
export interface ShopSettings {
  readonly storage: StorageSettings;
  readonly gatewayUrl: string;
  /** `tx`: the handler writes in the transaction of the checkout. `file`: it writes to a file. */
  readonly ledger: LedgerKind;
  /** The duration of the handler in milliseconds. */
  readonly handlerMs: number;
  readonly sweepIntervalMs: number;
  readonly queriesPerSecond: number;
  /** Which steps run after a callback arrives. Default: `whole`. */
  readonly part?: Part;
  /** Set if the gateway is a sandbox. Default: the gateway is a stub. */
  readonly sandbox?: SandboxConnection;
  /** The file of the history mark. Default: the mark of the store. */
  readonly historyMarkFile?: string;
  /** How far the clock is advanced, in milliseconds. Default: 0. */
  readonly clockOffsetMs?: number;
}

/**
 * The settings of most shops. The handler writes in the transaction without a delay, and sweeps run only when
 * they are called.
 */
export const usualSettings = {
  ledger: { kind: 'tx' },
  handlerMs: 0,
  sweepIntervalMs: 0,
  queriesPerSecond: 1_000,
} as const;

export interface ShopHooks {
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
  readonly onEvent?: (event: CheckoutEvent) => void;
  /** Runs in the handler, before it writes its entry. The handler fails when this function throws. */
  readonly beforeEntry?: (key: string, tx: unknown) => void | Promise<void>;
  /** Wraps the pool of PostgreSQL, to observe its statements. */
  readonly wrapPool?: (pool: PgLike) => PgLike;
}

export interface Shop {
  readonly url: string;
  readonly checkout: Checkout;
  readonly close: () => Promise<void>;
}

/** Opens a shop with a real checkout, which is reached over real HTTP. */
export async function openShop(settings: ShopSettings, hooks: ShopHooks = {}): Promise<Shop> {
  const { storage, ledger, handlerMs, sweepIntervalMs, queriesPerSecond, sandbox } = settings;
  const { now = Date.now, onEvent = () => undefined } = hooks;
  const hasStock = ledger.kind === 'tx' && ledger.hasStock === true;
  const opened = await openStorage(storage, ledger, hooks.wrapPool);
  const gatewayOptions = {
    baseUrl: settings.gatewayUrl,
    merchantId: merchant.merchantId,
    secretKey: merchant.secretKey,
    credentials: merchant.token,
    ...(sandbox !== undefined && sandboxCredentials),
  };
  const gateway = createGatewayClient(withTestOverrides(gatewayOptions, { now }));
  const options: CheckoutOptions<unknown> = {
    ...limitToPart(settings.part ?? 'whole', { gateway, store: openForAnyAddress(opened.store) }),
    publicUrl,
    merchant: 'Rimba Coffee',
    mode: 'hosted',
    ...createMarkOption(settings),
    sweepIntervalMs,
    // All requests of a run come from one address.
    requestLimits: false,
    limits: { queriesPerSecond, visitorQueriesPerSecond: 1_000_000, ...hooks.limits },
    resolveOrder: () => price,
    onEvent: (event) => {
      if (isFulfillment(event)) opened.ledger.recordFulfillment(event.reference);
      onEvent(event);
    },
    onPaid: async ({ orderId }, { tx, key }) => {
      await hooks.beforeEntry?.(key, tx);
      await opened.ledger.write(key, tx, handlerMs);
      const run = hasStock ? opened.ledger.createRun?.(tx) : undefined;
      if (run !== undefined) await sellItem(run, orderId);
    },
    ...(hasStock && {
      onEnded: async ({ orderId }, { tx, key, order }) => {
        await opened.ledger.write(key, tx, 0);
        const run = opened.ledger.createRun?.(tx);
        if (run !== undefined) await releaseItem(run, orderId, order);
      },
    }),
    ...(sandbox !== undefined && createSandboxOptions(sandbox, opened.ledger)),
  };
  const checkout = createCheckout(withTestOverrides(options, { now }));
  await checkout.ready;
  const app = express();
  app.use('/pgw', checkout.router);
  if (sandbox !== undefined) app.use('/office', createOffice(checkout));
  const server = createServer(app);
  const url = await listen(server, sandbox?.port);
  return {
    url,
    checkout,
    close: async () => {
      await stopServer(server);
      await checkout.close();
      await gateway.close();
      await opened.close();
    },
  };
}

function createMarkOption({
  historyMarkFile: file,
}: ShopSettings): Partial<Pick<CheckoutOptions<unknown>, 'historyMark'>> {
  return file === undefined ? {} : { historyMark: fileHistoryMark(file) };
}

/** Each proxy is another address of one gateway, so the store opens its only account. */
function openForAnyAddress(store: Store): Store {
  return { ...store, open: () => store.open() };
}
