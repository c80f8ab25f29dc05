import * as z from '@pgw/protocol/zod';

/** A bank to which the gateway can pay out. */
export interface PayoutBank {
  /** The gateway's code of the bank. A payout sends it as `providerChannelId`. */
  readonly code: string;
  /** The name of the bank. */
  readonly name: string;
}

/** The option `payouts` of `createCheckout`. */
export interface PayoutOptions {
  /** The merchant ID as a number. The wallets of this merchant contain the payouts. */
  readonly merchantId: number;
  /** The banks of payouts, if the gateway does not list them. */
  readonly banks?: readonly PayoutBank[] | undefined;
}

/** The schema of {@link PayoutOptions}. */
export const payoutOptionsSchema = z
  .strictObject({
    merchantId: z.number('must be the merchant ID as a number').int().positive(),
    banks: z.array(z.strictObject({ code: z.string().min(1), name: z.string().min(1) })).optional(),
  })
  .optional();
