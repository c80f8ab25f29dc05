import * as z from '@pgw/protocol/zod';
import type { Decision } from './decision.ts';
import type { LedgerServices } from '../services.ts';
import { paymentStatusNumber } from '../status-numbers.ts';
import { toInsertStatement, type Payment } from '../rows.ts';

const { authorized } = paymentStatusNumber;

const captureRow = z.object({
  captureNumber: z.string(),
  /** The transaction number of the payment. */
  transactionNumber: z.string(),
  /** Minor units. */
  amount: z.number(),
  createdAt: z.number(),
});

/** A captured part of an authorized payment. */
export type Capture = z.output<typeof captureRow>;

/** A capture that a merchant requests, with the options of its callback. */
export interface CaptureRequest extends Pick<Decision, 'scenarios' | 'callbackDelayMs'> {
  /** Minor units. */
  readonly amount: number;
  /** True to release the rest of the held amount after this capture. */
  readonly isLast: boolean;
}

/** The captures of authorized card payments. */
export class Captures {
  readonly #services: LedgerServices;

  constructor(services: LedgerServices) {
    this.#services = services;
  }

  /** Lists the captures of a payment, oldest first. */
  listByPayment(transactionNumber: string): Capture[] {
    return this.#services.database
      .prepare('SELECT * FROM captures WHERE transactionNumber = ? ORDER BY rowid')
      .all(transactionNumber)
      .map((row) => captureRow.parse(row));
  }

  /**
   * Captures a part of the held amount, within the caller's database transaction. The last capture releases
   * the remaining amount. Returns undefined when the payment is not authorized, or when the amount is
   * above the held amount. After the last capture, the caller changes the status of the payment.
   */
  capturePart(transactionNumber: string, { amount, isLast }: CaptureRequest): Capture | undefined {
    const { database, payments, bookkeeping } = this.#services;
    const payment = payments.find(transactionNumber);
    if (payment?.status !== authorized || amount > payment.heldAmount || amount <= 0) return undefined;
    const sums = bookkeeping.capture(payment, amount);
    const capturedPayment: Payment = { ...payment, ...sums };
    payments.setSums(transactionNumber, isLast ? bookkeeping.release(capturedPayment) : sums);
    const capture: Capture = {
      captureNumber: this.#services.issueNumber('capture'),
      transactionNumber: payment.transactionNumber,
      amount,
      createdAt: this.#services.now(),
    };
    database.prepare(toInsertStatement('captures', captureRow)).run(capture);
    return capture;
  }
}
