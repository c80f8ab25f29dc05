import { PgwError } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Payout } from '../ledger/tables.ts';
import { toCallbackOptions, type DecideOptions } from './decide-options.ts';

/** Methods with which a test reads and decides payouts. */
export interface PayoutControls {
  /** Finds a payout by its transaction number, in any letter case. */
  findPayout(transactionNumber: string): Payout | undefined;
  /** Lists the newest payouts, newest first. Default limit 50. */
  listPayouts(limit?: number): Payout[];
  /**
   * Approves or rejects a pending payout, like the buttons of its page. A rejection returns the amount to the
   * wallet. Returns false when the payout is not pending.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decidePayout(transactionNumber: string, outcome: 'approve' | 'reject', options?: DecideOptions): boolean;
}

export function createPayoutControls({ ledger }: Gateway): PayoutControls {
  const { payouts, payoutTable } = ledger;
  return {
    findPayout: (transactionNumber) => {
      ledger.applyDueChanges();
      return payoutTable.find(transactionNumber);
    },
    listPayouts: (limit = 50) => {
      ledger.applyDueChanges();
      return payoutTable.listNewest(limit);
    },
    decidePayout: (transactionNumber, outcome, options = {}) => {
      if (payoutTable.find(transactionNumber) === undefined)
        throw new PgwError('invalid-request', `The sandbox has no payout ${transactionNumber}.`);
      return payouts.decide(transactionNumber, outcome, toCallbackOptions(options));
    },
  };
}
