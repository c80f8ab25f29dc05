import type { CallbackManner } from '../ledger/callback-queue.ts';

/** Options of the callback when a test decides a payment, refund or payout. */
export interface DecideOptions {
  /** When and how the callback is sent, like the choices of the bank page. Default `now`; `late` means after 10 seconds. */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | 'wrongly-signed' | undefined;
  /** The delay before the callback in milliseconds. Default 0. */
  readonly callbackDelayMs?: number | undefined;
}

export function mannerOf({ callback = 'now', callbackDelayMs = 0 }: DecideOptions): CallbackManner {
  return { delayMs: callbackDelayMs, own: callback === 'now' ? [] : [`callback-${callback}`] };
}
