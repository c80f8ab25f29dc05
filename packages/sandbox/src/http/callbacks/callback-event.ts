/** An attempt to send a callback, for logs and tests. It contains no secret. */
export interface CallbackEvent {
  /** The transaction number of the payment or payout. */
  readonly transactionNumber: string;
  /** The status that the callback contains. */
  readonly status: number;
  /** The callback URL of the merchant. */
  readonly url: string;
  /** The number of the attempt; the first is 1. */
  readonly attempt: number;
  /** True when the response had a 2xx status. */
  readonly isAcknowledged: boolean;
  /** The status of the response, such as `HTTP 204`, or the reason why no response arrived. */
  readonly response: string;
}
