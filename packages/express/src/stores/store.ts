import type { Payment } from '../payments/payment.ts';

/** A callback as it arrived, verified, on its way to being settled. */
export interface StoredCallback {
  readonly reference: string;
  readonly transactionNumber: string;
  /** The gateway's claim; never believed, only a reason to ask. */
  readonly status: number;
  readonly rawBody: string;
  readonly signature: string;
  readonly receivedAt: number;
}

/** The fields of a payment that change after it is stored. */
export type PaymentChange = Partial<
  Omit<Payment, 'reference' | 'orderId' | 'attempt' | 'amount' | 'currencyCode' | 'createdAt' | 'version'>
>;

/**
 * Where payments are kept: the port that every store implements and `@pgw/express/testing` checks.
 *
 * When a method resolves, what it wrote survives a crash. References are compared without regard to letter case.
 * `Tx` is what `onPaid` gets to write with, in the transaction that marks the payment fulfilled.
 */
export interface Store<Tx = unknown> {
  /** Makes the store ready: opens files, creates or migrates tables. Safe to call in many processes at once. */
  open(): Promise<void>;
  close(): Promise<void>;

  /** Stores a new payment. False, and nothing stored, when its reference or its order's attempt is taken. */
  insertPayment(payment: Payment): Promise<boolean>;
  findPayment(reference: string): Promise<Payment | undefined>;
  findAttempt(orderId: string, attempt: string): Promise<Payment | undefined>;
  /** The payments of an order, newest first. */
  paymentsOfOrder(orderId: string): Promise<Payment[]>;
  /** Compare-and-set: the changed payment, or undefined when another change came first (`version` moved on). */
  updatePayment(payment: Payment, change: PaymentChange): Promise<Payment | undefined>;

  /** Stores a callback and makes its payment due for a question to the gateway, in one transaction. */
  insertCallback(callback: StoredCallback): Promise<void>;
  callbacksOf(reference: string): Promise<StoredCallback[]>;

  /** Payments whose `nextAskAt` has come, at most `limit`; each is postponed to `until`, so that nobody else claims it. */
  claimPaymentsToAsk(now: number, until: number, limit: number): Promise<Payment[]>;
  /** References of payments whose fulfilment is due and whose `nextFulfilAt` has come. */
  paymentsToFulfil(now: number, limit: number): Promise<string[]>;
  /**
   * Runs `work` in a transaction that marks the payment fulfilled: both commit, or neither. False, without running it,
   * when the fulfilment is not due. Never runs two at a time for one payment. When `work` throws, nothing is kept and
   * the error is passed on.
   */
  fulfil(reference: string, work: (payment: Payment, tx: Tx) => void | Promise<void>): Promise<boolean>;
}
