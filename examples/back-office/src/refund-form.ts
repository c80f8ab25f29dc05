import { type FieldErrors, ringgit, senOf } from '@pgw/example-pages';
import type { CaptureTyped } from './capture-form.ts';
import { textOf } from './context.ts';
import type { ResolveTyped } from './resolve-form.ts';

/** The values of the refund form of one payment. */
export interface RefundTyped {
  readonly reference: string;
  readonly how: 'all' | 'part';
  readonly amount: string;
  readonly reason: string;
  readonly key: string;
}

export function readRefund(reference: string, body: unknown): RefundTyped {
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
  | { readonly typed: RefundTyped; readonly errors: FieldErrors }
  | { readonly capture: CaptureTyped; readonly errors: FieldErrors }
  | { readonly resolve: ResolveTyped; readonly errors: FieldErrors }
  | { readonly message: string };

/**
 * Validates the form. Returns the amount to refund or the errors. The amount is `undefined` for a refund of
 * the whole remaining amount.
 */
export function checkRefund(
  typed: RefundTyped,
  remains: number,
): { readonly amount: number | undefined } | { readonly errors: FieldErrors } {
  const { how, reason, amount: text } = typed;
  const amount = how === 'part' ? senOf(text) : undefined;
  const errors: Record<string, string> = {};
  if (how === 'part' && amount === undefined)
    errors['amount'] = 'Enter the amount like 12.50, without commas.';
  if (amount !== undefined && (amount < 1 || amount > remains))
    errors['amount'] = `Enter an amount from RM 0.01 to ${ringgit(remains)}, which is what is left.`;
  if (reason === '') errors['reason'] = 'Enter a reason.';
  if (reason.length > 100) errors['reason'] = 'Use 100 characters or fewer.';
  return Object.keys(errors).length > 0 ? { errors } : { amount };
}
