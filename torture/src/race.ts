import { isAcknowledged, Sender, signCallback } from './callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from './torture-command.ts';
import { withEmbeddedStorage } from './embedded-storage.ts';
import { waitUntilFulfilled } from './failure-run.ts';
import { openGateway, type Transaction } from './gateway/gateway.ts';
import { createNote, createOpenPayment, createTransaction } from './payments.ts';
import { withChosenPostgres } from './postgres.ts';
import { createRandom, type Random } from './random.ts';
import { checkRun } from './run-check.ts';
import { startFleet } from './shop/fleet.ts';
import { usualSettings } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';

export const race: TortureCommand = {
  sentence:
    'When copies of a callback, returning browsers and sweeps of several processes arrive at the same time, there is one effect.',
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
  const fleet = await startFleet(
    { ...usualSettings, storage, handlerMs: 2, gatewayUrl: gateway.url, sweepIntervalMs: 20 },
    processes,
  );
  const acknowledged = new Map<string, number>();
  const startedAt = performance.now();
  log(`${processes} processes are ready.`);
  log(`${rounds} rounds of ${copies} callbacks and ${returns} returns begin.`);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const transaction = createTransaction(round);
      gateway.put(transaction);
      // The payment is due now, so that the sweeps of all processes try to settle it as well.
      const payment = createOpenPayment(transaction, {
        schedule: { queriedAt: null, nextQueryAt: Date.now() },
      });
      await store.insertPayment(payment, createNote(transaction.reference));
      const urls = fleet.urls();
      const roundOptions = { transaction, copies, returns, urls, sender, random, violations };
      acknowledged.set(transaction.reference, await sendAtSameTime(roundOptions));
    }
    await waitUntilFulfilled(storage, rounds);
    const check = await checkRun({ storage, ledger: usualSettings.ledger, acknowledged });
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
    await store.close();
    await close();
    await sender.close();
    await gateway.close();
  }
}

interface RoundOptions {
  readonly transaction: Transaction;
  readonly copies: number;
  readonly returns: number;
  readonly urls: readonly string[];
  readonly sender: Sender;
  readonly random: Random;
  readonly violations: Violations;
}

/**
 * Sends all callbacks and returns of one payment at the same time. Resolves with the number of acknowledged
 * callbacks.
 */
async function sendAtSameTime({
  transaction,
  copies,
  returns,
  urls,
  sender,
  random,
  violations,
}: RoundOptions): Promise<number> {
  const callback = signCallback(transaction);
  const calls = random.shuffled([
    ...Array<'callback'>(copies).fill('callback'),
    ...Array<'return'>(returns).fill('return'),
  ]);
  const responses = await Promise.all(
    calls.map(async (call) => {
      const url = random.pick(urls);
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
