import { paymentStatus } from '@pgw/protocol';
import { findChannel } from '../../catalogue/catalogue.ts';
import type { Payment } from '../../ledger/tables.ts';

/** The value of `loyaltyType` for the only loyalty programme of the sandbox. */
const loyaltyType = 1;
/** The values of both loyalty statuses (interface document, "Payment record"). */
const loyaltyStatus = { pending: 0, success: 1, failed: 2, void: 3 } as const;
/** Shoppers of the sandbox pay a fifth of the amount with points. The amount is divided by this number. */
const redemptionDivisor = 5;
const minorUnitsPerRewardPoint = 100;

/** The seven properties of a loyalty payment (interface document, "Payment record"). */
export interface LoyaltyProperties {
  readonly loyaltyType: number;
  /** One point is worth one minor unit. */
  readonly redemptionPoint: number;
  /** The amount that was paid with points, in minor units. */
  readonly redemptionAmount: number;
  /** The points that the shopper earns. */
  readonly rewardPoint: number;
  /** The amount that was paid with money, in minor units. */
  readonly paidAmount: number;
  readonly loyaltyRedemptionStatus: number;
  readonly loyaltyRewardStatus: number;
}

/** Empty for a channel without a loyalty programme. */
export function toWireLoyalty(payment: Payment): LoyaltyProperties | Record<string, never> {
  if (findChannel(payment.channelId)?.type !== 'Loyalty') return {};
  const status = toLoyaltyStatus(payment);
  // A refunded payment has the loyalty status `void`, and keeps its amounts.
  const wasPaid = status === loyaltyStatus.success || status === loyaltyStatus.void;
  const redemptionAmount = wasPaid ? Math.floor(payment.amount / redemptionDivisor) : 0;
  const paidAmount = wasPaid ? payment.amount - redemptionAmount : 0;
  return {
    loyaltyType,
    redemptionPoint: redemptionAmount,
    redemptionAmount,
    rewardPoint: Math.floor(paidAmount / minorUnitsPerRewardPoint),
    paidAmount,
    loyaltyRedemptionStatus: status,
    loyaltyRewardStatus: status,
  };
}

function toLoyaltyStatus({ status }: Payment): number {
  switch (paymentStatus(status).outcome) {
    case 'paid':
      return loyaltyStatus.success;
    case 'refunding':
    case 'refunded':
      return loyaltyStatus.void;
    case 'pending':
    case 'authorized':
      return loyaltyStatus.pending;
    case 'failed':
    case 'canceled':
    case 'expired':
      return loyaltyStatus.failed;
  }
}
