import { t } from '../language/language.ts';
import { formatMoney, parseMoney, type FieldErrors } from '@pgw/pages';
import type { Form } from '../http/forms.ts';

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
 * @param chargeableAmount - The authorized amount that is not charged yet, in sen.
 */
export function validateCapture(
  { isPartial, amount: amountText, isLast }: CaptureEntry,
  chargeableAmount: number,
): { readonly request: { amount?: number; isLast?: boolean } } | { readonly errors: FieldErrors } {
  if (!isPartial) return { request: {} };
  const amount = parseMoney(amountText);
  if (amount === undefined) return { errors: { amount: t('Enter the amount like 12.50, without commas.') } };
  if (amount < 1 || amount > chargeableAmount) {
    const max = formatMoney(chargeableAmount);
    return { errors: { amount: t`Enter an amount from RM 0.01 to ${max}, the remaining amount.` } };
  }
  return { request: { amount, isLast } };
}
