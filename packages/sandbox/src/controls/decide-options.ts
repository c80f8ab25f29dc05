import type { CallbackManner } from '../ledger/callback-queue.ts';

/** How a test lets a payment, refund or payout end. */
export interface DecideOptions {
  /** As the bank page offers. Default `now`. */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | 'wrongly-signed' | undefined;
  /** Wait before the callback in milliseconds; default 0. */
  readonly callbackDelayMs?: number | undefined;
}

export function mannerOf({ callback = 'now', callbackDelayMs = 0 }: DecideOptions): CallbackManner {
  return { delayMs: callbackDelayMs, own: callback === 'now' ? [] : [`callback-${callback}`] };
}
