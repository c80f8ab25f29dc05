import type { FieldErrors } from '@pgw/example-pages';
import type { Inspection } from '@pgw/express';
import { textOf } from './context.ts';

/** A charge or a refund of which only a person can say what became of it. */
export interface Lost {
  readonly of: 'captures' | 'refunds';
  readonly key: string;
  /** Sen. */
  readonly amount: number;
}

/** What people call it. */
export const lostNames: Readonly<Record<Lost['of'], string>> = { captures: 'charge', refunds: 'refund' };

/** What was typed into the form that says what became of it. */
export interface ResolveTyped {
  /** Of the charge or refund. */
  readonly key: string;
  readonly decision: 'done' | 'refused' | undefined;
  readonly reason: string;
  /** Whether the person says that it was looked up: the decision is final. */
  readonly isSure: boolean;
}

export function readResolve(key: string, body: unknown): ResolveTyped {
  const decision = textOf(body, 'decision');
  return {
    key,
    decision: decision === 'done' || decision === 'refused' ? decision : undefined,
    reason: textOf(body, 'reason'),
    isSure: textOf(body, 'sure') === 'yes',
  };
}

/** What to write down of it, or what is wrong with the form. */
export function checkResolve(
  { decision, reason, isSure }: ResolveTyped,
  of: Lost['of'],
): { readonly decision: 'done' | 'refused'; readonly reason: string } | { readonly errors: FieldErrors } {
  if (decision !== undefined && reason !== '' && isSure) return { decision, reason };
  return {
    errors: {
      decision: decision === undefined ? `Choose what became of the ${lostNames[of]}.` : undefined,
      reason: reason === '' ? 'Enter where you saw it.' : undefined,
      sure: isSure ? undefined : 'Confirm that you have looked it up.',
    },
  };
}

/** A request that is on its way has its answer within this time, or never. */
const answeredAfterMs = 120_000;

/** What only a person can say the end of: the answer was lost, or the process ended before it came. */
export function lostOf(
  { captures, refunds }: Pick<Inspection, 'captures' | 'refunds'>,
  now: number,
): readonly Lost[] {
  const isLate = ({ createdAt }: { readonly createdAt: number }): boolean =>
    now - createdAt > answeredAfterMs;
  return [
    ...captures
      .filter((capture) => capture.state === 'unknown' || (capture.state === 'requested' && isLate(capture)))
      .map(({ key, amount }) => ({ of: 'captures' as const, key, amount })),
    // The gateway is asked about a refund, and tells of it as a rule.
    ...refunds
      .filter((refund) => (refund.state === 'unknown' || refund.state === 'requested') && isLate(refund))
      .map(({ key, amount }) => ({ of: 'refunds' as const, key, amount })),
  ];
}
