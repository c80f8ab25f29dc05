import { formatAmount, type Html } from '@pgw/pages';
import { html } from '../language/language.ts';
import type { Payment } from '@pgw/server';

/** The parts of the sum that a shopper pays. */
type SumParts = Pick<Payment, 'amount' | 'fee' | 'currencyCode'>;

/** Returns the sum that the shopper pays, such as "RM 44.50": the amount of the order and the fee of the channel. */
export function formatSum({ amount, fee, currencyCode }: SumParts): string {
  return formatAmount({ amount: amount + fee, currencyCode });
}

/** Renders the sum that the shopper pays. With a fee also its parts: "RM 44.50 (order RM 44.00 + fee RM 0.50)". */
export function renderSum(parts: SumParts): Html {
  if (parts.fee === 0) return html`${formatSum(parts)}`;
  const [amount, fee] = [formatAmount(parts), formatAmount({ ...parts, amount: parts.fee })];
  return html`${formatSum(parts)} <span class="sum-parts">(order ${amount} + fee ${fee})</span>`;
}
