import { type FieldErrors, ringgit, senOf } from '@pgw/example-pages';
import { textOf } from './context.ts';

/** What was typed into the form that charges an authorised card. */
export interface CaptureTyped {
  readonly reference: string;
  readonly how: 'all' | 'part';
  readonly amount: string;
  /** No further part follows: the rest is given back. */
  readonly isLast: boolean;
  readonly key: string;
}

export function readCapture(reference: string, body: unknown): CaptureTyped {
  return {
    reference,
    how: textOf(body, 'how') === 'part' ? 'part' : 'all',
    amount: textOf(body, 'amount'),
    isLast: textOf(body, 'last') === 'yes',
    key: textOf(body, 'key'),
  };
}

/** What to charge, `amount` left out for all that is held; or what is wrong with the form. */
export function checkCapture(
  { how, amount: text, isLast, key }: CaptureTyped,
  held: number,
): { readonly request: { amount?: number; last?: boolean; key: string } } | { readonly errors: FieldErrors } {
  if (how === 'all') return { request: { key } };
  const amount = senOf(text);
  if (amount === undefined) return { errors: { amount: 'Enter the amount like 12.50, without commas.' } };
  if (amount < 1 || amount > held)
    return { errors: { amount: `Enter an amount from RM 0.01 to ${ringgit(held)}, which is what is held.` } };
  return { request: { amount, last: isLast, key } };
}
