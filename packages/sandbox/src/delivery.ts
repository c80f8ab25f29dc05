/** An answer that a handler wants delivered in its own way. What was asked for is processed whatever becomes of it. */
export class Delivery {
  readonly payload: unknown;
  /** Milliseconds before it is sent. */
  readonly waitMs: number;
  /** True: the connection is cut instead. */
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
