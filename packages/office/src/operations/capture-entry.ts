import { parseAmount, type FieldErrors } from '@pgw/pages';
import type { Money } from '@pgw/protocol';
import type { Form } from '../http/forms.ts';
import { describeFormat, describeRange } from '../payments/amount-field.ts';

/** The values of the form that charges an authorized card. */
export interface CaptureEntry {
  readonly reference: string;
  /** True when only `amount` is charged. Otherwise the whole remaining amount is charged. */
  readonly isPartial: boolean;
  /** The text of the amount field. */
  readonly amount: string;
  /** True for the last charge, after which the bank releases the rest. */
  readonly isLast: boolean;
  /** Identifies the form, so that a form that is sent twice charges once. */
  readonly key: string;
}

export function readCapture(reference: string, form: Form): CaptureEntry {
  return {
    reference,
    isPartial: form.read('how') === 'part',
    amount: form.read('amount'),
    isLast: form.read('last') === 'yes',
    key: form.read('key'),
  };
}

/**
 * Validates the form. Returns the request for the charge or the errors. A request without `amount` charges
 * the whole remaining amount.
 *
 * @param max - The authorized amount that is not charged yet.
 */
export function validateCapture(
  { isPartial, amount: amountText, isLast }: CaptureEntry,
  max: Money,
): { readonly request: { amount?: number; isLast?: boolean } } | { readonly errors: FieldErrors } {
  if (!isPartial) return { request: {} };
  const amount = parseAmount(amountText, max.currencyCode);
  if (amount === undefined) return { errors: { amount: describeFormat(max) } };
  if (amount < 1 || amount > max.amount) return { errors: { amount: describeRange(max) } };
  return { request: { amount, isLast } };
}
