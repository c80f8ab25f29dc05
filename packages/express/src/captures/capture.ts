/**
 * The state of a capture.
 *
 * - `requested`: stored; the gateway has not responded yet.
 * - `unknown`: the request was sent, and no response arrived. Its outcome is queried, and it is never sent
 *   again.
 * - `done`: the amount was captured.
 * - `refused`: the gateway refused the capture or could not be reached. Nothing was captured.
 */
export type CaptureState = (typeof captureStates)[number];

/** Every {@link CaptureState}. */
export const captureStates = ['requested', 'unknown', 'done', 'refused'] as const;

/** A capture of an authorized payment, in full or in part. Times are milliseconds since the Unix epoch. */
export interface Capture {
  /** Identifies the capture. 8 to 64 characters. */
  readonly key: string;
  /** The reference of the payment. */
  readonly reference: string;
  /** Whether the amount was captured; see {@link CaptureState}. */
  readonly state: CaptureState;
  /** Integer minor units of the payment's currency. */
  readonly amount: number;
  /** True if this is the last capture. The gateway then releases the rest of the authorization. */
  readonly isLast: boolean;
  /** The gateway's number of the capture (`partialTransactionNumber`). */
  readonly captureNumber: string | null;
  /** The gateway's text for a refusal. */
  readonly message: string | null;
  /** When the capture was stored, before the gateway received the request. */
  readonly createdAt: number;
  /** Incremented by every change; compare-and-set compares it. */
  readonly version: number;
}

/** States in which it is unknown whether the amount was captured. */
export const undecidedCaptureStates: readonly CaptureState[] = ['requested', 'unknown'];

/** True while it is unknown whether the amount was captured. */
export function isUndecided({ state }: Capture): boolean {
  return undecidedCaptureStates.includes(state);
}
