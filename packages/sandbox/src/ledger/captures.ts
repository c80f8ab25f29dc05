import { z } from 'zod';
import type { LedgerParts } from './parts.ts';
import { insertOf, type Payment } from './rows.ts';

const captureRow = z.object({
  captureNumber: z.string(),
  /** The transaction number of the payment. */
  transactionNumber: z.string(),
  /** Minor units. */
  amount: z.number(),
  createdAt: z.number(),
});

/** A captured part of an authorised payment. */
export type Capture = z.output<typeof captureRow>;

/** The captures of authorised card payments. */
export class Captures {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  /** The captures of a payment, oldest first. */
  of(transactionNumber: string): Capture[] {
    return this.#parts.database
      .prepare('SELECT * FROM captures WHERE transactionNumber = ? ORDER BY rowid')
      .all(transactionNumber)
      .map((row) => captureRow.parse(row));
  }

  /**
   * Captures a part of the held amount, within the caller's database transaction. The last capture releases the rest. Returns
   * undefined when the payment is not authorised or holds less. The caller changes the status after the last capture.
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
