import { type FieldErrors, formatSen, parseSen } from '@pgw/example-pages';
import { textOf } from './context.ts';

/** The form that charges an authorised card. */
export interface CaptureEntry {
  readonly reference: string;
  readonly how: 'all' | 'part';
  readonly amount: string;
  /** The last charge: the rest is released. */
  readonly isLast: boolean;
  readonly key: string;
}

export function readCapture(reference: string, body: unknown): CaptureEntry {
  return {
    reference,
    how: textOf(body, 'how') === 'part' ? 'part' : 'all',
    amount: textOf(body, 'amount'),
    isLast: textOf(body, 'last') === 'yes',
    key: textOf(body, 'key'),
  };
}

/** What to charge, without `amount` for all that is authorised; or the errors of the form. */
export function validateCapture(
  { how, amount: text, isLast, key }: CaptureEntry,
  held: number,
): { readonly request: { amount?: number; last?: boolean; key: string } } | { readonly errors: FieldErrors } {
  if (how === 'all') return { request: { key } };
  const amount = parseSen(text);
  if (amount === undefined) return { errors: { amount: 'Enter the amount like 12.50, without commas.' } };
  if (amount < 1 || amount > held)
    return {
      errors: { amount: `Enter an amount from RM 0.01 to ${formatSen(held)}, which is what is authorised.` },
    };
  return { request: { amount, last: isLast, key } };
}
