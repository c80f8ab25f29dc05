import { fileURLToPath } from 'node:url';
import { deliver, isAcknowledged, Sender, signedCallback } from './callbacks.ts';
import { Doubts, type Claim, type Report, type RunOptions } from './claim.ts';
import { measureParts, paymentsForParts } from './load-parts.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { withPostgres } from './postgres.ts';
import { closeChild, cpuMsOf, startChild } from './shop/child.ts';
import { startFleet } from './shop/fleet.ts';
import type { ShopSettings } from './shop/shop.ts';
import { createLedger, openStorage, rowsOf, type StorageSettings } from './shop/storage.ts';
import { allFulfilled } from './storm.ts';

const programOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

type PostgresSettings = StorageSettings & { readonly kind: 'postgres' };

/** What one kind of receiver did with its callbacks. */
interface Measure {
  /** Callbacks a second, from the first one sent to the last one finished. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the receiving process for each callback, in milliseconds. */
  readonly cpuMs: number;
}

export const load: Claim = {
  sentence:
    'What a callback costs when it is verified, stored, settled and fulfilled, next to a bare Express route with one insert.',
  run: (options) => withPostgres((storage) => measured(storage, options)),
};

interface Sizes {
  readonly rounds: number;
  readonly perRound: number;
  readonly concurrency: number;
  /** Callbacks to each receiver that are not measured: a process that has just started compiles its code as it goes. */
  readonly warmUp: number;
}

async function measured(storage: PostgresSettings, { size, say }: RunOptions): Promise<Report> {
  const sizes = {
    rounds: size('rounds', { long: 3, short: 1 }),
    perRound: size('callbacks', { long: 15_000, short: 150 }),
    concurrency: size('concurrency', { long: 64, short: 32 }),
    warmUp: size('warm-up', { long: 10_000, short: 0 }),
  };
  const perPart = size('parts', { long: 8_000, short: 0 });
  const payments = sizes.warmUp + sizes.rounds * sizes.perRound;
  const all = payments + paymentsForParts(perPart);
  await createLedger(storage);
  const gateway = await startChild(programOf('gateway/process.ts'), { PGW_TORTURE_PAYMENTS: String(all) });
  say(`${all} payments are stored first.`);
  await stored(storage, all);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    gatewayUrl: gateway.url,
    sweepIntervalMs: 5_000,
    asksPerSecond: 10,
  } as const;
  try {
    const measures = await compared(settings, sizes, say);
    const [row] = await rowsOf(
      storage,
      'select count(*) as entries, count(distinct reference) as payments from torture_ledger',
    );
    const { concurrency, perRound } = sizes;
    const partsFrom = { settings, from: payments + 1, count: perPart, concurrency };
    return reportOf({
      ...measures,
      parts: perPart === 0 ? {} : await measureParts(partsFrom),
      payments,
      perRound,
      entries: Number(row?.['entries']),
      distinct: Number(row?.['payments']),
    });
  } finally {
    await closeChild(gateway);
  }
}

interface Measures {
  readonly floors: readonly Measure[];
  readonly ours: readonly Measure[];
}

/** Sends the same to the floor and to a shop in turn, each in a process of its own. */
async function compared(
  settings: ShopSettings & { readonly storage: PostgresSettings },
  { rounds, perRound, concurrency, warmUp }: Sizes,
  say: RunOptions['say'],
): Promise<Measures> {
  const { storage } = settings;
  const floor = await startChild(programOf('floor/process.ts'), {
    PGW_TORTURE_URL: storage.url,
    PGW_TORTURE_CONNECTIONS: String(storage.connections),
  });
  const fleet = await startFleet(settings, 1);
  const floors: Measure[] = [];
  const ours: Measure[] = [];
  const both = async (from: number, count: number): Promise<readonly [Measure, Measure]> => {
    const run = { from, count, concurrency };
    const [url = ''] = fleet.urls();
    const bare = await measure({ ...run, url: floor.url, cpu: () => cpuMsOf(floor) });
    const done = (): Promise<void> => allFulfilled(storage, from - 1 + count);
    return [bare, await measure({ ...run, url, cpu: fleet.cpuMs, done })];
  };
  try {
    if (warmUp > 0) {
      say(`Warming up: ${warmUp} callbacks each.`);
      await both(1, warmUp);
    }
    for (let round = 0; round < rounds; round += 1) {
      say(`Round ${round + 1} of ${rounds}: ${perRound} callbacks each, ${concurrency} at a time.`);
      const [bare, whole] = await both(warmUp + round * perRound + 1, perRound);
      floors.push(bare);
      ours.push(whole);
    }
    return { floors, ours };
  } finally {
    await fleet.close();
    await closeChild(floor);
  }
}

/** Stores the payments whose callbacks will come. */
async function stored(storage: StorageSettings, count: number): Promise<void> {
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

interface MeasureOptions {
  readonly url: string;
  readonly from: number;
  readonly count: number;
  readonly concurrency: number;
  readonly cpu: () => Promise<number>;
  /** Resolves when what was acknowledged has taken effect. */
  readonly done?: () => Promise<void>;
}

async function measure({ url, from, count, concurrency, cpu, done }: MeasureOptions): Promise<Measure> {
  const callbacks = Array.from({ length: count }, (_, n) => signedCallback(transactionOf(from + n)));
  const sender = new Sender();
  const latencies: number[] = [];
  const cpuBefore = await cpu();
  const startedAt = performance.now();
  await deliver({
    callbacks,
    sender,
    urls: () => [url],
    concurrency,
    pick: () => url,
    onAnswer: (_callback, answer) => {
      if (answer !== undefined && isAcknowledged(answer)) latencies.push(answer.answeredAt - answer.sentAt);
    },
  });
  await done?.();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = ((await cpu()) - cpuBefore) / count;
  await sender.close();
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99), cpuMs };
}

function reportOf(found: {
  readonly parts: Readonly<Record<string, string>>;
  readonly floors: readonly Measure[];
  readonly ours: readonly Measure[];
  readonly payments: number;
  readonly perRound: number;
  readonly entries: number;
  readonly distinct: number;
}): Report {
  const { parts, floors, ours, payments, perRound, entries, distinct } = found;
  const doubts = new Doubts();
  if (entries !== payments || distinct !== payments) {
    doubts.add(
      'the ledger has not exactly one entry for each payment',
      `${entries} entries for ${distinct} of ${payments}`,
    );
  }
  const [floor, our] = [median(floors), median(ours)];
  const shown = (name: string, { perSecond, p50, p99, cpuMs }: Measure): Record<string, string> => ({
    [name]: `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpuMs.toFixed(2)} ms of CPU each`,
  });
  return {
    counted: {
      'callbacks to each, those to warm up among them': payments,
      'callbacks a round': perRound,
      ...shown('bare Express and one insert', floor),
      ...shown('verified, stored, settled, fulfilled', our),
      'share of the floor’s rate (target 0.7)': (our.perSecond / floor.perSecond).toFixed(2),
      'times the floor’s p99 (target 1.5)': (our.p99 / floor.p99).toFixed(2),
      ...parts,
    },
    failures: doubts.sentences(),
  };
}

/** The round with the middle rate. */
function median(measures: readonly Measure[]): Measure {
  const sorted = [...measures].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('At least one round is needed.');
  return middle;
}
