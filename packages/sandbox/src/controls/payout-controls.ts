import { PgwError } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Payout } from '../ledger/payout-table.ts';
import { mannerOf, type DecideOptions } from './decide-options.ts';

/** Payouts, from a test. */
export interface PayoutControls {
  findPayout(transactionNumber: string): Payout | undefined;
  /** The newest first. Default limit 50. */
  listPayouts(limit?: number): Payout[];
  /**
   * Ends a pending payout, as the buttons of its page do; a rejected one goes back into the wallet. False when it has
   * its outcome.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decidePayout(transactionNumber: string, outcome: 'approve' | 'reject', options?: DecideOptions): boolean;
}

export function payoutControls({ ledger }: Gateway): PayoutControls {
  const { table } = ledger.payouts;
  return {
    findPayout: (transactionNumber) => {
      ledger.expireOverdue();
      return table.find(transactionNumber);
    },
    listPayouts: (limit = 50) => {
      ledger.expireOverdue();
      return table.list(limit);
    },
    decidePayout: (transactionNumber, outcome, options = {}) => {
      if (table.find(transactionNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no payout ${transactionNumber}.`);
      return ledger.payouts.decide(transactionNumber, outcome === 'approve', mannerOf(options));
    },
  };
}
