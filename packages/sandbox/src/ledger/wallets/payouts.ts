import { walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import { paymentStatusNumber } from '../../catalogue/status-numbers.ts';
import { runInTransaction } from '../../database/database.ts';
import { accounts } from './journal.ts';
import type { CallbackOptions } from '../callback-queue.ts';
import type { LedgerServices, LedgerRefusal } from '../services.ts';
import type { Payout } from '../tables.ts';

/** The data of a payout that a merchant requests. */
export type PayoutRequest = Pick<
  Payout,
  | 'tenantId'
  | 'referenceCode'
  | 'currencyCode'
  | 'amount'
  | 'channelId'
  | 'providerChannelId'
  | 'beneficiary'
  | 'description'
  | 'returnUrl'
  | 'callbackUrl'
>;

/** The decision about a payout. */
export type PayoutOutcome = 'approve' | 'reject';

/** The code of a failed payout (interface document, section Errors). */
export const failedPayoutCode = 2056;
/** The code of a payout whose reference was already used. */
const duplicateCode = 2009;
/** The bank rejects a payout after this time with the scenario `payout-rejected`, or after `payoutDelayMs`. */
const rejectionDelayMs = 500;

/** A payout debits the wallet immediately. A rejection returns the amount to the wallet. */
export class Payouts {
  readonly #services: LedgerServices;

  constructor(services: LedgerServices) {
    this.#services = services;
  }

  /** Opens a payout and debits the payout wallet, or returns the reason of a refusal. */
  open(request: PayoutRequest): Payout | LedgerRefusal {
    const { database, onChange } = this.#services;
    const result = runInTransaction(database, () => this.#open(request));
    onChange();
    return result;
  }

  /** Approves or rejects a pending payout. Returns false when the payout is not pending. */
  decide(transactionNumber: string, outcome: PayoutOutcome, callbackOptions: CallbackOptions): boolean {
    const { database, onChange } = this.#services;
    const isDecided = runInTransaction(database, () => {
      const payout = this.#services.payouts.find(transactionNumber);
      if (payout?.status !== paymentStatusNumber.pending) return false;
      this.#applyDecision(payout, outcome, callbackOptions);
      return true;
    });
    onChange();
    return isDecided;
  }

  decideDue(time: number): void {
    const due = this.#services.payouts.list('dueAt <= :time ORDER BY dueAt, rowid', { time });
    for (const { transactionNumber, resolvesTo } of due) {
      const outcome = resolvesTo === paymentStatusNumber.failed ? 'reject' : 'approve';
      this.decide(transactionNumber, outcome, { delayMs: 0, scenarios: [] });
    }
  }

  #open(request: PayoutRequest): Payout | LedgerRefusal {
    const { wallets, references, scenarios, now, payoutDelayMs } = this.#services;
    const { tenantId, currencyCode, referenceCode } = request;
    const createRefusal = (cause: string): LedgerRefusal => ({
      code: failedPayoutCode,
      message: `Failed Payment Request: ${cause}.`,
    });
    if (references.has(tenantId, referenceCode))
      return { code: duplicateCode, message: 'Duplicate Transaction' };
    const wallet = wallets.findByType(tenantId, walletType.payout, currencyCode);
    if (wallet === undefined) return createRefusal(`there is no payout wallet in ${currencyCode}`);
    if (wallet.walletStatus !== walletStatus.active) return createRefusal('the payout wallet is inactive');
    if (scenarios.use('payout', {}, 'refused').length > 0)
      return createRefusal('the provider is unavailable');
    const isRejectedLater = scenarios.use('payout', {}, 'rejected').length > 0;
    const delayMs = payoutDelayMs ?? (isRejectedLater ? rejectionDelayMs : undefined);
    const payout: Payout = {
      ...request,
      transactionNumber: this.#services.issueNumber('payout'),
      walletId: wallet.id,
      status: paymentStatusNumber.pending,
      providerTransactionNumber: null,
      resolvesTo: isRejectedLater ? paymentStatusNumber.failed : paymentStatusNumber.success,
      dueAt: delayMs === undefined ? null : now() + delayMs,
      createdAt: now(),
      decidedAt: null,
    };
    if (!this.#debitWallet(payout))
      return createRefusal('the balance of the payout wallet is lower than the amount');
    references.claim(tenantId, referenceCode);
    this.#services.payouts.insert(payout);
    return payout;
  }

  #applyDecision(payout: Payout, outcome: PayoutOutcome, callbackOptions: CallbackOptions): void {
    const { journal, payouts, queue, now, createProviderNumber } = this.#services;
    const { transactionNumber, currencyCode, amount, channelId } = payout;
    const isApproved = outcome === 'approve';
    const change = {
      status: isApproved ? paymentStatusNumber.success : paymentStatusNumber.failed,
      providerTransactionNumber: createProviderNumber(),
      decidedAt: now(),
      dueAt: null,
    };
    if (isApproved) {
      const from = accounts.clearing(channelId);
      const to = accounts.beneficiaries;
      journal.transfer({ kind: 'paid-out', transactionNumber, currencyCode, from, to, amount });
    } else this.#returnToWallet(payout);
    payouts.change(transactionNumber, change);
    queue.add(payout, { ...payout, ...change, sessionNumber: null }, callbackOptions);
  }

  /** Debits the payout wallet. Returns false when its balance is lower than the amount. */
  #debitWallet(payout: Payout): boolean {
    return this.#addWalletEntry(payout, {
      type: walletEntryType.payout,
      amount: -payout.amount,
      description: payout.description,
    });
  }

  #returnToWallet(payout: Payout): void {
    this.#addWalletEntry(payout, {
      type: walletEntryType.reverse,
      amount: payout.amount,
      description: 'The payout was rejected',
    });
  }

  #addWalletEntry(
    { transactionNumber, referenceCode, channelId, walletId }: Payout,
    entry: { readonly type: number; readonly amount: number; readonly description: string | null },
  ): boolean {
    return this.#services.wallets.addEntryInTransaction(walletId, {
      ...entry,
      transactionNumber,
      referenceCode,
      oppositeAccount: accounts.clearing(channelId),
    });
  }
}
