import type { StorefrontOrder, StorefrontProblemCode } from '@pgw/protocol';
import type { Payment } from './payments/payment.ts';

/** Details of a {@link CheckoutProblem}. */
export interface ProblemOptions {
  readonly cause?: unknown;
  readonly order?: StorefrontOrder;
  readonly reference?: string;
  /** The id of a paid order. The response has the URL of its page. */
  readonly orderId?: string;
  /** The open payments of the order, for `too-many-payments`. */
  readonly payments?: readonly Payment[];
  /** True for an HTTP 5xx response for which no event is emitted. */
  readonly isExpected?: boolean;
  /** The time in milliseconds after which the request may be repeated. */
  readonly retryAfterMs?: number;
}

/** An error that is returned to the browser. Its message is written for shoppers and developers. */
export class CheckoutProblem<Code extends StorefrontProblemCode = StorefrontProblemCode> extends Error {
  override readonly name = 'CheckoutProblem';
  readonly code: Code;
  readonly order: StorefrontOrder | undefined;
  readonly reference: string | undefined;
  readonly orderId: string | undefined;
  readonly payments: readonly Payment[] | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isExpected: boolean;

  constructor(code: Code, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.order = options.order;
    this.reference = options.reference;
    this.orderId = options.orderId;
    this.payments = options.payments;
    this.retryAfterMs = options.retryAfterMs;
    this.isExpected = options.isExpected ?? false;
  }
}
