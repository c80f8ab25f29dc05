import type { PaymentState } from './payment.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after a question the next one is due, by the age of the payment: early and often, then ever more rarely. */
const askSteps: readonly { readonly untilAge: number; readonly every: number }[] = [
  { untilAge: 2 * minute, every: 20 * second },
  { untilAge: 10 * minute, every: minute },
  { untilAge: hour, every: 5 * minute },
  { untilAge: 24 * hour, every: hour },
  { untilAge: 7 * 24 * hour, every: 12 * hour },
];

/** No step of a schedule is longer. What is due further ahead was scheduled before the clock was set back. */
export const longestIntervalsMs = { ask: 12 * hour, fulfil: hour, settle: hour } as const;

/** True when a moment is less than `ms` ago. One in the future is not: the clock was set back since. */
export function isLessThanAgo(ms: number, at: number, now: number): boolean {
  return at <= now && now - at < ms;
}

const fulfilDelays: readonly number[] = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour];

/** When to ask the gateway about a payment that is now in `state`; null when there is nothing left to learn. */
export function nextAskAt(
  state: PaymentState,
  payment: { readonly createdAt: number },
  now: number,
): number | null {
  const isOpen = ['created', 'unknown', 'open', 'authorized', 'refunding'].includes(state);
  if (!isOpen) return null;
  const age = now - payment.createdAt;
  const step = askSteps.find(({ untilAge }) => age < untilAge);
  return step === undefined ? null : now + step.every;
}

/**
 * When to try `onPaid` again after it has failed `attempts` times: 5 s to an hour later, of which up to a half is left to
 * chance, so that what failed together is not tried together.
 */
export function nextFulfilAt(attempts: number, now: number, random: () => number): number {
  const delay = fulfilDelays[attempts - 1] ?? hour;
  return now + Math.round(delay * (0.5 + random() / 2));
}
