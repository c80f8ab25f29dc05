import { createServer } from 'node:http';
import { createGatewayClient, type GatewayClientOptions } from '@pgw/client';
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
import { toAccountEntry, type LedgerKind } from './ledger.ts';
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
  /** The accounts of the process, each at its own gateway. Default: a checkout with one account. */
  readonly accounts?: readonly { readonly id: string; readonly gatewayUrl: string }[];
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
  const { storage, ledger: kind, handlerMs, sweepIntervalMs, queriesPerSecond, sandbox, accounts } = settings;
  const { now = Date.now, onEvent = () => undefined } = hooks;
  const hasStock = kind.kind === 'tx' && kind.hasStock === true;
  const opened = await openStorage(storage, kind, hooks.wrapPool);
  const { ledger } = opened;
  const gatewayOptions = toGatewayOptions(settings);
  const gateway = createGatewayClient(withTestOverrides(gatewayOptions, { now }));
  const options: CheckoutOptions<unknown> = {
    ...(accounts === undefined
      ? limitToPart(settings.part ?? 'whole', { gateway, store: openForAnyAddress(opened.store) })
      : { store: opened.store, ...createAccountOptions(accounts, gatewayOptions) }),
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
      if (isFulfillment(event)) ledger.recordFulfillment(event.reference);
      onEvent(event);
    },
    onPaid: async ({ orderId }, { tx, key, account }) => {
      await hooks.beforeEntry?.(key, tx);
      await ledger.write(toAccountEntry(account, key), tx, handlerMs);
      const run = hasStock ? ledger.createRun?.(tx) : undefined;
      if (run !== undefined) await sellItem(run, orderId);
    },
    ...(hasStock && {
      onEnded: async ({ orderId }, { tx, key, order }) => {
        await ledger.write(key, tx, 0);
        const run = ledger.createRun?.(tx);
        if (run !== undefined) await releaseItem(run, orderId, order);
      },
    }),
    ...(sandbox !== undefined && createSandboxOptions(sandbox, ledger)),
  };
  const checkout = createCheckout(withTestOverrides(options, { now }));
  await checkout.ready;
  const app = express();
  const prefix = accounts === undefined ? '' : '/:account';
  app.use(`${prefix}/pgw`, checkout.router);
  if (sandbox !== undefined) app.use(`${prefix}/office`, createOffice(checkout));
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

function toGatewayOptions({ gatewayUrl, sandbox }: ShopSettings): GatewayClientOptions {
  return {
    baseUrl: gatewayUrl,
    merchantId: merchant.merchantId,
    secretKey: merchant.secretKey,
    credentials: merchant.token,
    ...(sandbox !== undefined && sandboxCredentials),
  };
}

function createAccountOptions(
  accounts: NonNullable<ShopSettings['accounts']>,
  gateway: GatewayClientOptions,
): Pick<CheckoutOptions<unknown>, 'accounts' | 'mountPath'> {
  const gateways = new Map(accounts.map(({ id, gatewayUrl: baseUrl }) => [id, { ...gateway, baseUrl }]));
  const find = (id: string) => {
    const found = gateways.get(id);
    return found && { gateway: found };
  };
  return { accounts: { find }, mountPath: '/{account}/pgw' };
}

/** Each proxy is another address of one gateway, so the store opens its only account. */
function openForAnyAddress(store: Store): Store {
  return { ...store, open: () => store.open() };
}
