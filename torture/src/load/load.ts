import { fileURLToPath } from 'node:url';
import type { TortureCommand, Report, RunOptions } from '../torture-command.ts';
import { measureParts, countPartPayments } from './load-parts.ts';
import { findMedian, formatSpread, measure, type Measure, type Receiver } from './load-measure.ts';
import {
  countCallbacks,
  findLedgerFailures,
  toReceiver,
  createShopSettings,
  readSizes,
  startGateway,
  storePayments,
  type Sizes,
} from './load-setup.ts';
import { withPostgres } from '../postgres.ts';
import { readProcessorTimes } from './processor-time.ts';
import { closeChild, requestHandledCount, getPid, startChild, type Child } from '../shop/child.ts';
import { startFleet } from '../shop/fleet.ts';
import type { ShopSettings } from '../shop/shop.ts';
import { createLedger, type StorageSettings } from '../shop/storage.ts';

const baselineProgram = fileURLToPath(new URL('baseline/process.ts', import.meta.url));

type PostgresSettings = StorageSettings & { readonly kind: 'postgres' };

export const load: TortureCommand = {
  sentence:
    'Measures the cost of a callback that is verified, stored, synced and fulfilled, compared with an Express route with one insert.',
  flags: ['rounds', 'callbacks', 'concurrency', 'warm-up', 'parts'],
  run: (options) =>
    withPostgres((storage, server) => measureLoad({ storage, postgresPid: server.pid() ?? 0 }, options)),
};

interface Database {
  readonly storage: PostgresSettings;
  /** The pid of the main process of PostgreSQL. */
  readonly postgresPid: number;
}

async function measureLoad(database: Database, { size, log }: RunOptions): Promise<Report> {
  const { storage } = database;
  const sizes = readSizes(size);
  const perPart = size('parts', { long: 8_000, short: 0 });
  const payments = countCallbacks(sizes);
  const storedPayments = payments + countPartPayments(perPart);
  await createLedger(storage);
  const gateway = await startGateway(storedPayments);
  log(`${storedPayments} payments are stored first.`);
  await storePayments(storage, storedPayments);
  const settings = createShopSettings(storage, gateway);
  try {
    const measures = await compareReceivers({ database, settings, sizes, gateway }, log);
    const failures = await findLedgerFailures(storage, payments);
    const { concurrency, perRound } = sizes;
    const partsOptions = { settings, from: payments + 1, count: perPart, concurrency };
    return createReport({
      measures,
      parts: perPart === 0 ? {} : await measureParts(partsOptions),
      payments,
      perRound,
      failures,
    });
  } finally {
    await closeChild(gateway);
  }
}

/** The receivers by what they do with a callback. */
const receiverNames = {
  baseline: 'baseline: Express and one insert',
  baselineWithQueries: 'baseline with queries: Express, one insert and a query to the gateway',
  checkout: 'checkout: verified, stored, synced, fulfilled',
} as const;

type Measures = Readonly<Record<keyof typeof receiverNames, readonly Measure[]>>;

interface Comparison {
  readonly database: Database;
  readonly settings: ShopSettings;
  readonly sizes: Sizes;
  readonly gateway: Child;
}

/**
 * Sends the same callbacks to the two minimal receivers and to a shop, in turn. Each runs in its own process.
 */
