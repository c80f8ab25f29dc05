import type { Inspection } from '@pgw/express';
import type { FieldErrors } from '../pages/field.ts';
import { textOf } from './context.ts';

type Capture = Inspection['captures'][number];

/** What was typed into the form that says what became of a charge whose answer was lost. */
export interface ResolveTyped {
  /** Of the charge. */
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

/** What to write down of the charge, or what is wrong with the form. */
export function checkResolve({
  decision,
  reason,
  isSure,
}: ResolveTyped):
  { readonly decision: 'done' | 'refused'; readonly reason: string } | { readonly errors: FieldErrors } {
  if (decision !== undefined && reason !== '' && isSure) return { decision, reason };
  return {
    errors: {
      decision: decision === undefined ? 'Choose what became of the charge.' : undefined,
      reason: reason === '' ? 'Enter where you saw it.' : undefined,
      sure: isSure ? undefined : 'Confirm that you have looked it up.',
    },
  };
}

/** A request that is on its way has its answer within this time, or never. */
const answeredAfterMs = 120_000;

/** Charges of which only a person can say what became of them: the answer was lost, or the process ended before it came. */
export function lostCaptures({ captures }: Pick<Inspection, 'captures'>, now: number): readonly Capture[] {
  return captures.filter(
    ({ state, createdAt }) =>
      state === 'unknown' || (state === 'requested' && now - createdAt > answeredAfterMs),
  );
}
