import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAcknowledged, Sender, signedCallback } from './callbacks.ts';
import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway, type StubGateway, type Transaction } from './gateway/gateway.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { withChosenPostgres } from './postgres.ts';
import { randomOf, type Random } from './random.ts';
import { startFleet } from './shop/fleet.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';
import { allFulfilled } from './storm.ts';
import { verdictOf } from './verdict.ts';

export const race: Claim = {
  sentence:
    'Copies of a callback, returning browsers and the sweeps of several processes, all at the same time, have one effect.',
  flags: ['store', 'rounds', 'copies', 'returns', 'processes', 'pooler', 'isolation'],
  run: async (options) => {
    const store = options.choice('store', ['postgres', 'embedded']);
    if (store === 'postgres') return withChosenPostgres(options, (storage) => races(storage, options));
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-race-'));
    try {
      return await races({ kind: 'embedded', file: join(folder, 'payments.db') }, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function races(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const rounds = size('rounds', { long: 500, short: 4 });
  const copies = size('copies', { long: 100, short: 30 });
  const returns = size('returns', { long: 10, short: 5 });
  const processes = size('processes', { long: 4, short: 3 });
  const violations = new Violations();
  const random = randomOf(seed);
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const ledger = { kind: 'tx' } as const;
  const settings = {
    storage,
    ledger,
    handlerMs: 2,
    gatewayUrl: gateway.url,
    sweepIntervalMs: 20,
    queriesPerSecond: 1_000,
  };
  const fleet = await startFleet(settings, processes);
  const acknowledged = new Map<string, number>();
  const startedAt = performance.now();
  log(`${processes} processes are up; ${rounds} rounds of ${copies} callbacks and ${returns} returns begin.`);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const transaction = transactionOf(round);
      gateway.put(transaction);
      // Due now, so that the sweeps of all processes try to settle the payment as well.
      const payment = openPayment(transaction, {
        schedule: { queriedAt: null, nextQueryAt: Date.now() },
      });
      await store.insertPayment(payment, noteOf(transaction.reference));
      acknowledged.set(
        transaction.reference,
        await rush({ transaction, copies, returns, urls: fleet.urls(), sender, random, violations }),
      );
    }
    await allFulfilled(storage, rounds);
    const verdict = await verdictOf({ storage, ledger, acknowledged });
    return {
      counted: {
        store: storage.kind,
        rounds,
        ...queryCount(gateway, rounds),
        ...verdict.counted,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      },
      failures: [...verdict.failures, ...violations.sentences()],
    };
  } finally {
    await fleet.close();
    await store.close();
    await close();
    await sender.close();
    await gateway.close();
  }
}

interface Rush {
  readonly transaction: Transaction;
  readonly copies: number;
  readonly returns: number;
  readonly urls: readonly string[];
  readonly sender: Sender;
  readonly random: Random;
  readonly violations: Violations;
}

/** Sends all callbacks and returns of one payment at the same time. Resolves with the number of acknowledged callbacks. */
async function rush({
  transaction,
  copies,
  returns,
  urls,
  sender,
  random,
  violations,
}: Rush): Promise<number> {
  const callback = signedCallback(transaction);
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

function queryCount(gateway: StubGateway, rounds: number): Record<string, number> {
  return { 'queries to the gateway, a round': Math.round(gateway.queryCount() / rounds) };
}
