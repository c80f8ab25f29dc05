import type { Report, RunOptions } from '../torture-command.ts';
import { formatSpread, measure, type Measure, type Receiver } from './load-measure.ts';
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
import { readProcessorTimes } from './processor-time.ts';
import { batchedCalls, type BatchedCall } from '../../../packages/server/src/stores/sql/batching/batches.ts';
import { closeChild } from '../shop/child.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import { createLedger, type StorageSettings } from '../shop/storage.ts';

const microsecondsPerMillisecond = 1000;
interface MeasuredShop {
  readonly url: string;
  readonly readTimes: Receiver['readTimes'];
  readonly measures: Measure[];
  /** The shop syncs the payments from number `offset + 1`. The shops sync different payments. */
  readonly offset: number;
}

interface Database {
  readonly storage: StorageSettings & { readonly kind: 'postgres' };
  /** The pid of the main process of PostgreSQL. */
  readonly postgresPid: number;
}

/**
 * Measures a shop whose store batches every call, and a shop whose store does not batch one of them, in turn and after a
 * warm-up.
 */
export async function compareBatching(
  { storage, postgresPid }: Database,
  options: RunOptions,
): Promise<Report> {
  const sizes = readSizes(options.size);
  const perShop = countCallbacks(sizes);
  const chosen = options.choice('unbatched', batchedCalls);
  const unbatchedCalls = batchedCalls.filter((call) => call === chosen);
  const fleets: Fleet[] = [];
  await createLedger(storage);
  const gateway = await startGateway(2 * perShop);
  const startShop = async (offset: number, calls: readonly BatchedCall[]): Promise<MeasuredShop> => {
    const fleet = await startFleet(createShopSettings({ ...storage, unbatched: calls }, gateway), 1);
    fleets.push(fleet);
    const { url } = toReceiver(fleet);
    const processes = { shop: fleet.pids()[0] ?? 0 };
    const readTimes = () => readProcessorTimes({ processes, families: { PostgreSQL: postgresPid } });
    return { url, readTimes, measures: [], offset };
  };
  // Both shops are counted together: the sweep of one shop may sync a payment of the other.
  const countHandled = async (): Promise<number> => {
    const counts = await Promise.all(fleets.map((fleet) => fleet.countFulfilled()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  try {
    options.log(`${2 * perShop} payments are stored first.`);
    await storePayments(storage, 2 * perShop);
    const batched = await startShop(0, []);
    const unbatched = await startShop(perShop, unbatchedCalls);
    await measureInTurn({ batched, unbatched, sizes, countHandled }, options.log);
    return {
      figures: {
        'callbacks to each shop, including warm-up': perShop,
        'call that is not batched': chosen,
        ...createRateFigures(batched.measures, unbatched.measures),
      },
      failures: await findLedgerFailures(storage, 2 * perShop),
    };
  } finally {
    for (const fleet of fleets) await fleet.close();
    await closeChild(gateway);
  }
}

interface Comparison {
  readonly batched: MeasuredShop;
  readonly unbatched: MeasuredShop;
  readonly sizes: Sizes;
  readonly countHandled: Receiver['countHandled'];
}

async function measureInTurn(
  { batched, unbatched, sizes, countHandled }: Comparison,
  log: RunOptions['log'],
): Promise<void> {
  const { warmUp, rounds, perRound, concurrency } = sizes;
  const send = ({ url, readTimes, offset }: MeasuredShop, from: number, count: number): Promise<Measure> =>
    measure({ receiver: { url, readTimes, countHandled }, from: offset + from, count, concurrency });
  if (warmUp > 0) {
    log(`Warming up: ${warmUp} callbacks to each shop.`);
    await send(batched, 1, warmUp);
    await send(unbatched, 1, warmUp);
  }
  for (let round = 0; round < rounds; round += 1) {
    log(`Round ${round + 1} of ${rounds}: ${perRound} callbacks to each shop, ${concurrency} at a time.`);
    // The tables grow with every payment, so the shop that is measured first changes every round.
    const shopsInTurn = round % 2 === 0 ? [batched, unbatched] : [unbatched, batched];
    for (const shop of shopsInTurn)
      shop.measures.push(await send(shop, warmUp + round * perRound + 1, perRound));
  }
}

function createRateFigures(
  batched: readonly Measure[],
  unbatched: readonly Measure[],
): Record<string, string> {
  const formatRates = (measures: readonly Measure[]): string =>
    `${formatSpread(
      measures.map(({ perSecond }) => perSecond),
      0,
    )} a second`;
  const formatMicroseconds = (measures: readonly Measure[], name: string): string =>
    formatSpread(
      measures.map(({ times }) => (times[name] ?? Number.NaN) * microsecondsPerMillisecond),
      0,
    );
  const formatTimes = (measures: readonly Measure[]): string =>
    `shop ${formatMicroseconds(measures, 'shop')}, PostgreSQL ${formatMicroseconds(measures, 'PostgreSQL')}`;
  const ratios = unbatched.map(
    ({ perSecond }, round) => perSecond / (batched[round]?.perSecond ?? Number.NaN),
  );
  return {
    'in batches': formatRates(batched),
    '  µs of CPU per callback, in batches': formatTimes(batched),
    'one by one': formatRates(unbatched),
    '  µs of CPU per callback, one by one': formatTimes(unbatched),
    'rate one by one ÷ rate in batches (below 0.90, the batching is kept)': formatSpread(ratios, 2),
  };
}
