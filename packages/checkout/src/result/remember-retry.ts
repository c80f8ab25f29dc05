import type { StorefrontPayment } from '@pgw/protocol';
import { remember, retryKey } from './take-retried-choice.ts';

/** Stores the choice of a payment that the shopper tries again. */
export function rememberRetry({ order, channel, bank }: StorefrontPayment): void {
  remember(retryKey, { order: order.id, channel, bank, replaced: null });
}

/** The checkout then does not offer to continue the replaced payment. */
export function rememberReplacedPayment({ order, reference }: StorefrontPayment): void {
  remember(retryKey, { order: order.id, channel: null, bank: null, replaced: reference });
}
