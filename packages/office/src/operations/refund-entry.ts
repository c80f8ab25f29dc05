import { t } from '../language/language.ts';
import { parseAmount, type FieldErrors } from '@pgw/pages';
import type { Money } from '@pgw/protocol';
import type { Form } from '../http/forms.ts';
import { describeFormat, describeRange } from '../payments/amount-field.ts';

/** The values of the refund form of one payment. */
export interface RefundEntry {
  readonly reference: string;
  /** True when only `amount` is refunded. Otherwise the whole remaining amount is refunded. */
  readonly isPartial: boolean;
  /** The text of the amount field. */
  readonly amount: string;
  readonly reason: string;
  /** Identifies the form, so that a form that is sent twice requests one refund. */
  readonly key: string;
}

export function readRefund(reference: string, form: Form): RefundEntry {
  return {
    reference,
    isPartial: form.read('how') === 'part',
    amount: form.read('amount'),
    reason: form.read('reason'),
    key: form.read('key'),
  };
}

/**
 * Validates the form. Returns the amount to refund or the errors. The amount is `undefined` for a refund of
 * the whole remaining amount.
 *
 * @param max - The amount that can still be refunded.
 */
export function validateRefund(
  entry: RefundEntry,
  max: Money,
): { readonly amount: number | undefined } | { readonly errors: FieldErrors } {
  const { isPartial, reason, amount: amountText } = entry;
  const amount = isPartial ? parseAmount(amountText, max.currencyCode) : undefined;
  const errors: Record<string, string> = {};
  if (isPartial && amount === undefined) errors['amount'] = describeFormat(max);
  if (amount !== undefined && (amount < 1 || amount > max.amount)) errors['amount'] = describeRange(max);
  if (reason === '') errors['reason'] = t('Enter a reason.');
  if (reason.length > 100) errors['reason'] = t('Use 100 characters or fewer for the reason.');
  return Object.keys(errors).length > 0 ? { errors } : { amount };
}
