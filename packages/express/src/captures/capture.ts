/**
 * Where a capture is in its life.
 *
 * - `requested`: stored; the gateway has not answered yet.
 * - `unknown`: the gateway was asked and its answer was lost. Asked about, never repeated.
 * - `done`: the amount is taken.
 * - `refused`: the gateway would not, or was not reached; nothing was taken.
 */
export type CaptureState = (typeof captureStates)[number];

export const captureStates = ['requested', 'unknown', 'done', 'refused'] as const;

/** A part of an authorised payment that is taken. Times are milliseconds since the Unix epoch. */
export interface Capture {
  /** The same key is the same capture. 8 to 64 characters. */
  readonly key: string;
  /** Of the payment. */
  readonly reference: string;
  readonly state: CaptureState;
  /** Integer minor units of the payment's currency. */
  readonly amount: number;
  /** No further one follows: what is left of the authorisation is given back. */
  readonly isLast: boolean;
  /** The gateway's number of it (`partialTransactionNumber`). */
  readonly captureNumber: string | null;
  /** The gateway's words, for a refusal. */
  readonly message: string | null;
  readonly createdAt: number;
  readonly version: number;
}

/** Nobody can say yet whether the amount was taken. */
export const undecidedStates: readonly CaptureState[] = ['requested', 'unknown'];

export function isUndecided({ state }: Capture): boolean {
  return undecidedStates.includes(state);
}
