import { requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { refundStatusNumber } from './status-numbers.ts';
import { findChannel } from './catalogue.ts';
import { channelIds } from './channel-ids.ts';

const { refunded, processing, refundedWithCharges } = refundStatusNumber;

/** The rules for refunds of a channel's provider. */
export interface RefundPolicy {
  /** False when the channel has no refunds (fault 2130). */
  readonly isSupported: boolean;
  /** False when only the whole payment can be refunded. */
  readonly allowsPartialRefunds: boolean;
  /** False when refunds cannot be queried (fault 2043). */
  readonly isQueryable: boolean;
  /** The refund status in the response. Status 12 (processing) changes automatically later. */
  readonly status: typeof refunded | typeof processing | typeof refundedWithCharges;
  /** The charge that is deducted with status 16, in minor units. It is never more than the refund. */
  readonly charge: number;
  /** True when a whole refund on the day of the payment is a void (status 18). */
  readonly voidsSameDay: boolean;
  /**
   * The source of the refunded money: the merchant's pay-ins (`receivable`), or the merchant's Basic wallet.
   */
  readonly paidFrom: 'receivable' | 'wallet';
}

const channelSchema = z.object({ channelId: z.int().nullable() });

const defaultPolicy: RefundPolicy = {
  isSupported: true,
  allowsPartialRefunds: true,
  isQueryable: true,
  status: refunded,
  charge: 0,
  voidsSameDay: false,
  paidFrom: 'receivable',
};

/** By default, refunds are immediate, whole or partial, and paid from the merchant's pay-ins. */
const policies: Readonly<Record<number, Partial<RefundPolicy>>> = {
  // Banks process a refund later.
  [channelIds.fpx]: { status: processing },
  // A QR payment cannot be reversed: the refund is a transfer from the merchant's own money.
  [channelIds.duitNowQr]: { paidFrom: 'wallet' },
  [channelIds.card]: { voidsSameDay: true },
  [channelIds.sentuh]: { isQueryable: false },
  [channelIds.lompatPay]: { allowsPartialRefunds: false },
  [channelIds.merpatiPay]: { status: refundedWithCharges, charge: 50 },
  [channelIds.ansur]: { status: processing },
  [channelIds.bintangRewards]: { isSupported: false },
  [channelIds.lusa]: { status: processing },
};

/** Finds the refund policy of a channel. A channel that is not in the catalogue has the default policy. */
export function findRefundPolicy(channelId: number | null): RefundPolicy {
  requireArgument(channelSchema, { channelId }, 'findRefundPolicy');
  const id = findChannel(channelId)?.id;
  return { ...defaultPolicy, ...(id === undefined ? {} : policies[id]) };
}
