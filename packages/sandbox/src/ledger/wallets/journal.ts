import type { DatabaseSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';
import { Table } from '../../database/table.ts';
import { journalTable, postingTable } from '../tables.ts';
import {
  listPaymentTotals,
  listPayoutTotals,
  type PaymentTotals,
  type PayoutTotals,
} from './journal-totals.ts';

/** Positive amounts are money in the account. The sum of all accounts is always zero. */
export const accounts = {
  /** All shoppers. The balance is the negative sum of the amounts that they have paid. */
  customers: 'customers',
  /** The income of the gateway: surcharges, and charges on refunds. Rebates are paid from it. */
  fees: 'fees',
  /** The source of top-ups. */
  merchantBank: 'merchant-bank',
  /** All receivers of payouts. */
  beneficiaries: 'beneficiaries',
  /** The opposite account of wallet entries other than top-ups, rebates, payouts and refunds. */
  adjustments: 'adjustments',
  /** The amounts that a merchant has received from payments, minus refunds. */
  receivable: (tenantId: string) => `receivable/${tenantId}`,
  /** Money that a provider holds: authorized and not captured, or of a refund or payout in progress. */
  clearing: (channelId: number | null) => `clearing/${channelId ?? 0}`,
  /** The money of a wallet. */
  wallet: (walletId: number) => `wallet/${walletId}`,
} as const;

/** The change of one account by a journal entry. */
export interface Posting {
  readonly account: string;
  /** Minor units; negative for money that leaves the account. */
  readonly amount: number;
}

/** A movement of money between accounts. */
export interface JournalEntry {
  /** The kind of the entry, such as `pay-in` or `refund`. */
  readonly kind: string;
  /** The transaction, refund or payout of the entry, stored in the column `about`. */
  readonly transactionNumber: string;
  readonly currencyCode: string;
  readonly postings: readonly Posting[];
}

const balanceRow = z.object({ account: z.string(), currencyCode: z.string(), balance: z.number() });

/** The balance of an account in one currency, in minor units. */
export type Balance = z.output<typeof balanceRow>;

/** A double-entry journal: the postings of an entry sum to zero. Entries are never changed or deleted. */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #entries: Table<(typeof journalTable)['row']>;
  readonly #postings: Table<(typeof postingTable)['row']>;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#entries = new Table(database, journalTable);
    this.#postings = new Table(database, postingTable);
  }

  /** Within the caller's transaction. An entry that does not balance is a bug, and throws. */
  post({ kind, transactionNumber, currencyCode, postings }: JournalEntry): void {
    const nonZeroPostings = postings.filter(({ amount }) => amount !== 0);
    const sum = nonZeroPostings.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0 || !nonZeroPostings.every(({ amount }) => Number.isSafeInteger(amount)))
      throw new Error(`The entry ${kind} of ${transactionNumber} does not balance (${sum}).`);
    if (nonZeroPostings.length === 0) return;
    const entryId = this.#entries.insert({ kind, about: transactionNumber, createdAt: this.#now() });
    for (const posting of nonZeroPostings) this.#postings.insert({ ...posting, entryId, currencyCode });
  }

  /** Adds an entry that moves money from one account to another. */
  transfer(
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

  /** Returns the balance of an account in minor units. */
  readBalance(account: string, currencyCode: string): number {
    const condition = 'account = :account AND currencyCode = :currencyCode';
    return Number(this.#postings.select('sum(amount)', condition, { account, currencyCode }) ?? 0);
  }

  /** Returns true when the merchant received money of this payment, and the provider has not taken it back. */
  isTaken(transactionNumber: string): boolean {
    const condition = `about = :transactionNumber AND kind IN ('pay-in', 'capture', 'charge-back') ORDER BY id DESC`;
    const entry = this.#entries.findFirst(condition, { transactionNumber });
    return entry !== undefined && entry.kind !== 'charge-back';
  }

  /** Lists the balances of all used accounts, sorted by name. */
  listBalances(): Balance[] {
    return this.#database
      .prepare(
        `SELECT account, currencyCode, sum(amount) AS balance FROM postings
         GROUP BY account, currencyCode ORDER BY account, currencyCode`,
      )
      .all()
      .map((row) => balanceRow.parse(row));
  }

  /** Lists the totals of each payment and its refunds, oldest payment first. */
  listPaymentTotals(): PaymentTotals[] {
    return listPaymentTotals(this.#database);
  }

  /** Lists the totals of each payout, oldest first. */
  listPayoutTotals(): PayoutTotals[] {
    return listPayoutTotals(this.#database);
  }
}
