import { fileURLToPath } from 'node:url';
import { Violations, type RunOptions } from '../torture-command.ts';
import type { Receiver } from './load-measure.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { startChild, type Child } from '../shop/child.ts';
import type { Fleet } from '../shop/fleet.ts';
import type { ShopSettings } from '../shop/shop.ts';
import { openStorage, queryRows, type StorageSettings } from '../shop/storage.ts';

/** The size of a load run. */
export interface Sizes {
  readonly rounds: number;
  /** The number of callbacks to each receiver in a round. */
  readonly perRound: number;
  /** The number of callbacks that are sent at the same time. */
  readonly concurrency: number;
  /**
   * The number of callbacks before the measurement. A new process is slower, because it still compiles its
   * code.
   */
  readonly warmUp: number;
}

export function readSizes(size: RunOptions['size']): Sizes {
  return {
    rounds: size('rounds', { long: 3, short: 1 }),
    perRound: size('callbacks', { long: 15_000, short: 150 }),
    concurrency: size('concurrency', { long: 64, short: 32 }),
    warmUp: size('warm-up', { long: 10_000, short: 0 }),
  };
}

/** The number of callbacks to one receiver in a run, including warm-up. */
export function countCallbacks({ rounds, perRound, warmUp }: Sizes): number {
  return warmUp + rounds * perRound;
}

/** Starts a gateway in its own process, with the payments 1 to `payments`. */
export function startGateway(payments: number): Promise<Child> {
  const program = fileURLToPath(new URL('../gateway/process.ts', import.meta.url));
  return startChild(program, { PGW_TORTURE_PAYMENTS: String(payments) });
}

/** Settings of a shop whose handler writes in the checkout's transaction, without a delay. */
export function createShopSettings(storage: StorageSettings, gateway: Child): ShopSettings {
  return {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    gatewayUrl: gateway.url,
    sweepIntervalMs: 5_000,
    queriesPerSecond: 10,
  };
}

export function toReceiver(fleet: Fleet): Omit<Receiver, 'readTimes'> {
  const [url = ''] = fleet.urls();
  return { url, countHandled: fleet.countFulfilled };
}

/** Stores payments 1 to `count` in the shop's database. */
export async function storePayments(storage: StorageSettings, count: number): Promise<void> {
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const queue = Array.from({ length: count }, (_, n) => createTransaction(n + 1))[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const transaction of queue)
      await store.insert('payment', {
        payment: createOpenPayment(transaction),
        note: createNote(transaction.reference),
      });
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  await close();
}

/** Returns a failure unless the ledger has exactly one entry for each payment. */
export async function findLedgerFailures(
  storage: StorageSettings,
  payments: number,
): Promise<readonly string[]> {
  const violations = new Violations();
  const [row] = await queryRows(
    storage,
    'select count(*) as entries, count(distinct reference) as payments from torture_ledger',
  );
  const [entries, distinct] = [Number(row?.['entries']), Number(row?.['payments'])];
  if (entries !== payments || distinct !== payments) {
    violations.add(
      'the ledger does not have exactly one entry for each payment',
      `${entries} entries for ${distinct} of ${payments}`,
    );
  }
  return violations.sentences();
}
