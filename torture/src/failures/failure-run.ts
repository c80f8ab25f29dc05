import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  deliver,
  isAcknowledged,
  Sender,
  type DeliverOptions,
  type SignedCallback,
  type TimedResponse,
} from '../gateway/callbacks.ts';
import { openGateway, type StubGateway } from '../gateway/gateway.ts';
import {
  createOrderWithFate,
  createPaidOrder,
  listExpectedEnds,
  planCallbacks,
  type ExpectedEnds,
} from './order-fates.ts';
import { openOrderDesk } from './order-desk.ts';
import { preparePayments } from '../gateway/prepare-payments.ts';
import { createRandom, type Random } from '../random.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import type { LedgerKind } from '../shop/ledger.ts';
import { usualSettings } from '../shop/shop.ts';
import { openStorage, queryRows, type StorageSettings } from '../shop/storage.ts';
import { checkRun, type RunCheck } from './run-check.ts';

export interface FailureRunOptions {
  readonly storage: StorageSettings;
  /** `tx` or `file`: see `LedgerKind`. */
  readonly handler: LedgerKind['kind'];
  /**
   * The number of first callbacks of the orders, including the duplicates. Some orders have a second callback; see
   * `Fate`.
   */
  readonly callbacks: number;
  /** The number of callbacks that are copies of other callbacks. */
  readonly duplicates: number;
  readonly processes: number;
  /** True if the orders have different fates, and the hooks sell and release their items. Needs the handler `tx`. */
  readonly hasStock: boolean;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Causes failures during the run. `progress` returns the number of acknowledged callbacks so far. */
  readonly disturb: (context: { fleet: Fleet; random: Random; progress: () => number }) => Promise<void>;
  readonly onResponse?: (response: TimedResponse | undefined) => void;
  /**
   * When true, the clocks of the shop are advanced at the end. Otherwise the run waits a minute until leases
   * expire.
   */
  readonly shouldAdvanceClocks: boolean;
}

export interface FailureRunReport extends RunCheck {
  readonly seconds: number;
}

/** A run ends when nothing has been synced for this time. */
const syncWithinMs = 120_000;

/** Sends callbacks to processes of a shop while failures happen. Then checks the result of each callback. */
export async function runWithFailures(options: FailureRunOptions): Promise<FailureRunReport> {
  const { storage, handler, processes, hasStock, log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-'));
  const ledger: LedgerKind =
    handler === 'tx' ? { kind: 'tx', hasStock } : { kind: 'file', file: join(folder, 'ledger') };
  const random = createRandom(options.seed);
  const gateway = await openGateway();
  const sender = new Sender();
  const prepared = await prepareOrders(options, { gateway, random });
  const { callbacks, ends } = prepared;
  // In milliseconds. The handler with a file runs longer, so more kills happen between its lines `begin` and
  // `end`.
  const handlerMs = handler === 'tx' ? 1 : 4;
  const settings = { ...usualSettings, storage, ledger, handlerMs, gatewayUrl: gateway.url };
  const fleet = await startFleet({ ...settings, sweepIntervalMs: 200, queriesPerSecond: 2_000 }, processes);
  log(`${processes} processes of the shop are ready; ${callbacks.length} callbacks begin.`);
  const acknowledged = new Map<string, number>();
  const startedAt = performance.now();
  try {
    let progress = 0;
    const onResponse: DeliverOptions['onResponse'] = ({ reference }, response) => {
      options.onResponse?.(response);
      if (response === undefined || !isAcknowledged(response)) return;
      progress += 1;
      acknowledged.set(reference, (acknowledged.get(reference) ?? 0) + 1);
    };
    const pick: DeliverOptions['pick'] = (urls) => random.pick(urls);
    const sending = deliver({ callbacks, sender, urls: fleet.urls, concurrency: 32, onResponse, pick });
    await Promise.all([sending, options.disturb({ fleet, random, progress: () => progress })]);
    log('Every callback is acknowledged; waiting until every hook has succeeded.');
    if (options.shouldAdvanceClocks) {
      // Only payments that a killed process has leased are not fulfilled after a second. Their leases expire
      // after a minute.
      await waitUntilEnded(storage, ends, 1_000);
      await fleet.advanceClocks(61_000);
    }
    await waitUntilEnded(storage, ends);
    return { ...(await checkRun({ storage, ledger, acknowledged, ends })), seconds: secondsSince(startedAt) };
  } finally {
    await prepared.close();
    await fleet.close();
    await sender.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PreparedOrders {
  readonly callbacks: readonly SignedCallback[];
  readonly ends: ExpectedEnds;
  readonly close: () => Promise<void>;
}

/** Stores the orders of a run. Without the stock, all are paid. */
async function prepareOrders(
  { storage, hasStock, callbacks: count, duplicates }: FailureRunOptions,
  { gateway, random }: { readonly gateway: StubGateway; readonly random: Random },
): Promise<PreparedOrders> {
  const transactions = await preparePayments(storage, gateway, count - duplicates);
  if (!hasStock) {
    const orders = transactions.map((transaction) => createPaidOrder(transaction));
    const callbacks = planCallbacks(orders, { random, copies: duplicates });
    return { callbacks, ends: listExpectedEnds(orders), close: () => Promise.resolve() };
  }
  const desk = await openOrderDesk(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  await desk.holdItems();
  const context = { gateway, desk, store };
  const orders = transactions.map((transaction, n) => createOrderWithFate(context, transaction, n));
  return {
    callbacks: planCallbacks(orders, { random, copies: duplicates }),
    ends: listExpectedEnds(orders),
    close: async () => {
      await desk.close();
      await store.close();
      await close();
    },
  };
}

/**
 * Waits until every payment has its final state, and every hook of the run has succeeded. Ends also when no payment and
 * no hook has ended for `withinMs`. {@link checkRun} reports what is missing.
 */
export async function waitUntilEnded(
  storage: StorageSettings,
  { paid, failedPayments }: ExpectedEnds,
  withinMs = syncWithinMs,
): Promise<void> {
  let deadline = performance.now() + withinMs;
  let ended = -1;
  const sql =
    "select (select count(*) from pgw_payments where fulfillment_state = 'done') as done, " +
    "(select count(*) from pgw_payments where state = 'failed') as failed, " +
    "(select count(*) from pgw_hooks where state = 'due') as due";
  while (performance.now() < deadline) {
    const [row] = await queryRows(storage, sql);
    const hasEnded = Number(row?.['done']) >= paid.size && Number(row?.['failed']) >= failedPayments;
    const due = Number(row?.['due']);
    if (hasEnded && due === 0) return;
    const endedNow = Number(row?.['done']) + Number(row?.['failed']) - due;
    if (endedNow !== ended) deadline = performance.now() + withinMs;
    ended = endedNow;
    await wait(200);
  }
}

/**
 * Waits until `wanted` payments are fulfilled, or until the time limit. {@link checkRun} reports missing
 * payments.
 */
export async function waitUntilFulfilled(
  storage: StorageSettings,
  wanted: number,
  withinMs = syncWithinMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const [row] = await queryRows(
      storage,
      "select count(*) as done from pgw_payments where fulfillment_state = 'done'",
    );
    if (Number(row?.['done']) >= wanted) return;
    await wait(200);
  }
}

/** Waits until `progress` returns at least `wanted`. */
export async function waitForProgress(progress: () => number, wanted: number): Promise<void> {
  while (progress() < wanted) await wait(5);
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
