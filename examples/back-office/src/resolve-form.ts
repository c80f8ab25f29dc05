import type { FieldErrors } from '@pgw/example-pages';
import type { Inspection } from '@pgw/express';
import { textOf } from './context.ts';

/** A charge or a refund whose response was lost: only a person can record its outcome. */
export interface UnknownOutcome {
  readonly of: 'captures' | 'refunds';
  readonly key: string;
  /** Sen. */
  readonly amount: number;
}

/** Its name in texts. */
export const operationNames: Readonly<Record<UnknownOutcome['of'], string>> = {
  captures: 'charge',
  refunds: 'refund',
};

/** The form that records the outcome. */
export interface ResolveEntry {
  /** Of the charge or refund. */
  readonly key: string;
  readonly decision: 'done' | 'refused' | undefined;
  readonly reason: string;
  /** The person confirmed that the outcome was checked: the decision is final. */
  readonly isConfirmed: boolean;
}

export function readResolve(key: string, body: unknown): ResolveEntry {
  const decision = textOf(body, 'decision');
  return {
    key,
    decision: decision === 'done' || decision === 'refused' ? decision : undefined,
    reason: textOf(body, 'reason'),
    isConfirmed: textOf(body, 'sure') === 'yes',
  };
}

/** The outcome to record, or the errors of the form. */
export function validateResolve(
  { decision, reason, isConfirmed }: ResolveEntry,
  of: UnknownOutcome['of'],
): { readonly decision: 'done' | 'refused'; readonly reason: string } | { readonly errors: FieldErrors } {
  if (decision !== undefined && reason !== '' && isConfirmed) return { decision, reason };
  return {
    errors: {
      decision: decision === undefined ? `Choose the outcome of the ${operationNames[of]}.` : undefined,
      reason: reason === '' ? 'Enter where you found the outcome.' : undefined,
      sure: isConfirmed ? undefined : 'Confirm that you have checked it.',
    },
  };
}

/** A request has its response within this time, or never. */
const responseMs = 120_000;

/** The charges and refunds whose response was lost, or whose process ended before it arrived. */
export function unknownOutcomes(
  { captures, refunds }: Pick<Inspection, 'captures' | 'refunds'>,
  now: number,
): readonly UnknownOutcome[] {
  const isLate = ({ createdAt }: { readonly createdAt: number }): boolean => now - createdAt > responseMs;
  return [
    ...captures
      .filter((capture) => capture.state === 'unknown' || (capture.state === 'requested' && isLate(capture)))
      .map(({ key, amount }) => ({ of: 'captures' as const, key, amount })),
    // The gateway is queried about refunds, and usually reports them.
    ...refunds
      .filter((refund) => (refund.state === 'unknown' || refund.state === 'requested') && isLate(refund))
      .map(({ key, amount }) => ({ of: 'refunds' as const, key, amount })),
  ];
}
