import { formatAmount } from '@pgw/pages';
import { computeFee } from '../catalogue/catalogue.ts';
import type { Payment } from '../ledger/tables.ts';

/** Formats the amount and the fee. With a fee also its parts: `RM 44.50 (order RM 44.00 + fee RM 0.50)`. */
export function formatTotal(payment: Payment): string {
  const { amount, channelId, currencyCode } = payment;
  const fee = computeFee(channelId, payment);
  const total = formatAmount({ amount: amount + fee, currencyCode });
  if (fee === 0) return total;
  const formatPart = (part: number): string => formatAmount({ amount: part, currencyCode });
  return `${total} (order ${formatPart(amount)} + fee ${formatPart(fee)})`;
}
