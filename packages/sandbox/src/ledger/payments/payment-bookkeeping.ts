import { computeFee } from '../../catalogue/catalogue.ts';
import type { Table } from '../../database/table.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { accounts, type Journal } from '../wallets/journal.ts';
import type { Payment, refundTable } from '../tables.ts';

/** The amounts of a payment that the merchant has received and that the provider holds. */
type PaymentSums = Pick<Payment, 'paidAmount' | 'heldAmount'>;

const { success, authorized, ...unpaid } = paymentStatusNumber;
const { notAccepted, refunded, processing, refundedWithCharges, voided } = refundStatusNumber;
const doneOrInProgress = [notAccepted, refunded, processing, refundedWithCharges, voided];

/** The merchant has no money from such a payment. A paid or held amount is returned to the shopper. */
const unpaidStatuses: readonly number[] = Object.values(unpaid);

/** Adds the journal entries of pay-ins. Every method runs within the caller's database transaction. */
export class PaymentBookkeeping {
  readonly #journal: Journal;
  readonly #refunds: Table<(typeof refundTable)['row']>;

  constructor(journal: Journal, refunds: Table<(typeof refundTable)['row']>) {
    this.#journal = journal;
    this.#refunds = refunds;
  }

  /** Computes the amount that can still be refunded. */
  computeRefundableAmount({ transactionNumber, paidAmount }: Payment): number {
    const condition = `transactionNumber = :transactionNumber AND status IN (${doneOrInProgress.join(', ')})`;
    return paidAmount - Number(this.#refunds.select('sum(amount)', condition, { transactionNumber }) ?? 0);
  }

  /** Refund statuses and unknown statuses add no entries. */
  applyStatus(payment: Payment, status: number): PaymentSums {
    if (status === success) return this.#collect(payment);
    if (status === authorized) return this.#hold(payment);
    return unpaidStatuses.includes(status) ? this.#returnToShopper(payment) : payment;
  }

  /** Captures a part of the held amount. Returns the new sums of the payment. */
  capture(payment: Payment, amount: number): PaymentSums {
    this.#transfer(payment, {
      kind: 'capture',
      from: accounts.clearing(payment.channelId),
      to: accounts.receivable(payment.tenantId),
      amount,
    });
    return { paidAmount: payment.paidAmount + amount, heldAmount: payment.heldAmount - amount };
  }

  /** Moves the remaining held amount back to the shopper. Returns the new sums of the payment. */
  release(payment: Payment): PaymentSums {
    const { paidAmount, heldAmount, channelId } = payment;
    this.#transfer(payment, {
      kind: 'release',
      from: accounts.clearing(channelId),
      to: accounts.customers,
      amount: heldAmount,
    });
    return { paidAmount, heldAmount: 0 };
  }

  /** The fee is collected only when no part of the amount was paid before. */
  #collect(payment: Payment): PaymentSums {
    const { paidAmount } = this.capture(payment, payment.heldAmount);
    const remainingAmount = payment.amount - paidAmount;
    const fee = paidAmount === 0 ? computeFee(payment.channelId, payment) : 0;
    this.#journal.post({
      kind: 'pay-in',
      transactionNumber: payment.transactionNumber,
      currencyCode: payment.currencyCode,
      postings: [
        { account: accounts.customers, amount: -remainingAmount - fee },
        { account: accounts.receivable(payment.tenantId), amount: remainingAmount },
        { account: accounts.fees, amount: fee },
      ],
    });
    return { paidAmount: payment.amount, heldAmount: 0 };
  }

  #hold(payment: Payment): PaymentSums {
    const { paidAmount, heldAmount, amount, channelId } = payment;
    if (paidAmount > 0 || heldAmount > 0) return { paidAmount, heldAmount };
    this.#transfer(payment, {
      kind: 'authorization',
      from: accounts.customers,
      to: accounts.clearing(channelId),
      amount,
    });
    return { paidAmount: 0, heldAmount: amount };
  }

  #returnToShopper(payment: Payment): PaymentSums {
    this.release(payment);
    const amount = this.computeRefundableAmount(payment);
    this.#transfer(payment, {
      kind: 'charge-back',
      from: accounts.receivable(payment.tenantId),
      to: accounts.customers,
      amount,
    });
    return { paidAmount: payment.paidAmount - amount, heldAmount: 0 };
  }

  #transfer(
    { transactionNumber, currencyCode }: Payment,
    transfer: { readonly kind: string; readonly from: string; readonly to: string; readonly amount: number },
  ): void {
    this.#journal.transfer({ ...transfer, transactionNumber, currencyCode });
  }
}
