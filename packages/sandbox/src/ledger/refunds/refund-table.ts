import type { DatabaseSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';
import { refundStatusNumber } from '../status-numbers.ts';
import { countRows, toInsertStatement } from '../rows.ts';

const { notAccepted, refunded, processing, refundedWithCharges, voided } = refundStatusNumber;
/** The statuses of refunds that are done or in progress. */
const doneOrInProgress = [notAccepted, refunded, processing, refundedWithCharges, voided];

const refundRow = z.object({
  /** The number of the refund. */
  refundNumber: z.string(),
  tenantId: z.string(),
  /** The transaction number of the payment. */
  transactionNumber: z.string(),
  /** Minor units. */
  amount: z.number(),
  /** The charge that status 16 deducts from the amount, in minor units. */
  charge: z.number(),
  currencyCode: z.string(),
  reason: z.string(),
  /**
   * A refund status, or 0 before the provider has accepted the refund. Queries do not return a refund with
   * status 0.
   */
  status: z.number(),
  /** The wallet that pays for the refund; null when the refund is paid from the merchant's pay-ins. */
  walletId: z.number().nullable(),
  /** The status that the refund gets automatically at `dueAt`. */
  resolvesTo: z.number().nullable(),
  dueAt: z.number().nullable(),
  createdAt: z.number(),
  decidedAt: z.number().nullable(),
});

/** A refund of the sandbox. Amounts are minor units, times are milliseconds since the epoch. */
export type Refund = z.output<typeof refundRow>;

/** The database table of refunds. */
export class RefundTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(refund: Refund): void {
    this.#database.prepare(toInsertStatement('refunds', refundRow)).run(refund);
  }

  /** Finds a refund by its own number, in any letter case. */
  find(refundNumber: string): Refund | undefined {
    return this.#queryRows('SELECT * FROM refunds WHERE refundNumber = ?', refundNumber.toUpperCase())[0];
  }

  /** Lists the refunds of a payment, oldest first. */
  listByPayment(transactionNumber: string): Refund[] {
    return this.#queryRows(
      'SELECT * FROM refunds WHERE transactionNumber = ? ORDER BY rowid',
      transactionNumber,
    );
  }

  /** Lists the newest refunds, newest first. */
  list(limit: number): Refund[] {
    return this.#queryRows('SELECT * FROM refunds ORDER BY rowid DESC LIMIT ?', limit);
  }

  count(): number {
    return countRows(this.#database, 'refunds');
  }

  /** Finds the refunds that change automatically at or before this time, earliest first. */
  findDue(time: number): Refund[] {
    return this.#queryRows('SELECT * FROM refunds WHERE dueAt <= ? ORDER BY dueAt, rowid', time);
  }

  /** Sums the amounts of a payment's refunds that are done or in progress, in minor units. */
  sumRefunds(transactionNumber: string): number {
    const row = this.#database
      .prepare(
        `SELECT coalesce(sum(amount), 0) AS sum FROM refunds
         WHERE transactionNumber = ? AND status IN (${doneOrInProgress.join(', ')})`,
      )
      .get(transactionNumber);
    return Number(row?.['sum'] ?? 0);
  }

  update({ refundNumber, status, charge, resolvesTo, dueAt, decidedAt }: Refund): void {
    this.#database
      .prepare(
        `UPDATE refunds SET status = ?, charge = ?, resolvesTo = ?, dueAt = ?, decidedAt = ?
         WHERE refundNumber = ?`,
      )
      .run(status, charge, resolvesTo, dueAt, decidedAt, refundNumber);
  }

  #queryRows(sql: string, key: string | number): Refund[] {
    return this.#database
      .prepare(sql)
      .all(key)
      .map((row) => refundRow.parse(row));
  }
}
