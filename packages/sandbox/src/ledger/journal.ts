import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Where money is. An amount above zero came into the account; all accounts together are always zero. */
export const accounts = {
  /** Everybody who pays; below zero by what they have paid. */
  customers: 'customers',
  /** What the gateway earned: surcharges, and charges on refunds. It pays for rebates. */
  fees: 'fees',
  /** Where top-ups come from. */
  merchantBank: 'merchant-bank',
  /** Everybody who was paid by a payout. */
  beneficiaries: 'beneficiaries',
  /** The other side of entries without a kind. */
  adjustments: 'adjustments',
  /** What pay-ins brought a merchant, less what went back. */
  receivable: (tenantId: string) => `receivable/${tenantId}`,
  /** Money on its way at a provider: authorised and not captured, a refund or payout under way. */
  clearing: (channelId: number | null) => `clearing/${channelId ?? 0}`,
  wallet: (walletId: number) => `wallet/${walletId}`,
} as const;

export interface Posting {
  readonly account: string;
  /** Minor units; below zero for money that leaves the account. */
  readonly amount: number;
}

export interface JournalEntry {
  /** What happened, such as `pay-in` or `refund`. */
  readonly kind: string;
  /** The transaction, refund or payout it belongs to. */
  readonly about: string;
  readonly currencyCode: string;
  readonly postings: readonly Posting[];
}

const balanceRow = z.object({ account: z.string(), currencyCode: z.string(), balance: z.number() });

/** How much an account holds in one currency, in minor units. */
export type Balance = z.output<typeof balanceRow>;

/** The book: entries that each balance to zero. Nothing in it is ever changed or taken out. */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Books an entry, within the caller's transaction. Throws for one that does not balance: that is a defect. */
  post({ kind, about, currencyCode, postings }: JournalEntry): void {
    const moved = postings.filter(({ amount }) => amount !== 0);
    const sum = moved.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0 || !moved.every(({ amount }) => Number.isSafeInteger(amount)))
      throw new Error(`The entry ${kind} of ${about} does not balance (${sum}).`);
    if (moved.length === 0) return;
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO journal (kind, about, createdAt) VALUES (?, ?, ?)')
      .run(kind, about, this.#now());
    const insert = this.#database.prepare('INSERT INTO postings VALUES (?, ?, ?, ?)');
    for (const { account, amount } of moved) insert.run(lastInsertRowid, account, currencyCode, amount);
  }

  /** Books money that goes from one account to another. */
  move(
    entry: Omit<JournalEntry, 'postings'> & {
      readonly from: string;
      readonly to: string;
      readonly amount: number;
    },
  ): void {
    const { from, to, amount } = entry;
    this.post({
      ...entry,
      postings: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    });
  }

  balance(account: string, currencyCode: string): number {
    const row = this.#database
      .prepare(
        'SELECT coalesce(sum(amount), 0) AS balance FROM postings WHERE account = ? AND currencyCode = ?',
      )
      .get(account, currencyCode);
    return Number(row?.['balance'] ?? 0);
  }

  /** Every account that was ever used, by name. */
  balances(): Balance[] {
    return this.#database
      .prepare(
        `SELECT account, currencyCode, sum(amount) AS balance FROM postings
         GROUP BY account, currencyCode ORDER BY account, currencyCode`,
      )
      .all()
      .map((row) => balanceRow.parse(row));
  }
}
