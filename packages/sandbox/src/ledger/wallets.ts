import type { DatabaseSync } from 'node:sqlite';
import { walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import { z } from 'zod';
import { transaction } from './database.ts';
import { accounts, type Journal } from './journal.ts';
import { insertOf } from './rows.ts';

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
  /** Minor units; below zero for money that leaves. */
  amount: z.number(),
  /** 1 Topup, 2 Payout, 3 Reverse, 4 Refund, 5 Rebate, 6 Unknown. */
  type: z.number(),
  description: z.string().nullable(),
  /** Balance after this entry, in minor units. */
  balanceAfter: z.number(),
});

export type Wallet = z.output<typeof walletRow> & {
  /** Minor units. */
  readonly balance: number;
};
export type WalletEntry = z.output<typeof walletEntryRow>;

/** What an entry says besides its wallet. Missing texts stay empty; the time is now. */
export interface NewWalletEntry {
  readonly type: number;
  readonly amount: number;
  readonly transactionNumber: string;
  readonly referenceCode?: string | null;
  readonly description?: string | null;
  readonly createdAt?: number;
  /** The other side of the booking. */
  readonly against: string;
}

const firstWalletId = 3001;
const dayMs = 86_400_000;
const { basic, premium, payout } = walletType;
const { topup, rebate, unknown } = walletEntryType;

/** What every merchant starts with, in MYR: [wallet, type of entry, amount, days ago, description]. */
const seeds = [
  [basic, topup, 500_000, 30, 'Opening top-up'],
  [premium, topup, 1_000_000, 30, 'Opening top-up'],
  [payout, topup, 2_000_000, 30, 'Opening top-up'],
  [basic, rebate, 2500, 14, 'Rebate on fees of last month'],
  [premium, unknown, -1250, 12, 'Adjustment'],
  [payout, topup, 3_000_000, 7, 'Top-up by bank transfer'],
] as const;

/** The merchants' wallets and their histories. A balance is what the book says, and never below zero. */
export class Wallets {
  readonly #database: DatabaseSync;
  readonly #journal: Journal;
  readonly #now: () => number;

  constructor(database: DatabaseSync, journal: Journal, now: () => number) {
    this.#database = database;
    this.#journal = journal;
    this.#now = now;
  }

  /** Opens the three wallets of a merchant that has none, with their first entries. */
  seed(tenantId: string): void {
    transaction(this.#database, () => {
      if (this.list(tenantId).length > 0) return;
      const ids = new Map<number, number>();
      for (const type of [basic, premium, payout]) ids.set(type, this.#insert(tenantId, type));
      for (const [type, entryType, amount, daysAgo, description] of seeds) {
        this.book(ids.get(type) ?? 0, {
          type: entryType,
          amount,
          transactionNumber: `SEED-${ids.get(type)}-${daysAgo}`,
          description,
          createdAt: this.#now() - daysAgo * dayMs,
          against: sourceOf(entryType),
        });
      }
    });
  }

  /** By id. Default: of every merchant. */
  list(tenantId: string | null = null): Wallet[] {
    return this.#database
      .prepare('SELECT * FROM wallets WHERE :tenantId IS NULL OR tenantId = :tenantId ORDER BY id')
      .all({ tenantId })
      .map((row) => this.#read(row));
  }

  find(id: number): Wallet | undefined {
    const row = this.#database.prepare('SELECT * FROM wallets WHERE id = ?').get(id);
    return row === undefined ? undefined : this.#read(row);
  }

  setStatus(id: number, isActive: boolean): void {
    this.#database
      .prepare('UPDATE wallets SET walletStatus = ? WHERE id = ?')
      .run(isActive ? walletStatus.active : walletStatus.inactive, id);
  }

  /** Books an entry that no payout or refund causes. False when the balance would fall below zero. */
  enter(walletId: number, entry: Omit<NewWalletEntry, 'against'>): boolean {
    return transaction(this.#database, () =>
      this.book(walletId, { ...entry, against: sourceOf(entry.type) }),
    );
  }

  /** Books an entry, within the caller's transaction. False when the balance would fall below zero. */
  book(walletId: number, entry: NewWalletEntry): boolean {
    const wallet = this.find(walletId);
    if (wallet === undefined) throw new Error(`The sandbox has no wallet ${walletId}.`);
    const balanceAfter = wallet.balance + entry.amount;
    if (balanceAfter < 0 || !Number.isSafeInteger(balanceAfter)) return false;
    this.#journal.move({
      kind: 'wallet',
      about: entry.transactionNumber,
      currencyCode: wallet.currencyCode,
      from: entry.against,
      to: accounts.wallet(walletId),
      amount: entry.amount,
    });
    this.#database.prepare(insertOf('walletEntries', walletEntryRow.omit({ id: true }))).run({
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

  /** Entries of a span of time (both ends count), oldest first, from an entry id on. Default: all of them. */
  history(
    walletId: number,
    span: {
      readonly from?: number;
      readonly to?: number;
      readonly firstId?: number;
      readonly limit?: number;
    } = {},
  ): WalletEntry[] {
    return this.#database
      .prepare(
        `SELECT * FROM walletEntries
         WHERE walletId = :walletId AND id >= :firstId AND createdAt BETWEEN :from AND :to ORDER BY id LIMIT :limit`,
      )
      .all({ walletId, from: 0, to: Number.MAX_SAFE_INTEGER, firstId: 0, limit: -1, ...span })
      .map((row) => walletEntryRow.parse(row));
  }

  #insert(tenantId: string, type: number): number {
    const { lastInsertRowid } = this.#database
      .prepare(`INSERT INTO wallets SELECT max(coalesce(max(id), 0) + 1, ?), ?, 'MYR', ?, ? FROM wallets`)
      .run(firstWalletId, tenantId, type, walletStatus.active);
    return Number(lastInsertRowid);
  }

  #read(row: unknown): Wallet {
    const wallet = walletRow.parse(row);
    return { ...wallet, balance: this.#journal.balance(accounts.wallet(wallet.id), wallet.currencyCode) };
  }
}

/** Where the money of an entry comes from that no payout or refund caused. */
function sourceOf(entryType: number): string {
  if (entryType === topup) return accounts.merchantBank;
  return entryType === rebate ? accounts.fees : accounts.adjustments;
}
