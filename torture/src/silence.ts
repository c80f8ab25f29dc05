import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway } from './gateway/gateway.ts';
import { effectsOf } from './outcomes.ts';
import { noteOf, openPayment, transactionOf } from './payments.ts';
import { withPostgres } from './postgres.ts';
import { randomOf } from './random.ts';
import { openShop } from './shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from './shop/storage.ts';

const second = 1_000;
const minute = 60 * second;
/** The pause between two sweeps: the default of `sweepIntervalMs`. */
const sweepEvery = 5 * second;

/** When a payment is started, and when it is paid at the gateway, in milliseconds from the start of the run. */
interface PaymentTimes {
  readonly begins: number;
  readonly paid: number;
}

export const silence: Claim = {
  sentence: 'Without any callback, the sweep alone settles every payment within the documented time.',
  flags: ['payments', 'minutes', 'queries-per-second'],
  run: (options) => withPostgres((storage) => inSilence(storage, options)),
};

/** Simulates the clock in steps of a second. Gateway, database and HTTP are real. */
async function inSilence(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const count = size('payments', { long: 1_000, short: 20 });
  const within = size('minutes', { long: 30, short: 5 }) * minute;
  const queriesPerSecond = size('queries-per-second', { long: 10, short: 10 });
  const random = randomOf(seed);
  const start = Date.UTC(2030, 0, 1);
  let now = start;
  const fulfilledAt = new Map<string, number>();
  const warnings = new Set<string>();
  const gateway = await openGateway();
  await createLedger(storage);
  const ledger = { kind: 'tx' } as const;
  const settings = { storage, ledger, handlerMs: 0, sweepIntervalMs: 0, queriesPerSecond };
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    {
      now: () => now,
      onEvent: ({ event, ids }) => {
        if (event === 'payment-fulfilled') fulfilledAt.set(String(ids['reference']), now - start);
        if (event === 'callbacks-missing') warnings.add(event);
      },
    },
  );
  const payments = Array.from({ length: count }, () => timesOf(() => random.next(), within));
  log(`${count} payments begin within ${within / minute} minutes of simulated time; no callback is sent.`);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  const begin = async (n: number, { begins }: PaymentTimes): Promise<void> => {
    const transaction = transactionOf(n, { status: 0 });
    const createdAt = start + begins;
    gateway.put(transaction);
    const times = {
      createdAt,
      schedule: { queriedAt: null, nextQueryAt: createdAt + 20 * second },
    };
    await store.insertPayment(openPayment(transaction, times), noteOf(transaction.reference));
  };
  const end = within + 30 * minute;
  // Like the worker of the checkout: the next sweep follows after a pause, or immediately when the budget ended the last one.
  let hasMore = false;
  for (let at = 0; at < end && fulfilledAt.size < count; at += second) {
    now = start + at;
    for (const [n, life] of payments.entries()) {
      if (isIn(life.begins, at)) await begin(n, life);
      if (isIn(life.paid, at)) gateway.put(transactionOf(n, { status: 1 }));
    }
    if (hasMore || at % sweepEvery === 0) hasMore = await shop.checkout.payments.sweep();
  }
  await store.close();
  await close();
  await shop.close();
  await gateway.close();
  const effects = await effectsOf(storage);
  const queryCount = gateway.queryCount();
  return reportOf({ payments, fulfilledAt, effects, queryCount, warnings, queriesPerSecond });
}

/** A random start within the run. The payment is paid between 5 seconds and 14 minutes later. */
function timesOf(chance: () => number, within: number): PaymentTimes {
  const begins = Math.floor(chance() * within);
  return { begins, paid: begins + 5 * second + Math.floor(chance() * 14 * minute) };
}

function isIn(moment: number, from: number): boolean {
  return moment >= from && moment < from + second;
}

/** Reports the delay of each payment, and whether it is within the bound of docs/reliability.md. */
function reportOf(found: {
  readonly payments: readonly PaymentTimes[];
  readonly fulfilledAt: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, number>;
  readonly queryCount: number;
  readonly warnings: ReadonlySet<string>;
  readonly queriesPerSecond: number;
}): Report {
  const { payments, fulfilledAt, effects, queryCount, warnings, queriesPerSecond } = found;
  const violations = new Violations();
  const delays: number[] = [];
  for (const [n, life] of payments.entries()) {
    const { reference } = transactionOf(n);
    const at = fulfilledAt.get(reference);
    if (effects.get(reference) !== 1)
      violations.add('not exactly one effect', `${reference}: ${effects.get(reference) ?? 0}`);
    if (at === undefined) continue;
    const late = at - life.paid;
    delays.push(late);
    const most = boundOf(life, { openPayments: payments.length, queriesPerSecond });
    if (late > most)
      violations.add('later than the bound', `${reference}: ${late / second} s of ${most / second} s`);
  }
  if (warnings.size === 0)
    violations.add('no warning that callbacks are missing', 'no event callbacks-missing');
  const sorted = delays.sort((a, b) => a - b);
  const inSeconds = (share: number): string =>
    `${Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / second)} s`;
  return {
    counted: {
      payments: payments.length,
      'settled by the sweep alone': delays.length,
      'queries to the gateway': queryCount,
      'seconds from paid to fulfilled: median': inSeconds(0.5),
      'seconds from paid to fulfilled: 95th percentile': inSeconds(0.95),
      'seconds from paid to fulfilled: maximum': inSeconds(1),
    },
    failures: violations.sentences(),
  };
}

/**
 * The longest allowed delay in milliseconds. It is the sum of the interval of the schedule at the payment's age, the time in which the
 * budget allows one query for every open payment, one pause of the sweep, and the one second of the budget.
 */
function boundOf(
  { begins, paid }: PaymentTimes,
  { openPayments, queriesPerSecond }: { readonly openPayments: number; readonly queriesPerSecond: number },
): number {
  const age = paid - begins;
  const step = age < 2 * minute ? 20 * second : age < 10 * minute ? minute : 5 * minute;
  return step + Math.ceil(openPayments / queriesPerSecond) * second + sweepEvery + second;
}
