import { findTenant, type Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { createSameDayCheck } from '../../../ledger/refunds/same-day.ts';
import { isRefusal } from '../../../ledger/services.ts';
import { parseAmount } from './amount-field.ts';
import { formatSum, isOutdated, type OperationReport } from './operation.ts';
import { readForm, toParameters } from './refused-form.ts';

export const defaultReason = 'From the dashboard';

/** Refunds a part of a payment, or the rest. */
export function refundPayment(
  gateway: Gateway,
  payment: Payment,
  incoming: { readonly body?: unknown },
): OperationReport {
  const { ledger } = gateway;
  const { transactionNumber, currencyCode, tenantId } = payment;
  const form = readForm(incoming, 'refund');
  const available = ledger.bookkeeping.computeRefundableAmount(payment);
  const refunds = ledger.refundTable.listBy({ transactionNumber });
  const last = refunds.at(-1);
  if (last !== undefined && isOutdated(form.seen, refunds.length)) {
    const message = `This payment has another refund since the form was shown: ${last.refundNumber} of ${formatSum(last)}. Nothing more was refunded.`;
    return { message, parameters: available > 0 ? toParameters(form) : {} };
  }
  if (available <= 0) return { message: 'Nothing is left to refund.' };
  const parsed = parseAmount(form.amount, { amount: available, currencyCode });
  if ('error' in parsed) return { parameters: toParameters(form) };
  const { amount } = parsed;
  const refund = ledger.refunds.request({
    tenantId,
    transactionNumber,
    reason: form.reason.trim() === '' ? defaultReason : form.reason,
    amount,
    isSameDay: createSameDayCheck(findTenant(gateway, tenantId)),
  });
  return {
    message: isRefusal(refund)
      ? `Refused with fault ${refund.code}: ${refund.message}`
      : `Refund ${refund.refundNumber} of ${formatSum({ amount, currencyCode })} has status ${refund.status}.`,
  };
}
