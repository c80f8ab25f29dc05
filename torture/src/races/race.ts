import { isAcknowledged, Sender, signCallback } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { waitUntilEnded } from '../failures/failure-run.ts';
import { openGateway, type Transaction } from '../gateway/gateway.ts';
import { openOrderDesk } from '../failures/order-desk.ts';
import {
  createOrderWithFate,
  listExpectedEnds,
  type FateContext,
  type OrderWithFate,
} from '../failures/order-fates.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { withChosenPostgres } from '../postgres.ts';
import { createRandom, type Random } from '../random.ts';
import { checkRun } from '../failures/run-check.ts';
import { startFleet, type Fleet } from '../shop/fleet.ts';
import { usualSettings } from '../shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from '../shop/storage.ts';

export const race: TortureCommand = {
  sentence:
    'When copies of a callback, returning browsers and sweeps of several processes arrive at the same time, there is one effect, and the item of each order is sold or released once.',
  flags: ['store', 'rounds', 'copies', 'returns', 'processes', 'pooler', 'isolation'],
  run: async (options) => {
    const store = options.choice('store', ['postgres', 'embedded']);
    if (store === 'postgres') return withChosenPostgres(options, (storage) => runRaces(storage, options));
    return withEmbeddedStorage((storage) => runRaces(storage, options));
  },
};

async function runRaces(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const rounds = size('rounds', { long: 500, short: 4 });
  const copies = size('copies', { long: 100, short: 30 });
  const returns = size('returns', { long: 10, short: 5 });
  const processes = size('processes', { long: 4, short: 3 });
  const violations = new Violations();
  const random = createRandom(seed);
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const desk = await openOrderDesk(storage);
  const orders: OrderWithFate[] = [];
  const ledger = { kind: 'tx', hasStock: true } as const;
  const settings = { ...usualSettings, storage, ledger, handlerMs: 2, sweepIntervalMs: 20 };
  const fleet = await startFleet({ ...settings, gatewayUrl: gateway.url }, processes);
  const acknowledged = new Map<string, number>();
  const startedAt = performance.now();
  log(
    `${processes} processes are ready. ${rounds} rounds of ${copies} callbacks and ${returns} returns begin.`,
  );
  const context: RaceContext = {
    gateway,
    desk,
    store,
    sender,
    random,
    violations,
    copies,
    returns,
    ...fleet,
  };
  const count = (reference: string, times: number): void =>
    void acknowledged.set(reference, (acknowledged.get(reference) ?? 0) + times);
  try {
    for (let n = 1; n <= rounds; n += 1) orders.push(await runRace(context, n, count));
    const ends = listExpectedEnds(orders);
    // Callbacks cause at most one comparison of a failed payment in a minute. A payment that is paid late may wait for it.
    await waitUntilEnded(storage, ends, 1_000);
    await fleet.advanceClocks(61_000);
    await waitUntilEnded(storage, ends);
    const check = await checkRun({ storage, ledger, acknowledged, ends });
    return {
      figures: {
        store: storage.kind,
        rounds,
        'queries to the gateway in each round (mean)': Math.round(gateway.queryCount() / rounds),
        ...check.figures,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      },
      failures: [...check.failures, ...violations.sentences()],
    };
  } finally {
    await fleet.close();
    await desk.close();
    await store.close();
    await close();
    await Promise.all([sender.close(), gateway.close()]);
  }
}

interface RaceContext extends FateContext, Pick<Fleet, 'urls'> {
  readonly copies: number;
  readonly returns: number;
  readonly sender: Sender;
  readonly random: Random;
  readonly violations: Violations;
}

/** Runs the race of one order: all copies of its callbacks, first those of its first record. */
async function runRace(
  context: RaceContext,
  round: number,
  onAcknowledged: (reference: string, count: number) => void,
): Promise<OrderWithFate> {
  const { store, desk } = context;
  const transaction = createTransaction(round);
  const order = createOrderWithFate(context, transaction, round);
  // The payment is due now, so that the sweeps of all processes try to sync it as well.
  const schedule = { queriedAt: null, nextQueryAt: Date.now() };
  await store.insert('payment', {
    payment: createOpenPayment(transaction, { schedule }),
    note: createNote(transaction.reference),
  });
  await desk.holdItems();
  onAcknowledged(transaction.reference, await sendAtSameTime(context, order.first));
  if (order.second === undefined) return order;
  await order.prepareSecond();
  onAcknowledged(order.second.reference, await sendAtSameTime(context, order.second));
  return order;
}

/**
 * Sends all callbacks and returns of one payment at the same time. Resolves with the number of acknowledged
 * callbacks.
 */
async function sendAtSameTime(
  { copies, returns, urls, sender, random, violations }: RaceContext,
  transaction: Transaction,
): Promise<number> {
  const callback = signCallback(transaction);
  const calls = random.shuffled([
    ...Array<'callback'>(copies).fill('callback'),
    ...Array<'return'>(returns).fill('return'),
  ]);
  const responses = await Promise.all(
    calls.map(async (call) => {
      const url = random.pick(urls());
      const response =
        call === 'callback' ? await sender.post(url, callback) : await sender.returnToShop(url, transaction);
      if (response?.status !== 200)
        violations.add(
          `the response to a ${call} was not 200`,
          `${transaction.reference}: ${response?.status}`,
        );
      return call === 'callback' && response !== undefined && isAcknowledged(response);
    }),
  );
  return responses.filter(Boolean).length;
}
