import { PgwError, walletEntryType } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import type { Balance } from '../ledger/journal.ts';
import type { Wallet, WalletEntry } from '../ledger/wallets.ts';

/** An entry that no payout or refund causes. */
export interface WalletEntryInput {
  /** 1 Topup, 5 Rebate, 6 Unknown, or any other type of the interface. */
  readonly type: number;
  /** Minor units; below zero for money that leaves. */
  readonly amount: number;
  readonly description?: string | undefined;
}

/** Wallets and the book, from a test. */
export interface WalletControls {
  /** By id. Default: of every merchant. */
  listWallets(tenantId?: string): Wallet[];
  /** Every entry, oldest first. */
  walletHistory(walletId: number): WalletEntry[];
  /**
   * Puts money into a wallet, in minor units.
   *
   * @throws PgwError `invalid-request` for an unknown wallet, or an amount that is no integer above 0.
   */
  topUp(walletId: number, amount: number, description?: string): void;
  /**
   * Books any entry, such as a Rebate.
   *
   * @throws PgwError `invalid-request` for an unknown wallet, and where the balance would fall below zero.
   */
  addWalletEntry(walletId: number, entry: WalletEntryInput): void;
  /** An inactive wallet keeps its money and refuses payouts (2056). */
  setWalletStatus(walletId: number, status: 'active' | 'inactive'): void;
  /** What every account of the book holds, in minor units; of each currency they sum to zero. */
  listAccounts(): Balance[];
}

export function walletControls({ ledger, settings }: Gateway): WalletControls {
  const known = (walletId: number): void => {
    if (ledger.wallets.find(walletId) !== undefined) return;
    throw new PgwError('invalid-request', `The sandbox has no wallet ${walletId}.`);
  };
  const add = (walletId: number, { type, amount, description }: WalletEntryInput): void => {
    known(walletId);
    const transactionNumber = `2001${Buffer.from(settings.random(9)).toString('hex').toUpperCase()}`;
    if (ledger.wallets.enter(walletId, { type, amount, transactionNumber, description: description ?? null }))
      return;
    throw new PgwError('invalid-request', `Wallet ${walletId} holds less than that.`);
  };
  return {
    listWallets: (tenantId) => ledger.wallets.list(tenantId),
    walletHistory: (walletId) => ledger.wallets.history(walletId),
    topUp: (walletId, amount, description = 'Top-up') => {
      if (!Number.isSafeInteger(amount) || amount <= 0)
        throw new PgwError('invalid-request', 'A top-up is an integer of minor units above 0.');
      add(walletId, { type: walletEntryType.topup, amount, description });
    },
    addWalletEntry: add,
    setWalletStatus: (walletId, status) => {
      known(walletId);
      ledger.wallets.setStatus(walletId, status === 'active');
    },
    listAccounts: () => ledger.journal.balances(),
  };
}
