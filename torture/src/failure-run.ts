import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  deliver,
  isAcknowledged,
  Sender,
  signCallback,
  type DeliverOptions,
  type TimedResponse,
} from './callbacks.ts';
import { openGateway } from './gateway/gateway.ts';
import { preparePayments } from './prepare-payments.ts';
import { createRandom, type Random } from './random.ts';
import { startFleet, type Fleet } from './shop/fleet.ts';
import type { LedgerKind } from './shop/ledger.ts';
import { queryRows, type StorageSettings } from './shop/storage.ts';
import { checkRun, type RunCheck } from './run-check.ts';

export interface FailureRunOptions {
  readonly storage: StorageSettings;
  /** `tx` or `file`: see `LedgerKind`. */
  readonly handler: LedgerKind['kind'];
  /** The number of callbacks, including the duplicates. */
  readonly callbacks: number;
  /** The number of callbacks that are copies of other callbacks. */
  readonly duplicates: number;
  readonly processes: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Causes failures during the run. `progress` returns the number of acknowledged callbacks so far. */
  readonly disturb: (context: { fleet: Fleet; random: Random; progress: () => number }) => Promise<void>;
  readonly onResponse?: (response: TimedResponse | undefined) => void;
  /**
   * When true, the clocks of the shop are advanced at the end. Otherwise the run waits a minute until claims
   * expire.
   */
  readonly shouldAdvanceClocks: boolean;
}

export interface FailureRunReport extends RunCheck {
  readonly seconds: number;
}

const settleWithinMs = 120_000;

/** Sends callbacks to processes of a shop while failures happen. Then checks the result of each callback. */
export async function runWithFailures(options: FailureRunOptions): Promise<FailureRunReport> {
  const { storage, handler, callbacks: count, duplicates, processes, log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-'));
  const ledger: LedgerKind =
    handler === 'tx' ? { kind: 'tx' } : { kind: 'file', file: join(folder, 'ledger') };
  const random = createRandom(options.seed);
  const gateway = await openGateway();
  const sender = new Sender();
  const transactions = await preparePayments(storage, gateway, count - duplicates);
  const copies = Array.from({ length: duplicates }, () => random.pick(transactions));
  const plannedCallbacks = random
    .shuffled([...transactions, ...copies])
    .map((transaction) => signCallback(transaction));
  // In milliseconds. The handler with a file runs longer, so more kills happen between its lines `begin` and
  // `end`.
  const handlerMs = handler === 'tx' ? 1 : 4;
  const settings = {
    storage,
    ledger,
    handlerMs,
    gatewayUrl: gateway.url,
    sweepIntervalMs: 200,
    queriesPerSecond: 2_000,
  };
  const fleet = await startFleet(settings, processes);
  log(
    `${processes} processes of the shop are ready; ${plannedCallbacks.length} callbacks for ${transactions.length} payments begin.`,
  );
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
    const sending = deliver({
      callbacks: plannedCallbacks,
      sender,
      urls: fleet.urls,
      concurrency: 32,
      onResponse,
      pick: (urls) => random.pick(urls),
    });
    await Promise.all([sending, options.disturb({ fleet, random, progress: () => progress })]);
    log('Every callback is acknowledged; waiting until every payment is fulfilled.');
    if (options.shouldAdvanceClocks) {
      // Only payments that a killed process has claimed are not fulfilled after a second. Their claims expire
      // after a minute.
      await waitUntilFulfilled(storage, acknowledged.size, 1_000);
      fleet.advanceClocks(61_000);
    }
    await waitUntilFulfilled(storage, acknowledged.size);
    return { ...(await checkRun({ storage, ledger, acknowledged })), seconds: secondsSince(startedAt) };
  } finally {
    await fleet.close();
    await sender.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until `wanted` payments are fulfilled, or until the time limit. {@link checkRun} reports missing
 * payments.
 */
export async function waitUntilFulfilled(
  storage: StorageSettings,
  wanted: number,
  withinMs = settleWithinMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const [row] = await queryRows(
      storage,
      "select count(*) as done from pgw_payments where fulfilment = 'done'",
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
