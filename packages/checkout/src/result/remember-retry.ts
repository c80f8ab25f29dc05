import type { StorefrontPayment } from '@pgw/protocol';
import type { PreviousChoice } from '../channels/index.ts';
import { retryKey } from './take-retried-choice.ts';

/** Stores the choice of a payment that the shopper tries again. */
export function rememberRetry({ order, channel, bank }: StorefrontPayment): void {
  remember({ order: order.id, channel, bank, replaced: null });
}

/**
 * Stores that the shopper chooses another way to pay than this pending payment, so that the checkout does not
 * offer it again.
 */
export function rememberReplaced({ order, reference }: StorefrontPayment): void {
  remember({ order: order.id, channel: null, bank: null, replaced: reference });
}

function remember(choice: PreviousChoice & { readonly order: string }): void {
  try {
    sessionStorage.setItem(retryKey, JSON.stringify(choice));
  } catch {
    // The storage is full or not allowed. The list has no preselected choice.
  }
}
