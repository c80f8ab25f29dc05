import { setTimeout as wait } from 'node:timers/promises';
import { batchedCalls, type BatchedCall } from '../../../packages/server/src/stores/sql/batching/batches.ts';
import { Sender, signCallback } from '../gateway/callbacks.ts';
import { openGateway, type StubGateway } from '../gateway/gateway.ts';
import { runInParallel } from '../parallel.ts';
import { withPostgres } from '../postgres.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import { usualSettings } from '../shop/shop.ts';
import { pressPay } from '../shop/shopper.ts';
import { createLedger, type StorageSettings } from '../shop/storage.ts';
import type { Report, RunOptions, TortureCommand } from '../torture-command.ts';
import { formatSpread } from './load-measure.ts';
import { readProcessorTimes } from './processor-time.ts';

const stores = ['embedded', 'postgres'] as const;

export const batches: TortureCommand = {
  sentence:
    'Measures the CPU time of starts, callbacks and status requests without the batches of one call, in pairs.',
  flags: ['store', 'unbatched', 'rounds', 'payments', 'concurrency'],
  run: (options) => {
    const store = options.choice('store', stores);
    return store === 'embedded'
      ? withEmbeddedStorage((storage) => compareEach(storage, options))
      : withPostgres((storage, server) => compareEach(storage, options, server.pid()));
  },
};

/** A process of a shop. Its gateway is in this process, so its CPU time does not count. */
interface MeasuredShop {
  readonly fleet: Fleet;
  readonly times: Record<keyof Steps, number[]>;
}

/** The milliseconds of CPU time, of the shop and of PostgreSQL. */
interface Steps {
  readonly start: number;
  readonly callback: number;
  /** A request of a browser that waits for its payment. */
  readonly status: number;
}

const stepNames = ['start', 'callback', 'status'] as const satisfies readonly (keyof Steps)[];

async function compareEach(
  storage: StorageSettings,
  { size, choice, log }: RunOptions,
  postgresPid?: number,
): Promise<Report> {
  const rounds = size('rounds', { long: 6, short: 1 });
  const count = size('payments', { long: 1_000, short: 20 });
  const concurrency = size('concurrency', { long: 50, short: 10 });
  const chosen = choice('unbatched', ['all', ...batchedCalls]);
  await createLedger(storage);
  const gateway = await openGateway();
  const sender = new Sender();
  const measure = createMeasure({ gateway, sender, count, concurrency, postgresPid });
  const open = async (unbatched: readonly BatchedCall[]): Promise<MeasuredShop> => {
    const settings = { ...usualSettings, storage: { ...storage, unbatched }, gatewayUrl: gateway.url };
    const fleet = await startFleet({ ...settings, queriesPerSecond: 100_000 }, 1);
    return { fleet, times: { start: [], callback: [], status: [] } };
  };
  const figures: Record<string, string> = {};
  try {
    for (const call of batchedCalls.filter((name) => chosen === 'all' || name === chosen)) {
      const pair = [await open([]), await open([call])] as const;
      for (const shop of pair) await measure(shop);
      for (let round = 0; round < rounds; round += 1)
        for (const { fleet, times } of round % 2 === 0 ? pair : pair.toReversed()) {
          const steps = await measure({ fleet });
          for (const step of stepNames) times[step].push(steps[step]);
        }
      for (const { fleet } of pair) await fleet.close();
      for (const step of stepNames) {
        const ratios = pair[1].times[step].map((ms, n) => ms / (pair[0].times[step][n] ?? Number.NaN));
        const micros = pair[0].times[step].map((ms) => (ms / count) * 1_000);
        const figure = `× ${formatSpread(ratios, 2)} without its batches; ${formatSpread(micros, 0)} µs with them`;
        figures[`${call}: ${step}`] = figure;
        log(`${call}: ${step} ${figure}`);
      }
    }
    return { figures, failures: [] };
  } finally {
    await sender.close();
    await gateway.close();
  }
}

interface MeasureOptions {
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly count: number;
  readonly concurrency: number;
  readonly postgresPid: number | undefined;
}

/** Returns a function that measures new payments of a shop. */
function createMeasure({ gateway, sender, count, concurrency, postgresPid }: MeasureOptions) {
  let orders = 0;
  return async ({ fleet }: Pick<MeasuredShop, 'fleet'>): Promise<Steps> => {
    const work = createWork({ fleet, gateway, sender, firstOrder: orders });
    orders += count;
    const readTimes = (): number => {
      const processes = { shop: fleet.pids()[0] ?? 0 };
      const families: Record<string, number> = postgresPid === undefined ? {} : { PostgreSQL: postgresPid };
      const { shop = 0, PostgreSQL = 0 } = readProcessorTimes({ processes, families });
      return shop + PostgreSQL;
    };
    const before = readTimes();
    await runInParallel({ count, concurrency }, work.start);
    const afterStarts = readTimes();
    const handled = (await fleet.countFulfilled()) + count;
    await runInParallel({ count, concurrency }, work.sendCallback);
    while ((await fleet.countFulfilled()) < handled) await wait(20);
    const afterCallbacks = readTimes();
    await runInParallel({ count, concurrency }, work.readStatus);
    return {
      start: afterStarts - before,
      callback: afterCallbacks - afterStarts,
      status: readTimes() - afterCallbacks,
    };
  };
}

function createWork({
  fleet,
  gateway,
  sender,
  firstOrder,
}: {
  readonly fleet: Fleet;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly firstOrder: number;
}) {
  const [url = ''] = fleet.urls();
  const firstOpened = gateway.opened.length;
  return {
    start: async (n: number): Promise<void> => {
      await pressPay(url, { order: `order-${firstOrder + n}`, attempt: `attempt-${n}` });
    },
    readStatus: async (n: number): Promise<void> => {
      const reference = gateway.opened[firstOpened + n]?.reference ?? '';
      const request = (): Promise<Response> => fetch(`${url}/pgw/payments/${reference}`);
      // The server may close a connection that was not used during the callbacks.
      await (await request().catch(request)).text();
    },
    sendCallback: async (n: number): Promise<void> => {
      const transaction = gateway.opened[firstOpened + n];
      if (transaction === undefined) throw new RangeError(`There is no transaction ${firstOpened + n}.`);
      const paid = { ...transaction, status: 1 };
      gateway.put(paid);
      const response = await sender.post(url, signCallback(paid));
      if (response?.status !== 200)
        throw new Error(`The response to a callback had status ${response?.status}.`);
    },
  };
}
