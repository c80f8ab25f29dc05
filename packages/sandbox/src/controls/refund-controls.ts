import { PgwError } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Refund } from '../ledger/refund-table.ts';
import { mannerOf, type DecideOptions } from './decide-options.ts';

/** Refunds, from a test. */
export interface RefundControls {
  /** By the refund's own number. */
  findRefund(refundNumber: string): Refund | undefined;
  /** Of a payment the oldest first; without one the newest 50 of all. */
  listRefunds(transactionNumber?: string): Refund[];
  /**
   * Gives a refund its next status: from 12 (or 0, not taken up) 11, 13, 16 or 18; from 11 or 16 only 17. The money, the
   * payment's status and a callback go with it. False when it may not become that.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decideRefund(refundNumber: string, status: number, options?: DecideOptions): boolean;
}

export function refundControls({ ledger }: Gateway): RefundControls {
  return {
    findRefund: (refundNumber) => {
      ledger.expireOverdue();
      return ledger.refundTable.find(refundNumber);
    },
    listRefunds: (transactionNumber) => {
      ledger.expireOverdue();
      const table = ledger.refundTable;
      return transactionNumber === undefined ? table.list(50) : table.of(transactionNumber.toUpperCase());
    },
    decideRefund: (refundNumber, status, options = {}) => {
      if (ledger.refundTable.find(refundNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no refund ${refundNumber}.`);
      return ledger.refunds.decide(refundNumber, status, mannerOf(options));
    },
  };
}