async function compareReceivers(comparison: Comparison, log: RunOptions['log']): Promise<Measures> {
  const { database, settings, gateway } = comparison;
  const { rounds, perRound, concurrency, warmUp } = comparison.sizes;
  const { url, connections } = database.storage;
  const baselineSettings = { PGW_TORTURE_URL: url, PGW_TORTURE_CONNECTIONS: String(connections) };
  const baseline = await startChild(baselineProgram, baselineSettings);
  const baselineWithQueries = await startChild(baselineProgram, {
    ...baselineSettings,
    PGW_TORTURE_GATEWAY: gateway.url,
  });
  const fleet = await startFleet(settings, 1);
  const createTimesReader = (receiverPid: number) => () =>
    readProcessorTimes({
      processes: { receiver: receiverPid, gateway: getPid(gateway), sender: process.pid },
      families: { PostgreSQL: database.postgresPid },
    });
  const receivers = {
    baseline: { ...childToReceiver(baseline), readTimes: createTimesReader(getPid(baseline)) },
    baselineWithQueries: {
      ...childToReceiver(baselineWithQueries),
      readTimes: createTimesReader(getPid(baselineWithQueries)),
    },
    checkout: { ...toReceiver(fleet), readTimes: createTimesReader(fleet.pids()[0] ?? 0) },
  };
  const results: Record<keyof typeof receiverNames, Measure[]> = {
    baseline: [],
    baselineWithQueries: [],
    checkout: [],
  };
  const measureEach = async (from: number, count: number, isCounted: boolean): Promise<void> => {
    for (const name of ['baseline', 'baselineWithQueries', 'checkout'] as const) {
      const result = await measure({ from, count, concurrency, receiver: receivers[name] });
      if (isCounted) results[name].push(result);
    }
  };
  try {
    if (warmUp > 0) {
      log(`Warming up: ${warmUp} callbacks each.`);
      await measureEach(1, warmUp, false);
    }
    for (let round = 0; round < rounds; round += 1) {
      log(`Round ${round + 1} of ${rounds}: ${perRound} callbacks each, ${concurrency} at a time.`);
      await measureEach(warmUp + round * perRound + 1, perRound, true);
    }
    return results;
  } finally {
    await fleet.close();
    await closeChild(baselineWithQueries);
    await closeChild(baseline);
  }
}

function childToReceiver(child: Child): Omit<Receiver, 'readTimes'> {
  return { url: child.url, countHandled: () => requestHandledCount(child) };
}

function createReport(results: {
  readonly parts: Readonly<Record<string, string>>;
  readonly measures: Measures;
  readonly payments: number;
  readonly perRound: number;
  readonly failures: readonly string[];
}): Report {
  const { parts, measures, payments, perRound, failures } = results;
  const baseline = findMedian(measures.baseline);
  const baselineWithQueries = findMedian(measures.baselineWithQueries);
  const checkout = findMedian(measures.checkout);
  return {
    figures: {
      'callbacks to each receiver, including warm-up': payments,
      'callbacks a round': perRound,
      ...createRateFigures(receiverNames.baseline, baseline),
      ...createRateFigures(receiverNames.baselineWithQueries, baselineWithQueries),
      ...createRateFigures(receiverNames.checkout, checkout),
      ...createRangeFigures(measures),
      ...parts,
    },
    failures,
  };
}

/**
 * The median, lowest and highest ratio of the rounds. A single number would not show how much the rounds
 * differ.
 */
function createRangeFigures({ baseline, baselineWithQueries, checkout }: Measures): Record<string, string> {
  const formatRatios = (baselineMeasures: readonly Measure[], field: 'perSecond' | 'p99'): string => {
    const ratios = checkout.map(
      (result, round) => result[field] / (baselineMeasures[round]?.[field] ?? Number.NaN),
    );
    return formatSpread(ratios, 2);
  };
  return {
    'rate ÷ rate of the baseline with queries (target 0.85)': formatRatios(baselineWithQueries, 'perSecond'),
    'p99 ÷ p99 of the baseline with queries (target 1.5 at most)': formatRatios(baselineWithQueries, 'p99'),
    'rate ÷ rate of the baseline': formatRatios(baseline, 'perSecond'),
    'p99 ÷ p99 of the baseline': formatRatios(baseline, 'p99'),
  };
}

function createRateFigures(name: string, { perSecond, p50, p99, times }: Measure): Record<string, string> {
  const microseconds = Object.entries(times).map(
    ([processName, ms]) => `${processName} ${Math.round(ms * 1000)}`,
  );
  return {
    [name]: `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ...(microseconds.length > 0 && { [`  µs of CPU per callback (${name})`]: microseconds.join(', ') }),
  };
}
