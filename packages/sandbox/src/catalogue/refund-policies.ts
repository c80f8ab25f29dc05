import { findChannel } from './catalogue.ts';

/** The rules for refunds of a channel's provider. */
export interface RefundPolicy {
  /** False when the channel has no refunds (2130). */
  readonly isSupported: boolean;
  /** False when only the whole payment can be refunded. */
  readonly allowsPartialRefunds: boolean;
  /** False when refunds cannot be queried (2043). */
  readonly isQueryable: boolean;
  /** The refund status in the response. Status 12 changes automatically later. */
  readonly status: 11 | 12 | 16;
  /** The charge that status 16 deducts, in minor units. It is never more than the refund. */
  readonly charge: number;
  /** True when a whole refund on the day of the payment is a void (18). */
  readonly voidsSameDay: boolean;
  /**
   * The source of the refunded money: the merchant's pay-ins (`receivable`), or the merchant's Basic wallet.
   */
  readonly paidFrom: 'receivable' | 'wallet';
}

const defaultPolicy: RefundPolicy = {
  isSupported: true,
  allowsPartialRefunds: true,
  isQueryable: true,
  status: 11,
  charge: 0,
  voidsSameDay: false,
  paidFrom: 'receivable',
};

/**
 * The differences from the default policy, by channel id. By default, refunds are immediate, whole or
 * partial, and paid from the merchant's pay-ins.
 */
const policies: Readonly<Record<number, Partial<RefundPolicy>>> = {
  // Banks process a refund later.
  2: { status: 12 },
  // A QR payment cannot be reversed: the refund is a transfer from the merchant's own money.
  3: { paidFrom: 'wallet' },
  4: { voidsSameDay: true },
  6: { isQueryable: false },
  8: { allowsPartialRefunds: false },
  11: { status: 16, charge: 50 },
  12: { status: 12 },
  13: { isSupported: false },
  14: { status: 12 },
};

/** Finds the refund policy of a channel. A channel that is not in the catalogue has the default policy. */
export function findRefundPolicy(channelId: number | null): RefundPolicy {
  const id = findChannel(channelId)?.id;
  return { ...defaultPolicy, ...(id === undefined ? {} : policies[id]) };
}
