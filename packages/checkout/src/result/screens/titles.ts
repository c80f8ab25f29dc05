import type { StorefrontPaymentState } from '@pgw/protocol';
import type { TextId } from '../../locales/en.ts';

/** The title of the screen of each state. */
export const outcomeTitles: Readonly<Record<StorefrontPaymentState, TextId>> = {
  pending: 'pending',
  paid: 'success',
  authorized: 'authorized',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  refunding: 'refunding',
  refunded: 'refunded',
};
