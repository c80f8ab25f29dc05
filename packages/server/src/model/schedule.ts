import { isUndecided, type PaymentState } from './payments/payment-state.ts';
import { type Payment } from './payments/payment.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * The interval between two queries of the gateway, by the age of the payment. It is short at first.
 */
const queryIntervals: readonly { readonly maxAgeMs: number; readonly intervalMs: number }[] = [
  { maxAgeMs: 2 * minuteMs, intervalMs: 20 * secondMs },
  { maxAgeMs: 10 * minuteMs, intervalMs: minuteMs },
  { maxAgeMs: hourMs, intervalMs: 5 * minuteMs },
  { maxAgeMs: dayMs, intervalMs: hourMs },
  { maxAgeMs: 14 * dayMs, intervalMs: 12 * hourMs },
  { maxAgeMs: Number.POSITIVE_INFINITY, intervalMs: dayMs },
];

/**
 * An upper limit of the intervals of each schedule. If work is due after a longer time, the clock was set
 * back since the work was scheduled.
 */
export const longestIntervalsMs = { query: dayMs, fulfill: hourMs, callback: hourMs } as const;

/**
 * True when `at` is less than `ms` milliseconds ago. False for a time in the future, because the clock was
 * set back since then.
 */
export function isWithinLast(ms: number, at: number, now: number): boolean {
  return at <= now && now - at < ms;
}

const fulfillDelaysMs: readonly number[] = [
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
];

/**
 * Returns the time of the next query about a payment in `state`. A state that is not final is queried at any age, but a
 * payment without a transaction cannot be queried after a week. Only re-checks query a final state; see
 * {@link listRecheckAges}.
 */
export function computeNextQueryAt(
  state: PaymentState,
  payment: { readonly createdAt: number },
  now: number,
): number | null {
  if (!mayNeedQuery(state)) return null;
  const hasTransaction = state !== 'created' && state !== 'unknown';
  return hasTransaction || !isOlderThanAWeek(payment, now) ? now + computeIntervalMs(payment, now) : null;
}

/** The ages in days at which a payment that has an outcome is compared with the gateway again. The last one is `recheckDays`. */
export function listRecheckAges(recheckDays: number): readonly number[] {
  return recheckDays === 0 ? [] : [...[1, 3, 7, 30].filter((days) => days < recheckDays), recheckDays];
}

/** The states of payments that are compared again. The sweep queries the other states until they have an outcome. */
export const recheckedStates = [
  'paid',
  'failed',
  'canceled',
  'expired',
  'refunding',
  'refunded',
  'reversed',
  'review',
] as const satisfies readonly PaymentState[];

/** The queries of one re-check: the record of the payment, and its refunds. */
export const queriesPerRecheck = 2;

/** True for a payment that was created at least a week ago. */
export function isOlderThanAWeek({ createdAt }: { readonly createdAt: number }, now: number): boolean {
  return now - createdAt >= 7 * dayMs;
}

function computeIntervalMs({ createdAt }: { readonly createdAt: number }, now: number): number {
  return queryIntervals.find(({ maxAgeMs }) => now - createdAt < maxAgeMs)?.intervalMs ?? dayMs;
}

/**
 * Returns the time of the next query about an operation without a final outcome. The interval grows from 20
 * seconds to a day. There is no age limit.
 */
export function computeNextOperationQueryAt(operation: { readonly createdAt: number }, now: number): number {
  return now + computeIntervalMs(operation, now);
}

/**
 * Returns the time of the next call of `onPaid` after `attempts` failures. The delay is 2.5 to 5 seconds at
 * first, and 30 to 60 minutes at last. It is random, so that payments that failed together are not retried
 * together.
 */
export function computeNextAttemptAt(attempts: number, now: number, random: () => number): number {
  const delayMs = fulfillDelaysMs[attempts - 1] ?? hourMs;
  return now + Math.round(delayMs * (0.5 + random() / 2));
}

/**
 * The maximum duration of a start. A start that takes longer was interrupted by a crash, because no call of
 * the gateway takes so long. Until then, no other payment of the order is started.
 */
const startTimeoutMs = 60_000;

/** True while the gateway may still respond to the request that starts this payment. */
export function isBeingStarted({ state, createdAt }: Payment, now: number): boolean {
  return state === 'created' && isWithinLast(startTimeoutMs, createdAt, now);
}

/** True when the outcome is not final and the gateway was not queried in the last `freshMs` milliseconds. */
export function isStale({ state, schedule }: Payment, freshMs: number, now: number): boolean {
  const { queriedAt } = schedule;
  return mayNeedQuery(state) && !(queriedAt !== null && isWithinLast(freshMs, queriedAt, now));
}

/**
 * True for a state that is not final. The gateway's record may also change a final state, for example after a
 * refund. Callbacks and re-checks find this.
 */
export function mayNeedQuery(state: PaymentState): boolean {
  return isUndecided(state) || state === 'authorized' || state === 'refunding' || state === 'reversed';
}
