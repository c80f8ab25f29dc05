import type { SandboxPreset } from '../../presets.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import type { Journal } from '../wallets/journal.ts';
import type { PaymentTable } from './payment-table.ts';

/** The statuses with which a payment ends without money, with the status of the interface document. */
const unpaidStatuses: Readonly<Record<number, number>> = {
  ...Object.fromEntries([0, 2, 3, 4, 5, 6, 7].map((status) => [status, status])),
  [paymentStatusNumber.userCanceled]: paymentStatusNumber.canceled,
  [paymentStatusNumber.expired]: paymentStatusNumber.canceled,
};

/**
 * Returns the function that converts the status of a payment, a refund or a payout to the status of responses and callbacks.
 * The interface document has no status of refunds there, so a refund has the status of its payment.
 */
export function createWireStatus(
  { payments, journal }: { readonly payments: PaymentTable; readonly journal: Journal },
  preset: SandboxPreset | undefined,
): (subject: { readonly transactionNumber: string; readonly status: number }) => number {
  return ({ transactionNumber, status }) => {
    const payment = preset === 'document' ? payments.find(transactionNumber) : undefined;
    if (payment === undefined) return status;
    return toDocumentedStatus(payment.status, () => journal.isTaken(transactionNumber));
  };
}

/**
 * Returns the status of a payment as one of the statuses 0 to 7 of the interface document. It is Success only while the
 * merchant has money of the payment that the provider has not taken back. Refunds do not change it, because the refund
 * query reports them.
 */
function toDocumentedStatus(status: number, isMoneyTaken: () => boolean): number {
  const unpaidStatus = unpaidStatuses[status];
  if (unpaidStatus !== undefined) return unpaidStatus;
  if (isMoneyTaken()) return paymentStatusNumber.success;
  return status === refundStatusNumber.voided ? paymentStatusNumber.canceled : paymentStatusNumber.pending;
}
