/** A result that is sent late or not at all. The request itself is processed in any case. */
export class HandlerResult {
  readonly payload: unknown;
  /** The delay before the response in milliseconds. */
  readonly delayMs: number;
  /** True when the connection is closed without a response. */
  readonly isConnectionClosed: boolean;

  constructor(
    payload: unknown,
    {
      delayMs: delayMs = 0,
      isConnectionClosed: isConnectionClosed = false,
    }: { readonly delayMs?: number; readonly isConnectionClosed?: boolean },
  ) {
    this.payload = payload;
    this.delayMs = delayMs;
    this.isConnectionClosed = isConnectionClosed;
  }
}
