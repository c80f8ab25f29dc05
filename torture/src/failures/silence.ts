import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { openGateway } from '../gateway/gateway.ts';
import { readEffects } from '../shop/outcomes.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { withPostgres } from '../postgres.ts';
import { createRandom, type Random } from '../random.ts';
import { isFulfillment } from '../shop/fulfillment-event.ts';
import { openShop } from '../shop/shop.ts';
import { createLedger, openStorage, type StorageSettings } from '../shop/storage.ts';

const second = 1_000;
const minute = 60 * second;
/** The pause between two sweeps. It is the default of the checkout. */
const sweepIntervalMs = 5 * second;

/**
 * The times when a payment is started and when it is paid at the gateway, in milliseconds from the start of
 * the run.
 */
interface PaymentTimes {
  readonly startsAtMs: number;
  readonly paidAtMs: number;
}

export const silence: TortureCommand = {
  sentence: 'Without any callback, the sweep alone syncs every payment within the documented time.',
  flags: ['payments', 'minutes', 'queries-per-second'],
  run: (options) => withPostgres((storage) => runWithoutCallbacks(storage, options)),
};

/** Runs the shop with a simulated clock in steps of a second. The gateway, the database and HTTP are real. */
async function runWithoutCallbacks(
  storage: StorageSettings,
  { seed, size, log }: RunOptions,
): Promise<Report> {
  const count = size('payments', { long: 1_000, short: 20 });
  const withinMs = size('minutes', { long: 30, short: 5 }) * minute;
  const queriesPerSecond = size('queries-per-second', { long: 10, short: 10 });
  const random = createRandom(seed);
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
      onEvent: (event) => {
        if (isFulfillment(event)) fulfilledAt.set(event.reference, now - start);
        if (event.event === 'callbacks-missing') warnings.add(event.event);
      },
    },
  );
  const payments = Array.from({ length: count }, () => chooseRandomTimes(random, withinMs));
  log(`${count} payments start within ${withinMs / minute} minutes of simulated time; no callback is sent.`);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const startPayment = async (n: number, { startsAtMs }: PaymentTimes): Promise<void> => {
    const transaction = createTransaction(n, { status: 0 });
    const createdAt = start + startsAtMs;
    gateway.put(transaction);
    const times = {
      createdAt,
      schedule: { queriedAt: null, nextQueryAt: createdAt + 20 * second },
    };
    const note = createNote(transaction.reference);
    await store.insert('payment', { payment: createOpenPayment(transaction, times), note });
  };
  // The last payment is paid up to 15 minutes after its start. The other 15 minutes are for its update.
  const end = withinMs + 30 * minute;
  // As in the worker of the checkout, the next sweep follows after a pause. When the quota for queries ended
  // the last sweep, the next sweep follows immediately.
  let hasMore = false;
  for (let at = 0; at < end && fulfilledAt.size < count; at += second) {
    now = start + at;
    for (const [n, times] of payments.entries()) {
      if (isWithinSecond(times.startsAtMs, at)) await startPayment(n, times);
      if (isWithinSecond(times.paidAtMs, at)) gateway.put(createTransaction(n, { status: 1 }));
    }
    if (hasMore || at % sweepIntervalMs === 0) hasMore = await shop.checkout.sweep();
  }
  await store.close();
  await close();
  await shop.close();
  await gateway.close();
  const effects = await readEffects(storage);
  const queryCount = gateway.queryCount();
  return createReport({ payments, fulfilledAt, effects, queryCount, warnings, queriesPerSecond });
}

/** Returns a random start within the run. The payment is paid between 5 seconds and 14 minutes later. */
function chooseRandomTimes(random: Random, withinMs: number): PaymentTimes {
  const startsAtMs = Math.floor(random.next() * withinMs);
  return { startsAtMs, paidAtMs: startsAtMs + 5 * second + Math.floor(random.next() * 14 * minute) };
}

function isWithinSecond(moment: number, from: number): boolean {
  return moment >= from && moment < from + second;
}

/** Compares the delay of each payment with the bound of docs/reliability.md. */
function createReport(results: {
  readonly payments: readonly PaymentTimes[];
  readonly fulfilledAt: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, number>;
  readonly queryCount: number;
  readonly warnings: ReadonlySet<string>;
  readonly queriesPerSecond: number;
}): Report {
  const { payments, fulfilledAt, effects, queryCount, warnings, queriesPerSecond } = results;
  const violations = new Violations();
  const delaysMs: number[] = [];
  for (const [n, times] of payments.entries()) {
    const { reference } = createTransaction(n);
    const fulfilledAtMs = fulfilledAt.get(reference);
    if (effects.get(reference) !== 1)
      violations.add('not exactly one effect', `${reference}: ${effects.get(reference) ?? 0}`);
    if (fulfilledAtMs === undefined) continue;
    const delayMs = fulfilledAtMs - times.paidAtMs;
    delaysMs.push(delayMs);
    const boundMs = computeMaxDelayMs(times, { openPaymentCount: payments.length, queriesPerSecond });
    if (delayMs > boundMs)
      violations.add('later than the bound', `${reference}: ${delayMs / second} s of ${boundMs / second} s`);
  }
  if (warnings.size === 0)
    violations.add('no warning that callbacks are missing', 'no event callbacks-missing');
  const sorted = delaysMs.sort((a, b) => a - b);
  const formatPercentile = (share: number): string =>
    `${Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / second)} s`;
  return {
    figures: {
      payments: payments.length,
      'synced by the sweep alone': delaysMs.length,
      'queries to the gateway': queryCount,
      'seconds from paid to fulfilled: median': formatPercentile(0.5),
      'seconds from paid to fulfilled: 95th percentile': formatPercentile(0.95),
      'seconds from paid to fulfilled: maximum': formatPercentile(1),
    },
    failures: violations.sentences(),
  };
}

/**
 * Computes the longest allowed delay in milliseconds. It is the sum of the interval of the schedule at the
 * payment's age, the time in which the quota allows one query for every open payment, one pause of the
 * sweep, and the second for which the quota is counted.
 */
function computeMaxDelayMs(
  { startsAtMs, paidAtMs }: PaymentTimes,
  {
    openPaymentCount,
    queriesPerSecond,
  }: { readonly openPaymentCount: number; readonly queriesPerSecond: number },
): number {
  const ageMs = paidAtMs - startsAtMs;
  const intervalMs = ageMs < 2 * minute ? 20 * second : ageMs < 10 * minute ? minute : 5 * minute;
  return intervalMs + Math.ceil(openPaymentCount / queriesPerSecond) * second + sweepIntervalMs + second;
}
