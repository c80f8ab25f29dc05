import type { DatabaseSync } from 'node:sqlite';
import { walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import { runInTransaction } from '../../database/database.ts';
import { Table } from '../../database/table.ts';
import { walletEntryTable, walletTable, type WalletEntry, type WalletRow } from '../tables.ts';
import { accounts, type Journal } from './journal.ts';

/** A wallet of a merchant. */
export type Wallet = WalletRow & {
  /** Minor units. */
  readonly balance: number;
};
/** A new entry of a wallet. Missing texts are null, and the default time is now. */
export interface NewWalletEntry {
  readonly type: number;
  readonly amount: number;
  readonly transactionNumber: string;
  readonly referenceCode?: string | null;
  readonly description?: string | null;
  readonly createdAt?: number;
  /** The account of the journal that the money comes from, or goes to for a negative amount. */
  readonly oppositeAccount: string;
}

const firstWalletId = 3001;
const dayMs = 86_400_000;
const { basic, premium, payout } = walletType;
const { topup, rebate, unknown } = walletEntryType;

/** The first entries in the wallets of every merchant. The wallets have the currency MYR. */
const openingEntries = [
  { wallet: basic, type: topup, amount: 500_000, daysAgo: 30, description: 'Opening top-up' },
  { wallet: premium, type: topup, amount: 1_000_000, daysAgo: 30, description: 'Opening top-up' },
  { wallet: payout, type: topup, amount: 2_000_000, daysAgo: 30, description: 'Opening top-up' },
  { wallet: basic, type: rebate, amount: 2500, daysAgo: 14, description: 'Rebate on fees of last month' },
  { wallet: premium, type: unknown, amount: -1250, daysAgo: 12, description: 'Adjustment' },
  { wallet: payout, type: topup, amount: 3_000_000, daysAgo: 7, description: 'Top-up by bank transfer' },
] as const;

/** Balances come from the journal and are never negative. */
export class Wallets {
  readonly #database: DatabaseSync;
  readonly #wallets: Table<(typeof walletTable)['row']>;
  readonly #entries: Table<(typeof walletEntryTable)['row']>;
  readonly #journal: Journal;
  readonly #now: () => number;

  constructor(database: DatabaseSync, journal: Journal, now: () => number) {
    this.#database = database;
    this.#wallets = new Table(database, walletTable);
    this.#entries = new Table(database, walletEntryTable);
    this.#journal = journal;
    this.#now = now;
  }

  /** Creates the three wallets of a merchant with their first entries, if the merchant has no wallets yet. */
  createWallets(tenantId: string): void {
    runInTransaction(this.#database, () => {
      if (this.list(tenantId).length > 0) return;
      const walletIds = {
        [basic]: this.open(tenantId, basic, 'MYR'),
        [premium]: this.open(tenantId, premium, 'MYR'),
        [payout]: this.open(tenantId, payout, 'MYR'),
      };
      for (const { wallet, type, amount, daysAgo, description } of openingEntries)
        this.addEntryInTransaction(walletIds[wallet], {
          type,
          amount,
          transactionNumber: `SEED-${walletIds[wallet]}-${daysAgo}`,
          description,
          createdAt: this.#now() - daysAgo * dayMs,
          oppositeAccount: findOppositeAccount(type),
        });
    });
  }

  /** Lists the wallets of a merchant, sorted by id. Default: the wallets of all merchants. */
  list(tenantId: string | null = null): Wallet[] {
    return this.#wallets
      .list('(:tenantId IS NULL OR tenantId = :tenantId) ORDER BY id', { tenantId })
      .map((wallet) => this.#withBalance(wallet));
  }

  /** Finds a merchant's wallet of this type (see `walletType`) and currency. */
  findByType(tenantId: string, type: number, currencyCode: string): Wallet | undefined {
    return this.list(tenantId).find(
      (wallet) => wallet.walletType === type && wallet.currencyCode === currencyCode,
    );
  }

  find(id: number): Wallet | undefined {
    const wallet = this.#wallets.find(id);
    return wallet && this.#withBalance(wallet);
  }

  setStatus(id: number, isActive: boolean): void {
    this.#wallets.change(id, { walletStatus: isActive ? walletStatus.active : walletStatus.inactive });
  }

  /** Adds an entry that does not belong to a payout or refund. False when the balance would be negative. */
  addEntry(walletId: number, entry: Omit<NewWalletEntry, 'oppositeAccount'>): boolean {
    return runInTransaction(this.#database, () =>
      this.addEntryInTransaction(walletId, { ...entry, oppositeAccount: findOppositeAccount(entry.type) }),
    );
  }

  /** Within the caller's transaction. False when the balance would be negative. */
  addEntryInTransaction(walletId: number, entry: NewWalletEntry): boolean {
    const wallet = this.find(walletId);
    if (wallet === undefined) throw new Error(`The sandbox has no wallet ${walletId}.`);
    const balanceAfter = wallet.balance + entry.amount;
    if (balanceAfter < 0 || !Number.isSafeInteger(balanceAfter)) return false;
    this.#journal.transfer({
      kind: 'wallet',
      transactionNumber: entry.transactionNumber,
      currencyCode: wallet.currencyCode,
      from: entry.oppositeAccount,
      to: accounts.wallet(walletId),
      amount: entry.amount,
    });
    this.#entries.insert({
      referenceCode: null,
      description: null,
      createdAt: this.#now(),
      ...entry,
      walletId,
      balanceAfter,
    });
    return true;
  }

  /** Oldest first, from the entry `firstId`, including both ends of the period. Default: all entries. */
  readHistory(
    walletId: number,
    range: {
      readonly from?: number;
      readonly to?: number;
      readonly firstId?: number;
      readonly limit?: number;
    } = {},
  ): WalletEntry[] {
    // In SQLite, a negative limit means no limit.
    const allEntries = { from: 0, to: Number.MAX_SAFE_INTEGER, firstId: 0, limit: -1 };
    return this.#entries.list(
      'walletId = :walletId AND id >= :firstId AND createdAt BETWEEN :from AND :to ORDER BY id LIMIT :limit',
      { walletId, ...allEntries, ...range },
    );
  }

  /** Opens a wallet with the next id, and returns the id. The first wallet gets `firstWalletId`. */
  open(tenantId: string, type: number, currencyCode: string): number {
    const id = Math.max(Number(this.#wallets.select('max(id)') ?? 0) + 1, firstWalletId);
    const row = { id, tenantId, currencyCode, walletType: type, walletStatus: walletStatus.active };
    return this.#wallets.insert(row);
  }

  #withBalance(wallet: WalletRow): Wallet {
    return { ...wallet, balance: this.#journal.readBalance(accounts.wallet(wallet.id), wallet.currencyCode) };
  }
}

/** Finds the opposite account of an entry that does not belong to a payout or refund. */
function findOppositeAccount(entryType: number): string {
  if (entryType === topup) return accounts.merchantBank;
  return entryType === rebate ? accounts.fees : accounts.adjustments;
}
