import type { Gateway } from '../gateway.ts';
import type { Balance } from '../ledger/wallets/journal.ts';
import type { PaymentTotals, PayoutTotals } from '../ledger/wallets/journal-totals.ts';

/** Methods with which a test reads the journal. All amounts are minor units. */
export interface JournalControls {
  /** Lists the balances of all accounts. Their sum is zero in each currency. */
  listAccounts(): Balance[];
  /**
   * Lists the totals of each payment and its refunds, oldest payment first. A shop whose books are complete has
   * the same sums. Payments without a transfer of money are omitted.
   */
  listPaymentTotals(): PaymentTotals[];
  /** Lists the totals of each payout, oldest first. */
  listPayoutTotals(): PayoutTotals[];
}

export function createJournalControls({ ledger }: Gateway): JournalControls {
  return {
    listAccounts: () => ledger.journal.listBalances(),
    listPaymentTotals: () => {
      ledger.applyDueChanges();
      return ledger.journal.listPaymentTotals();
    },
    listPayoutTotals: () => {
      ledger.applyDueChanges();
      return ledger.journal.listPayoutTotals();
    },
  };
}
