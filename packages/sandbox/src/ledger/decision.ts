/** How a payment goes on. */
export interface Decision {
  readonly status: number;
  /** Scenarios that this payment meets from now on, besides the sandbox's own. */
  readonly misbehaviour?: readonly string[];
  /** Wait before the callback, in milliseconds; default 0. */
  readonly callbackDelayMs?: number;
  /** True when the book has the money of it already: the end of an authorisation. */
  readonly isBooked?: boolean;
}
