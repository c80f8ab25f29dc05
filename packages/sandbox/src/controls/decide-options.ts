import type { CallbackOptions } from '../ledger/callback-queue.ts';

/** Options of the callback when a test decides a payment, refund or payout. */
export interface DecideOptions {
  /**
   * When and how the callback is sent. The bank page has the same choices. `late` adds 10 seconds to
   * `callbackDelayMs`. Default `now`.
   */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | 'wrongly-signed' | undefined;
  /** The delay before the callback in milliseconds. Default 0. */
  readonly callbackDelayMs?: number | undefined;
}

/** Converts the options of a test to those of a callback. */
export function toCallbackOptions({ callback = 'now', callbackDelayMs = 0 }: DecideOptions): CallbackOptions {
  return { delayMs: callbackDelayMs, scenarios: callback === 'now' ? [] : [`callback-${callback}`] };
}
