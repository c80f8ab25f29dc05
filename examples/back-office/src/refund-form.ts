import { type FieldErrors, formatSen, parseSen } from '@pgw/example-pages';
import type { CaptureEntry } from './capture-form.ts';
import { textOf } from './context.ts';
import type { ResolveEntry } from './resolve-form.ts';

/** The values of the refund form of one payment. */
export interface RefundEntry {
  readonly reference: string;
  readonly how: 'all' | 'part';
  readonly amount: string;
  readonly reason: string;
  readonly key: string;
}

export function readRefund(reference: string, body: unknown): RefundEntry {
  return {
    reference,
    how: textOf(body, 'how') === 'part' ? 'part' : 'all',
    amount: textOf(body, 'amount'),
    reason: textOf(body, 'reason'),
    key: textOf(body, 'key'),
  };
}

/** The reason why an action was not done: the errors of a form, or a message. */
export type FormProblem =
  | { readonly refund: RefundEntry; readonly errors: FieldErrors }
  | { readonly capture: CaptureEntry; readonly errors: FieldErrors }
  | { readonly resolve: ResolveEntry; readonly errors: FieldErrors }
  | { readonly message: string };

/**
 * Validates the form. Returns the amount to refund or the errors. The amount is `undefined` for a refund of
 * the whole remaining amount.
 */
export function validateRefund(
  entry: RefundEntry,
  remains: number,
): { readonly amount: number | undefined } | { readonly errors: FieldErrors } {
  const { how, reason, amount: text } = entry;
  const amount = how === 'part' ? parseSen(text) : undefined;
  const errors: Record<string, string> = {};
  if (how === 'part' && amount === undefined)
    errors['amount'] = 'Enter the amount like 12.50, without commas.';
  if (amount !== undefined && (amount < 1 || amount > remains))
    errors['amount'] = `Enter an amount from RM 0.01 to ${formatSen(remains)}, which is what is left.`;
  if (reason === '') errors['reason'] = 'Enter a reason.';
  if (reason.length > 100) errors['reason'] = 'Use 100 characters or fewer.';
  return Object.keys(errors).length > 0 ? { errors } : { amount };
}
