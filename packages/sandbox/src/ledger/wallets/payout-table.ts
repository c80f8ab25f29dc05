import type { DatabaseSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';
import { paymentStatusNumber } from '../status-numbers.ts';
import { countRows, toInsertStatement } from '../rows.ts';

const payoutRow = z.object({
  transactionNumber: z.string(),
  tenantId: z.string(),
  walletId: z.number(),
  referenceCode: z.string(),
  /** A payment status: 0 pending, 1 paid out, 2 rejected. */
  status: z.number(),
  currencyCode: z.string(),
  /** Minor units. */
  amount: z.number(),
  channelId: z.number(),
  /** The beneficiary's bank, or the kind of their DuitNow proxy (a mobile or identity number). */
  providerChannelId: z.string(),
  providerTransactionNumber: z.string().nullable(),
  /** The receiver as the page shows it: a name, and the last four digits of the number. */
  beneficiary: z.string(),
  description: z.string().nullable(),
  returnUrl: z.string(),
  callbackUrl: z.string().nullable(),
  /** The status that the payout gets automatically at `dueAt`. */
  resolvesTo: z.number().nullable(),
  dueAt: z.number().nullable(),
  createdAt: z.number(),
  decidedAt: z.number().nullable(),
});

/** A payout of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Payout = z.output<typeof payoutRow>;

/** The database table of payouts. */
export class PayoutTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(payout: Payout): void {
    this.#database.prepare(toInsertStatement('payouts', payoutRow)).run(payout);
  }

  /** Finds a payout by its number, in any letter case. */
  find(transactionNumber: string): Payout | undefined {
    return this.#queryRows(
      'SELECT * FROM payouts WHERE transactionNumber = ?',
      transactionNumber.toUpperCase(),
    )[0];
  }

  /** Lists the newest payouts, newest first. */
  list(limit: number): Payout[] {
    return this.#queryRows('SELECT * FROM payouts ORDER BY rowid DESC LIMIT ?', limit);
  }

  count(): number {
    return countRows(this.#database, 'payouts');
  }

  /** Finds the payouts that are decided automatically at or before this time. */
  findDue(time: number): Payout[] {
    return this.#queryRows('SELECT * FROM payouts WHERE dueAt <= ? ORDER BY dueAt, rowid', time);
  }

  /** Writes the outcome of a pending payout. */
  decide({ transactionNumber, status, providerTransactionNumber, decidedAt }: Payout): void {
    this.#database
      .prepare(
        `UPDATE payouts SET status = ?, providerTransactionNumber = ?, decidedAt = ?, dueAt = NULL
         WHERE transactionNumber = ? AND status = ${paymentStatusNumber.pending}`,
      )
      .run(status, providerTransactionNumber, decidedAt, transactionNumber);
  }

  #queryRows(sql: string, key: string | number): Payout[] {
    return this.#database
      .prepare(sql)
      .all(key)
      .map((row) => payoutRow.parse(row));
  }
}
