import { findChannel } from './catalogue.ts';

/** How the provider of a channel refunds. */
export interface RefundPolicy {
  /** False: the channel is configured without refunds (2130). */
  readonly isSupported: boolean;
  /** False: the whole payment or nothing. */
  readonly takesPartial: boolean;
  /** False: the provider cannot be asked (2043). */
  readonly isQueryable: boolean;
  /** Refund status of the answer; 12 resolves by itself. */
  readonly status: 11 | 12 | 16;
  /** What 16 keeps back, in minor units; never more than the refund. */
  readonly charge: number;
  /** True: a whole refund on the day of the payment is a void (18). */
  readonly voidsSameDay: boolean;
  /** Where the money comes from: what pay-ins brought, or the merchant's Basic wallet. */
  readonly paidFrom: 'receivable' | 'wallet';
}

const usual: RefundPolicy = {
  isSupported: true,
  takesPartial: true,
  isQueryable: true,
  status: 11,
  charge: 0,
  voidsSameDay: false,
  paidFrom: 'receivable',
};

/** Channels that differ from the usual: refunded at once, in parts or whole, from what pay-ins brought. */
const policies: Readonly<Record<number, Partial<RefundPolicy>>> = {
  // Banks take their time.
  2: { status: 12 },
  // A QR payment has no way back: the refund is a transfer, from the merchant's own money.
  3: { paidFrom: 'wallet' },
  4: { voidsSameDay: true },
  6: { isQueryable: false },
  8: { takesPartial: false },
  11: { status: 16, charge: 50 },
  12: { status: 12 },
  13: { isSupported: false },
  14: { status: 12 },
};

/** How a channel refunds; one that the catalogue does not list refunds as usual. */
export function refundPolicy(channelId: number | null): RefundPolicy {
  const id = findChannel(channelId)?.id;
  return { ...usual, ...(id === undefined ? {} : policies[id]) };
}
