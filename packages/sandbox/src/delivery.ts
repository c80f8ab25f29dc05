/** A result that is sent late or not at all. The request itself is processed in any case. */
export class Delivery {
  readonly payload: unknown;
  /** The delay before the response in milliseconds. */
  readonly waitMs: number;
  /** True when the connection is closed without a response. */
  readonly isCutOff: boolean;

  constructor(
    payload: unknown,
    { waitMs = 0, isCutOff = false }: { readonly waitMs?: number; readonly isCutOff?: boolean },
  ) {
    this.payload = payload;
    this.waitMs = waitMs;
    this.isCutOff = isCutOff;
  }
}
