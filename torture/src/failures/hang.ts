import { setTimeout as wait } from 'node:timers/promises';
import type { CheckoutEvent } from '@pgw/express';
import type { EmbeddedTransaction } from '@pgw/express/stores/embedded';
import type { PostgresTransaction } from '@pgw/express/stores/postgres';
import { deliver, Sender, signCallback } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { waitUntilFulfilled } from './failure-run.ts';
import { openGateway } from '../gateway/gateway.ts';
import { readEffects } from '../shop/outcomes.ts';
import { preparePayments } from '../gateway/prepare-payments.ts';
import { withPostgres } from '../postgres.ts';
import { createRandom } from '../random.ts';
import { openShop, usualSettings } from '../shop/shop.ts';
import type { StorageSettings } from '../shop/storage.ts';

const minute = 60_000;

export const hang: TortureCommand = {
  sentence:
    'A handler that does not end is reported and rolled back at its time limit. Its later writes have no effect. Other payments are fulfilled.',
  flags: ['store', 'payments', 'hanging', 'timeout-ms'],
  run: async (options) => {
    if (options.choice('store', ['postgres', 'embedded']) === 'postgres')
      return withPostgres((storage) => runHangingHandlers(storage, options));
    return withEmbeddedStorage((storage) => runHangingHandlers(storage, options));
  },
};

async function runHangingHandlers(
  storage: StorageSettings,
  { seed, size, log }: RunOptions,
): Promise<Report> {
  const payments = size('payments', { long: 500, short: 30 });
  const hangingCount = size('hanging', { long: 20, short: 3 });
  const fulfillTimeoutMs = size('timeout-ms', { long: 2_000, short: 300 });
  const random = createRandom(seed);
  const gateway = await openGateway();
  const sender = new Sender();
  const transactions = await preparePayments(storage, gateway, payments);
  const hangingReferences = new Set(
    random.shuffled(transactions.map(({ reference }) => reference)).slice(0, hangingCount),
  );
  const handlers = new HangingHandlers(storage, hangingReferences);
  const events: CheckoutEvent[] = [];
  let clockOffsetMs = 0;
  const shop = await openShop(
    { ...usualSettings, storage, sweepIntervalMs: 100, gatewayUrl: gateway.url },
    {
      now: () => Date.now() + clockOffsetMs,
      onEvent: (event) => events.push(event),
      beforeEntry: (key, tx) => handlers.handle(key, tx),
      limits: { fulfillTimeoutMs, fulfillSlowMs: Math.ceil(fulfillTimeoutMs / 3) },
    },
  );
  try {
    log(`${payments} callbacks; the first handlers of ${hangingCount} payments do not end.`);
    const startedAt = performance.now();
    await deliver({
      callbacks: random.shuffled(transactions).map((transaction) => signCallback(transaction)),
      sender,
      urls: () => [shop.url],
      concurrency: 16,
      pick: () => shop.url,
      onResponse: () => undefined,
    });
    await waitForOtherPayments(storage, { hangingReferences, wanted: payments - hangingCount });
    const othersMs = performance.now() - startedAt;
    const effectsBeforeRelease = await readEffects(storage);
    // After this time, the handlers that hang are due again.
    clockOffsetMs = 2 * minute;
    await waitUntilFulfilled(storage, payments, minute);
    log('The handlers that did not end continue now, after their time limit.');
    await handlers.release();
    const effects = await readEffects(storage);
    return createReport(effects, {
      payments,
      hangingReferences,
      effectsBeforeRelease,
      othersMs,
      events,
      started: handlers.started,
    });
  } finally {
    await handlers.release();
    await shop.close();
    await sender.close();
    await gateway.close();
  }
}

/**
 * Waits for the effects of the payments whose handlers do not hang. The handlers that hang are retried in the
 * meantime, and their effects do not count.
 */
async function waitForOtherPayments(
  storage: StorageSettings,
  { hangingReferences, wanted }: { readonly hangingReferences: ReadonlySet<string>; readonly wanted: number },
): Promise<void> {
  const deadline = performance.now() + minute;
  while (performance.now() < deadline) {
    const references = [...(await readEffects(storage)).keys()];
    if (references.filter((reference) => !hangingReferences.has(reference)).length >= wanted) return;
    await wait(200);
  }
}

/**
 * The first handler of each given payment writes its effect and does not end. It writes again when it is
 * released.
 */
class HangingHandlers {
  readonly #storage: StorageSettings;
  readonly #keysToHang: Set<string>;
  readonly #gate = Promise.withResolvers<void>();
  readonly #lateWrites: Promise<void>[] = [];
  started = 0;

  constructor(storage: StorageSettings, hangingReferences: ReadonlySet<string>) {
    this.#storage = storage;
    this.#keysToHang = new Set(hangingReferences);
  }

  async handle(key: string, tx: unknown): Promise<void> {
    if (!this.#keysToHang.delete(key)) return;
    this.started += 1;
    await this.#write(key, tx);
    const lateWrite = this.#gate.promise.then(() => this.#write(key, tx));
    this.#lateWrites.push(lateWrite.catch(() => undefined));
    await lateWrite;
  }

  /** Lets the handlers continue, and waits until each has tried to write. */
  async release(): Promise<void> {
    this.#gate.resolve();
    await Promise.all(this.#lateWrites);
    // The transactions of these handlers have ended. If a bug allows a late write, it is committed within
    // this time.
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

function createReport(
  effects: ReadonlyMap<string, number>,
  results: {
    readonly payments: number;
    readonly hangingReferences: ReadonlySet<string>;
    readonly effectsBeforeRelease: ReadonlyMap<string, number>;
    readonly othersMs: number;
    readonly events: readonly CheckoutEvent[];
    readonly started: number;
  },
): Report {
  const { payments, hangingReferences, effectsBeforeRelease, othersMs, events, started } = results;
  const violations = new Violations();
  const count = (name: string): number => events.filter(({ event }) => event === name).length;
  const unfulfilledCount =
    payments -
    hangingReferences.size -
    [...effectsBeforeRelease.keys()].filter((key) => !hangingReferences.has(key)).length;
  if (unfulfilledCount > 0)
    violations.add(
      'payments were not fulfilled while the handlers of other payments did not end',
      String(unfulfilledCount),
    );
  if (effects.size !== payments) violations.add('payments without effect', String(payments - effects.size));
  for (const [reference, times] of effects)
    if (times !== 1) violations.add('not exactly one effect', `${reference}: ${times}`);
  const reported = new Set(events.flatMap((event) => (event.event === 'hook-slow' ? [event.reference] : [])));
  for (const reference of hangingReferences)
    if (!reported.has(reference)) violations.add('a handler that hung was not reported', reference);
  if (started < hangingReferences.size)
    violations.add('a handler did not hang', `${started} of ${hangingReferences.size}`);
  return {
    figures: {
      payments,
      'handlers that did not end': started,
      'events hook-slow': count('hook-slow'),
      'events hook-failed': count('hook-failed'),
      'seconds until the other payments were fulfilled': (othersMs / 1_000).toFixed(1),
      'payments with one effect': [...effects.values()].filter((times) => times === 1).length,
    },
    failures: violations.sentences(),
  };
}
