import { fileURLToPath } from 'node:url';
import { Doubts, type RunOptions } from './claim.ts';
import type { Receiver } from './load-measure.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { startChild, type Child } from './shop/child.ts';
import type { Fleet } from './shop/fleet.ts';
import type { ShopSettings } from './shop/shop.ts';
import { openStorage, rowsOf, type StorageSettings } from './shop/storage.ts';

/** How much is sent to each receiver. */
export interface Sizes {
  readonly rounds: number;
  readonly perRound: number;
  readonly concurrency: number;
  /** Callbacks to each receiver that are not measured: a process that has just started compiles its code as it goes. */
  readonly warmUp: number;
}

export function sizesOf(size: RunOptions['size']): Sizes {
  return {
    rounds: size('rounds', { long: 3, short: 1 }),
    perRound: size('callbacks', { long: 15_000, short: 150 }),
    concurrency: size('concurrency', { long: 64, short: 32 }),
    warmUp: size('warm-up', { long: 10_000, short: 0 }),
  };
}

/** Callbacks that one receiver gets in a run, those to warm up among them. */
export function callbacksOf({ rounds, perRound, warmUp }: Sizes): number {
  return warmUp + rounds * perRound;
}

/** A gateway in a process of its own that knows payments 1 to `payments`. */
export function startGateway(payments: number): Promise<Child> {
  const program = fileURLToPath(new URL('gateway/process.ts', import.meta.url));
  return startChild(program, { PGW_TORTURE_PAYMENTS: String(payments) });
}

/** A shop whose handler writes with its transaction and takes no time. */
export function shopSettings(storage: StorageSettings, gateway: Child): ShopSettings {
  return {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    gatewayUrl: gateway.url,
    sweepIntervalMs: 5_000,
    asksPerSecond: 10,
  };
}

export function receiverOfFleet(fleet: Fleet): Omit<Receiver, 'times'> {
  const [url = ''] = fleet.urls();
  return { url, done: fleet.fulfilled };
}

/** Stores payments 1 to `count`, whose callbacks will come. */
export async function storePayments(storage: StorageSettings, count: number): Promise<void> {
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const waiting = Array.from({ length: count }, (_, n) => transactionOf(n + 1))[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const transaction of waiting)
      await store.insertPayment(openPayment(transaction), noteOf(transaction.reference));
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  await close();
}

/** What is wrong with the ledger when it has not exactly one entry for each of `payments`. */
export async function ledgerFailures(storage: StorageSettings, payments: number): Promise<readonly string[]> {
  const doubts = new Doubts();
  const [row] = await rowsOf(
    storage,
    'select count(*) as entries, count(distinct reference) as payments from torture_ledger',
  );
  const [entries, distinct] = [Number(row?.['entries']), Number(row?.['payments'])];
  if (entries !== payments || distinct !== payments) {
    doubts.add(
      'the ledger has not exactly one entry for each payment',
      `${entries} entries for ${distinct} of ${payments}`,
    );
  }
  return doubts.sentences();
}
