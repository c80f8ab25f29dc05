import type { StorefrontPlan } from '@pgw/protocol';
import { percentOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** A plan of the shop: one provider channel of a channel with instalments. */
export interface InstalmentPlan {
  /** The gateway's id of the provider channel. The payment is started with it. */
  readonly bankId: string;
  /** The number of monthly payments, from 2 to 60. */
  readonly months: number;
  /**
   * The flat interest on the amount, for the whole term, in percent with at most two decimal digits. For a flat
   * rate of a year, multiply it by the months and divide it by 12. Default 0: no interest.
   */
  readonly interestPercent?: number | undefined;
}

/** A channel with instalments. */
export interface InstalmentChannel {
  /** The gateway's id of the channel. It must be a channel with provider channels. */
  readonly channelId: number;
  /** The plans, in the order in which shoppers see them. Other provider channels are not offered. */
  readonly plans: readonly InstalmentPlan[];
}

const monthsRule = 'must be a whole number from 2 to 60';
const percentRule = 'must be 0 to 100, with at most two decimal digits';

const planSchema = z.strictObject({
  bankId: z.string('must be the id of a provider channel').min(1, 'must be the id of a provider channel'),
  months: z.number(monthsRule).int(monthsRule).min(2, monthsRule).max(60, monthsRule),
  interestPercent: z
    .number(percentRule)
    .min(0, percentRule)
    .max(100, percentRule)
    .refine((percent) => Number(percent.toFixed(2)) === percent, percentRule)
    .optional(),
});

export const instalmentsSchema = z
  .array(
    z.strictObject({
      channelId: z.number('must be a channel id').int('must be a channel id'),
      plans: z
        .array(planSchema)
        .min(1, 'must have a plan')
        .refine((plans) => isDistinct(plans.map(({ bankId }) => bankId)), 'must have each bankId once'),
    }),
  )
  .refine((channels) => isDistinct(channels.map(({ channelId }) => channelId)), 'must have each channel once')
  .default([]) satisfies z.ZodType<readonly InstalmentChannel[]>;

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

/**
 * Rounds half up, and the last payment is the rest. If the rest would be negative, the monthly payment is rounded
 * down.
 */
export function computePlan(amount: number, { months, interestPercent = 0 }: InstalmentPlan): StorefrontPlan {
  const interest = percentOf(amount, interestPercent);
  const total = amount + interest;
  const roundedDown = Math.floor(total / months);
  // `total % months` is exact. The quotient of two large integers may not be.
  const rounded = roundedDown + ((total % months) * 2 >= months ? 1 : 0);
  const monthly = rounded * (months - 1) > total ? roundedDown : rounded;
  return {
    months,
    monthly,
    last: total - monthly * (months - 1),
    total,
    interest,
    interestBasisPoints: Math.round(interestPercent * 100),
  };
}
