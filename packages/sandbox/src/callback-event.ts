/** One try of a callback, for logs and tests. It holds no secret. */
export interface CallbackEvent {
  readonly transactionNumber: string;
  /** The payment status that was told. */
  readonly status: number;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly isAcknowledged: boolean;
  /** `HTTP 204`, or why no answer came. */
  readonly answer: string;
}
