/** The parts of a loyalty payment, as the gateway has reported them. Their sum is the amount of the payment. */
export interface PaymentLoyalty {
  /** What was paid with points, in minor units. */
  readonly pointsAmount: number;
  /** What was paid with money, in minor units. */
  readonly moneyAmount: number;
  /** The redeemed points; null if the gateway has not reported them. */
  readonly redeemedPoints: number | null;
  /** The points that the shopper has earned; null if the gateway has not reported them. */
  readonly rewardPoints: number | null;
}
