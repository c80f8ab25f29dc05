import type { StorefrontPayment } from '@pgw/protocol';
import { retryKey } from './take-retried-choice.ts';

/** Stores the choice of a payment that the shopper tries again. */
export function rememberRetry({ order, channel, bank }: StorefrontPayment): void {
  try {
    sessionStorage.setItem(retryKey, JSON.stringify({ order: order.id, channel, bank }));
  } catch {
    // The storage is full or refused: the list has no preselected choice.
  }
}
