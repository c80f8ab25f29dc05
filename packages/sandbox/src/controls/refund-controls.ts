import { PgwError } from '@pgw/protocol';
import { findTenant, type Gateway } from '../gateway.ts';
import type { Refund } from '../ledger/tables.ts';
import { isRefusal } from '../ledger/services.ts';
import { createSameDayCheck } from '../ledger/refunds/same-day.ts';
import { toCallbackOptions, type DecideOptions } from './decide-options.ts';

/** Methods with which a test reads and decides refunds. */
export interface RefundControls {
  /** Finds a refund by its refund number, in any letter case. */
  findRefund(refundNumber: string): Refund | undefined;
  /**
   * Lists the refunds of a payment, oldest first. Without a number, lists the newest 50 refunds of all
   * payments, newest first.
   */
  listRefunds(transactionNumber?: string): Refund[];
  /**
   * Sets the next status of a refund, updates the journal and the payment's status, and sends a callback.
   * Returns false for a change that is not in this list:
   *
   * - from 0 (not accepted yet) to 11 (refunded), 12 (processing), 13 (failed), 16 (refunded with charges) or
   *   18 (voided)
   * - from 12 to 11, 13, 16 or 18
   * - from 11 or 16 to 17 (reversed)
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decideRefund(refundNumber: string, status: number, options?: DecideOptions): boolean;
  /**
   * Refunds a payment at the gateway, like a person on the gateway's dashboard. The shop gets to know it only
   * from the callback or from a query. The rules and scenarios of refunds apply.
   *
   * @throws PgwError `invalid-request` for an unknown number, or when the gateway refuses the refund. The message
   * contains the fault.
   */
  refundPayment(transactionNumber: string, options?: RefundElsewhereOptions): Refund;
}

/** A refund that the shop did not request. */
export interface RefundElsewhereOptions extends DecideOptions {
  /** Minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /** Default `From the dashboard`. */
  readonly reason?: string | undefined;
}

export function createRefundControls(gateway: Gateway): RefundControls {
  const { ledger } = gateway;
  return {
    findRefund: (refundNumber) => {
      ledger.applyDueChanges();
      return ledger.refundTable.find(refundNumber);
    },
    listRefunds: (transactionNumber) => {
      ledger.applyDueChanges();
      const table = ledger.refundTable;
      return transactionNumber === undefined
        ? table.listNewest(50)
        : table.listBy({ transactionNumber: transactionNumber.toUpperCase() });
    },
    decideRefund: (refundNumber, status, options = {}) => {
      if (ledger.refundTable.find(refundNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no refund ${refundNumber}.`);
      return ledger.refunds.decide(refundNumber, status, toCallbackOptions(options));
    },
    refundPayment: (transactionNumber, { amount, reason = 'From the dashboard', ...options } = {}) => {
      const payment = ledger.findPayment(transactionNumber);
      if (payment === undefined)
        throw new PgwError('invalid-request', `The sandbox has no payment ${transactionNumber}.`);
      const refund = ledger.refunds.request({
        tenantId: payment.tenantId,
        transactionNumber: payment.transactionNumber,
        amount,
        reason,
        isSameDay: createSameDayCheck(findTenant(gateway, payment.tenantId)),
        callbackOptions: toCallbackOptions(options),
      });
      if (!isRefusal(refund)) return refund;
      throw new PgwError('invalid-request', `Refused with fault ${refund.code}: ${refund.message}`);
    },
  };
}
