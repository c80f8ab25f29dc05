import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckoutEvent } from '@pgw/express';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import type { PostgresTransaction } from '@pgw/express/stores/postgres';
import { deliver, Sender, signedCallback } from './callbacks.ts';
import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway, type StubGateway, type Transaction } from './gateway/gateway.ts';
import { effectsOf } from './outcomes.ts';
import { openPayments } from './payments.ts';
import { withPostgres } from './postgres.ts';
import { randomOf } from './random.ts';
import { openShop } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';
import { allFulfilled } from './storm.ts';

const minute = 60_000;

export const hang: Claim = {
  sentence:
    'A handler that does not end is reported and rolled back at its time limit. Other payments are fulfilled, and later writes have no effect.',
  flags: ['store', 'payments', 'hanging', 'timeout-ms'],
  run: async (options) => {
    if (options.choice('store', ['postgres', 'embedded']) === 'postgres')
      return withPostgres((storage) => hanging(storage, options));
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-hang-'));
    try {
      return await hanging({ kind: 'embedded', file: join(folder, 'payments.db') }, options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function hanging(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 500, short: 30 });
  const hangs = size('hanging', { long: 20, short: 3 });
  const fulfilTimeoutMs = size('timeout-ms', { long: 2_000, short: 300 });
  const random = randomOf(seed);
  const gateway = await openGateway();
  const sender = new Sender();
  const transactions = await preparePayments(storage, gateway, payments);
  const chosen = new Set(random.shuffled(transactions.map(({ reference }) => reference)).slice(0, hangs));
  const handlers = new HangingHandlers(storage, chosen);
  const events: CheckoutEvent[] = [];
  let skipped = 0;
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 100,
    queriesPerSecond: 1_000,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    {
      now: () => Date.now() + skipped,
      onEvent: (event) => events.push(event),
      beforeEntry: (key, tx) => handlers.handle(key, tx),
      limits: { fulfilTimeoutMs, fulfilSlowMs: Math.ceil(fulfilTimeoutMs / 3) },
    },
  );
  try {
    log(`${payments} callbacks; the first handlers of ${hangs} payments do not end.`);
    const startedAt = performance.now();
    await deliver({
      callbacks: random.shuffled(transactions).map((transaction) => signedCallback(transaction)),
      sender,
      urls: () => [shop.url],
      concurrency: 16,
      pick: () => shop.url,
      onResponse: () => undefined,
    });
    await othersFulfilled(storage, { chosen, wanted: payments - hangs });
    const othersMs = performance.now() - startedAt;
    const early = await effectsOf(storage);
    skipped = 2 * minute;
    await allFulfilled(storage, payments, minute);
    log('The handlers that did not end continue now, after their time limit.');
    await handlers.release();
    const effects = await effectsOf(storage);
    return reportOf(effects, { payments, chosen, early, othersMs, events, started: handlers.started });
  } finally {
    await handlers.release();
    await shop.close();
    await sender.close();
    await gateway.close();
  }
}

/** Waits for the effects of the payments whose handlers end. The other handlers are retried in the meantime and do not count. */
async function othersFulfilled(
  storage: StorageSettings,
  { chosen, wanted }: { readonly chosen: ReadonlySet<string>; readonly wanted: number },
): Promise<void> {
  const deadline = performance.now() + minute;
  while (performance.now() < deadline) {
    const references = [...(await effectsOf(storage)).keys()];
    if (references.filter((reference) => !chosen.has(reference)).length >= wanted) return;
    await wait(200);
  }
}

async function preparePayments(
  storage: StorageSettings,
  gateway: StubGateway,
  count: number,
): Promise<Transaction[]> {
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const transactions = await openPayments(store, gateway, count);
  await store.close();
  await close();
  return transactions;
}

/** The first handler of a chosen payment writes its effect, does not end, and writes again when it is released. */
class HangingHandlers {
  readonly #storage: StorageSettings;
  readonly #waiting: Set<string>;
  readonly #gate = Promise.withResolvers<void>();
  readonly #late: Promise<void>[] = [];
  started = 0;

  constructor(storage: StorageSettings, chosen: ReadonlySet<string>) {
    this.#storage = storage;
    this.#waiting = new Set(chosen);
  }

  async handle(key: string, tx: unknown): Promise<void> {
    if (!this.#waiting.delete(key)) return;
    this.started += 1;
    await this.#write(key, tx);
    const late = this.#gate.promise.then(() => this.#write(key, tx));
    this.#late.push(late.catch(() => undefined));
    await late;
  }

  /** Lets the handlers continue, and waits until each has tried to write. */
  async release(): Promise<void> {
    this.#gate.resolve();
    await Promise.all(this.#late);
    // Their transactions have ended. A write that a bug would allow is committed within this time.
    await wait(100);
  }

  async #write(key: string, tx: unknown): Promise<void> {
    const values = [key, process.pid];
    if (this.#storage.kind === 'embedded') {
      // The embedded store passes its own transaction type.
      (tx as EmbeddedTransaction).run('insert into torture_ledger (reference, pid) values (?, ?)', ...values);
      return;
    }
    const sql = 'insert into torture_ledger (reference, pid) values ($1, $2)';
    await (tx as PostgresTransaction).query(sql, values);
  }
}

function reportOf(
  effects: ReadonlyMap<string, number>,
  found: {
    readonly payments: number;
    readonly chosen: ReadonlySet<string>;
    readonly early: ReadonlyMap<string, number>;
    readonly othersMs: number;
    readonly events: readonly CheckoutEvent[];
    readonly started: number;
  },
): Report {
  const { payments, chosen, early, othersMs, events, started } = found;
  const violations = new Violations();
  const count = (name: string): number => events.filter(({ event }) => event === name).length;
  const waited = payments - chosen.size - [...early.keys()].filter((key) => !chosen.has(key)).length;
  if (waited > 0)
    violations.add(
      'payments were not fulfilled while the handlers of other payments did not end',
      String(waited),
    );
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('not exactly one effect', `${reference}: ${times}`);
  const reported = new Set(
    events.filter(({ event }) => event === 'fulfilment-slow').map(({ ids }) => ids['reference']),
  );
  for (const reference of chosen)
    if (!reported.has(reference)) violations.add('a handler that hung was not reported', reference);
  if (started < chosen.size) violations.add('a handler did not hang', `${started} of ${chosen.size}`);
  return {
    counted: {
      payments,
      'handlers that did not end': started,
      'events fulfilment-slow': count('fulfilment-slow'),
      'events fulfilment-failed': count('fulfilment-failed'),
      'seconds until the other payments were fulfilled': (othersMs / 1_000).toFixed(1),
      'payments with one effect': [...effects.values()].filter((times) => times === 1).length,
    },
    failures: violations.sentences(),
  };
}
