import { isUnsettled, type Payment, type PaymentState } from './payment.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The interval between two queries of the gateway, by the age of the payment: short at first, then longer.
 */
const queryIntervals: readonly { readonly untilAge: number; readonly every: number }[] = [
  { untilAge: 2 * minute, every: 20 * second },
  { untilAge: 10 * minute, every: minute },
  { untilAge: hour, every: 5 * minute },
  { untilAge: 24 * hour, every: hour },
  { untilAge: 7 * 24 * hour, every: 12 * hour },
];

/**
 * The longest interval of each schedule. Work that is due later than that was scheduled before the clock was
 * set back.
 */
export const longestIntervalsMs = { query: 12 * hour, fulfil: hour, settle: hour } as const;

/**
 * True when a time is less than `ms` ago. False for a time in the future: the clock was set back since then.
 */
export function isLessThanAgo(ms: number, at: number, now: number): boolean {
  return at <= now && now - at < ms;
}

const fulfilDelays: readonly number[] = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour];

/**
 * When to query the gateway about a payment that is now in `state`; null when its state cannot change any
 * more by itself.
 */
export function nextQueryAt(
  state: PaymentState,
  payment: { readonly createdAt: number },
  now: number,
): number | null {
  const isOpen = ['created', 'unknown', 'open', 'authorized', 'refunding'].includes(state);
  if (!isOpen) return null;
  const age = now - payment.createdAt;
  const step = queryIntervals.find(({ untilAge }) => age < untilAge);
  return step === undefined ? null : now + step.every;
}

/**
 * When to call `onPaid` again after `attempts` failures: 5 seconds to one hour later. Up to half of the delay
 * is random, so that payments that failed at the same time are not retried at the same time.
 */
export function nextAttemptAt(attempts: number, now: number, random: () => number): number {
  const delay = fulfilDelays[attempts - 1] ?? hour;
  return now + Math.round(delay * (0.5 + random() / 2));
}

/** True when the outcome is not final and the gateway was not queried in the last `freshMs` milliseconds. */
export function isStale({ state, schedule }: Payment, freshMs: number, now: number): boolean {
  const { queriedAt } = schedule;
  return mayNeedQuery(state) && !(queriedAt !== null && isLessThanAgo(freshMs, queriedAt, now));
}

/** True for a state that the gateway's record may change. */
export function mayNeedQuery(state: PaymentState): boolean {
  return isUnsettled(state) || state === 'authorized' || state === 'refunding';
}
