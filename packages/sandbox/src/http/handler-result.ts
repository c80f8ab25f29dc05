/** The result of a processed request, when the response is late or is not sent. */
export class HandlerResult {
  readonly payload: unknown;
  /** The delay before the response in milliseconds. */
  readonly delayMs: number;
  /** True when the connection is closed without a response. */
  readonly isConnectionClosed: boolean;

  constructor(
    payload: unknown,
    {
      delayMs = 0,
      isConnectionClosed = false,
    }: { readonly delayMs?: number; readonly isConnectionClosed?: boolean },
  ) {
    this.payload = payload;
    this.delayMs = delayMs;
    this.isConnectionClosed = isConnectionClosed;
  }
}
