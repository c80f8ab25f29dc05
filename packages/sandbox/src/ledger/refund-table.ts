import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { insertOf } from './rows.ts';

const refundRow = z.object({
  /** The refund's own number. */
  refundNumber: z.string(),
  tenantId: z.string(),
  /** Of the payment. */
  transactionNumber: z.string(),
  /** Minor units. */
  amount: z.number(),
  /** What status 16 keeps back of it. */
  charge: z.number(),
  currencyCode: z.string(),
  reason: z.string(),
  /** A refund status, or 0 before the provider has taken it up: then a query finds nothing. */
  status: z.number(),
  /** The wallet that pays; null for what pay-ins brought. */
  walletId: z.number().nullable(),
  /** What it becomes by itself at `dueAt`. */
  resolvesTo: z.number().nullable(),
  dueAt: z.number().nullable(),
  createdAt: z.number(),
  decidedAt: z.number().nullable(),
});

export type Refund = z.output<typeof refundRow>;

/** The refunds on disk. */
export class RefundTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(refund: Refund): void {
    this.#database.prepare(insertOf('refunds', refundRow)).run(refund);
  }

  /** By the refund's own number, without regard to case. */
  find(refundNumber: string): Refund | undefined {
    return this.#rows('SELECT * FROM refunds WHERE refundNumber = ?', refundNumber.toUpperCase())[0];
  }

  /** Oldest first. */
  of(transactionNumber: string): Refund[] {
    return this.#rows('SELECT * FROM refunds WHERE transactionNumber = ? ORDER BY rowid', transactionNumber);
  }

  /** Newest first. */
  list(limit: number): Refund[] {
    return this.#rows('SELECT * FROM refunds ORDER BY rowid DESC LIMIT ?', limit);
  }

  /** Those that change by themselves at or before this time, the earliest first. */
  due(time: number): Refund[] {
    return this.#rows('SELECT * FROM refunds WHERE dueAt <= ? ORDER BY dueAt, rowid', time);
  }

  /** What of a payment has gone back, or is on its way, in minor units. */
  committed(transactionNumber: string): number {
    const row = this.#database
      .prepare(
        `SELECT coalesce(sum(amount), 0) AS sum FROM refunds
         WHERE transactionNumber = ? AND status IN (0, 11, 12, 16, 18)`,
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

  #rows(sql: string, key: string | number): Refund[] {
    return this.#database
      .prepare(sql)
      .all(key)
      .map((row) => refundRow.parse(row));
  }
}
