import type { DatabaseSync } from 'node:sqlite';
import { walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { runInTransaction } from '../database.ts';
import { accounts, type Journal } from './journal.ts';
import { toInsertStatement } from '../rows.ts';

const walletRow = z.object({
  id: z.number(),
  tenantId: z.string(),
  currencyCode: z.string(),
  /** 0 Basic, 1 Premium, 2 Payout. */
  walletType: z.number(),
  /** 0 inactive, 1 active. */
  walletStatus: z.number(),
});

const walletEntryRow = z.object({
  id: z.number(),
  walletId: z.number(),
  createdAt: z.number(),
  transactionNumber: z.string(),
  referenceCode: z.string().nullable(),
  /** Minor units; negative for money that leaves the wallet. */
  amount: z.number(),
  /** 1 Topup, 2 Payout, 3 Reverse, 4 Refund, 5 Rebate, 6 Unknown. */
  type: z.number(),
  description: z.string().nullable(),
  /** The balance after this entry in minor units. */
  balanceAfter: z.number(),
});

/** A wallet of a merchant. */
export type Wallet = z.output<typeof walletRow> & {
  /** Minor units. */
  readonly balance: number;
};
/** An entry in the history of a wallet. */
export type WalletEntry = z.output<typeof walletEntryRow>;

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

/**
 * The wallets of the merchants and their histories. Balances come from the journal and are never negative.
 */
export class Wallets {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #now: () => number;

  constructor(database: DatabaseSync, journal: Journal, now: () => number) {
    this.#database = database;
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
    return this.#database
      .prepare('SELECT * FROM wallets WHERE :tenantId IS NULL OR tenantId = :tenantId ORDER BY id')
      .all({ tenantId })
      .map((row) => this.#toWallet(row));
  }

  /** Finds a merchant's wallet of this type (see `walletType`) and currency. */
  findByType(tenantId: string, type: number, currencyCode: string): Wallet | undefined {
    return this.list(tenantId).find(
      (wallet) => wallet.walletType === type && wallet.currencyCode === currencyCode,
    );
  }

  find(id: number): Wallet | undefined {
    const row = this.#database.prepare('SELECT * FROM wallets WHERE id = ?').get(id);
    return row === undefined ? undefined : this.#toWallet(row);
  }

  setStatus(id: number, isActive: boolean): void {
    this.#database
      .prepare('UPDATE wallets SET walletStatus = ? WHERE id = ?')
      .run(isActive ? walletStatus.active : walletStatus.inactive, id);
  }

  /**
   * Adds an entry that does not belong to a payout or refund. Returns false when the balance would be
   * negative.
   */
  addEntry(walletId: number, entry: Omit<NewWalletEntry, 'oppositeAccount'>): boolean {
    return runInTransaction(this.#database, () =>
      this.addEntryInTransaction(walletId, { ...entry, oppositeAccount: findOppositeAccount(entry.type) }),
    );
  }

  /**
   * Adds an entry within the caller's database transaction. Returns false when the balance would be negative.
   */
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
    this.#database.prepare(toInsertStatement('walletEntries', walletEntryRow.omit({ id: true }))).run({
      walletId,
      createdAt: entry.createdAt ?? this.#now(),
      transactionNumber: entry.transactionNumber,
      referenceCode: entry.referenceCode ?? null,
      amount: entry.amount,
      type: entry.type,
      description: entry.description ?? null,
      balanceAfter,
    });
    return true;
  }

  /**
   * Returns the entries of a period, including both ends, oldest first. The result begins with the entry
   * `firstId`. Default: all entries.
   */
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
    return this.#database
      .prepare(
        `SELECT * FROM walletEntries
         WHERE walletId = :walletId AND id >= :firstId AND createdAt BETWEEN :from AND :to ORDER BY id LIMIT :limit`,
      )
      .all({ walletId, ...allEntries, ...range })
      .map((row) => walletEntryRow.parse(row));
  }

  /** Opens a wallet with the next id, and returns the id. The first wallet gets `firstWalletId`. */
  open(tenantId: string, type: number, currencyCode: string): number {
    const { lastInsertRowid } = this.#database
      .prepare(`INSERT INTO wallets SELECT max(coalesce(max(id), 0) + 1, ?), ?, ?, ?, ? FROM wallets`)
      .run(firstWalletId, tenantId, currencyCode, type, walletStatus.active);
    return Number(lastInsertRowid);
  }

  #toWallet(row: unknown): Wallet {
    const wallet = walletRow.parse(row);
    return { ...wallet, balance: this.#journal.readBalance(accounts.wallet(wallet.id), wallet.currencyCode) };
  }
}

/** Finds the opposite account of an entry that does not belong to a payout or refund. */
function findOppositeAccount(entryType: number): string {
  if (entryType === topup) return accounts.merchantBank;
  return entryType === rebate ? accounts.fees : accounts.adjustments;
}
