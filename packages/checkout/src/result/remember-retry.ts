import type { StorefrontPayment } from '@pgw/protocol';
import type { PreviousChoice } from '../channels/index.ts';
import { retryKey } from './take-retried-choice.ts';

/** Stores the choice of a payment that the shopper tries again. */
export function rememberRetry({ order, channel, bank }: StorefrontPayment): void {
  remember({ order: order.id, channel, bank, replaced: null });
}

/** The checkout then does not offer to continue the replaced payment. */
export function rememberReplacedPayment({ order, reference }: StorefrontPayment): void {
  remember({ order: order.id, channel: null, bank: null, replaced: reference });
}

function remember(choice: PreviousChoice & { readonly order: string }): void {
  try {
    sessionStorage.setItem(retryKey, JSON.stringify(choice));
  } catch {
    // The storage is full or not allowed. The list has no preselected choice.
  }
}
