import { formatMoney, type Html } from '@pgw/pages';
import { html } from '../language/language.ts';
import type { Payment } from '@pgw/server';

/** The parts of the sum that a shopper pays, in sen. */
type SumParts = Pick<Payment, 'amount' | 'fee'>;

/** Returns the sum that the shopper pays, such as "RM 44.50": the amount of the order and the fee of the channel. */
export function formatSum({ amount, fee }: SumParts): string {
  return formatMoney(amount + fee);
}

/** Renders the sum that the shopper pays. With a fee also its parts: "RM 44.50 (order RM 44.00 + fee RM 0.50)". */
export function renderSum(parts: SumParts): Html {
  const { amount, fee } = parts;
  if (fee === 0) return html`${formatSum(parts)}`;
  return html`${formatSum(parts)}
    <span class="sum-parts">(order ${formatMoney(amount)} + fee ${formatMoney(fee)})</span>`;
}
