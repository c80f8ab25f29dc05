import * as z from '@pgw/protocol/zod';
import type { InstalmentChannel } from '../offers/instalments.ts';

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
