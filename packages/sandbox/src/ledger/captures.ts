import { z } from 'zod';
import type { LedgerParts } from './parts.ts';
import { insertOf, type Payment } from './rows.ts';

const captureRow = z.object({
  captureNumber: z.string(),
  /** Of the payment. */
  transactionNumber: z.string(),
  /** Minor units. */
  amount: z.number(),
  createdAt: z.number(),
});

/** A part of an authorised payment that was taken. */
export type Capture = z.output<typeof captureRow>;

/** Captures of authorised cards. */
export class Captures {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  /** Oldest first. */
  of(transactionNumber: string): Capture[] {
    return this.#parts.database
      .prepare('SELECT * FROM captures WHERE transactionNumber = ? ORDER BY rowid')
      .all(transactionNumber)
      .map((row) => captureRow.parse(row));
  }

  /**
   * Takes a part of what is held, within the caller's transaction; the last one gives the rest back. Undefined when the
   * payment is not authorised or holds less. The payment's status is the caller's to change, once nothing is held.
   */
  take(transactionNumber: string, amount: number, isLast: boolean): Capture | undefined {
    const { database, payments, money } = this.#parts;
    const payment = payments.find(transactionNumber);
    if (payment?.status !== 9 || amount > payment.heldAmount || amount <= 0) return undefined;
    const sums = money.capture(payment, amount);
    const rest: Payment = { ...payment, ...sums };
    payments.setSums(transactionNumber, isLast ? money.release(rest) : sums);
    const capture: Capture = {
      captureNumber: this.#parts.issueNumber('2006'),
      transactionNumber: payment.transactionNumber,
      amount,
      createdAt: this.#parts.now(),
    };
    database.prepare(insertOf('captures', captureRow)).run(capture);
    return capture;
  }
}
