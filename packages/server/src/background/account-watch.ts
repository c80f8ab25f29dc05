import type { PaymentContext } from '../engine/payment-context.ts';
import type { HealthCheck } from '../model/health.ts';
import type { AccountStore, StoredAccount } from '../model/ports/account-store.ts';
import { isWithinLast } from '../model/schedule.ts';

const minuteMs = 60_000;
const markIntervalMs = 5 * minuteMs;
/** Without a mark for this time, no process sweeps an account. */
const maxMarkAgeMs = 3 * markIntervalMs;
/** Work that is due for a shorter time may be swept by the next process that starts. */
const maxDueMs = 10 * minuteMs;

/** What the watch uses of a process. Without `getAccountId`, the process has several accounts. */
type AccountWatchContext = Pick<PaymentContext, 'now' | 'emit'> & {
  readonly store: Pick<AccountStore, 'listAccounts'> & Partial<Pick<AccountStore, 'getAccountId'>>;
};

/** Marks that this process sweeps its account, and reports the accounts of its store that no process sweeps. */
export class AccountWatch {
  readonly #context: AccountWatchContext;
  readonly #whenOpen: () => Promise<void>;
  readonly #reportedIds = new Set<number>();
  #markedAt = Number.NEGATIVE_INFINITY;

  constructor(context: AccountWatchContext, whenOpen: () => Promise<void>) {
    this.#context = context;
    this.#whenOpen = whenOpen;
  }

  /** Call it after each sweep. `mark` marks what is swept. */
  async recordSweep(mark: () => Promise<void>): Promise<void> {
    const { now, emit } = this.#context;
    if (isWithinLast(markIntervalMs, this.#markedAt, now())) return;
    this.#markedAt = now();
    await mark();
    for (const account of await this.#findUnswept()) {
      if (this.#reportedIds.has(account.id)) continue;
      this.#reportedIds.add(account.id);
      const { merchantId, origin: gatewayOrigin } = account;
      const message = describe(account);
      emit({ level: 'error', event: 'account-unswept', message, merchantId, gatewayOrigin });
    }
  }

  readonly check: HealthCheck = async () => {
    await this.#whenOpen();
    const [first, ...others] = await this.#findUnswept();
    if (first === undefined) return { problems: [] };
    const more = others.length === 0 ? '' : ` Accounts in the same state: ${others.length + 1}.`;
    return {
      problems: [{ code: 'account-unswept', status: 'degraded', message: `${describe(first)}${more}` }],
    };
  };

  async #findUnswept(): Promise<StoredAccount[]> {
    const { store, now } = this.#context;
    const accounts = await store.listAccounts({ notSweptSince: now() - maxMarkAgeMs });
    const isOverdue = ({ oldestDueAt }: StoredAccount): boolean =>
      oldestDueAt !== null && oldestDueAt < now() - maxDueMs;
    // The own account has the checks of the sweep.
    return accounts.filter((account) => account.id !== store.getAccountId?.() && isOverdue(account));
  }
}

function describe({ merchantId, origin, openPayments, openOperations, dueCalls }: StoredAccount): string {
  return (
    `The store has due work of merchant ${merchantId} at ${origin} that no process sweeps. Payments: ${openPayments}; ` +
    `refunds, captures and payouts: ${openOperations}; callbacks and hooks: ${dueCalls}. Start a checkout with this account until its work is done.`
  );
}
