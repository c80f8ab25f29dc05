import { createEmptyInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { hookLeaseMs } from '../model/schedule.ts';

/** How long data is kept, in days. Payments and refunds are never deleted. */
export interface RetentionDays {
  /** Raw bodies of callbacks. Default 90. */
  readonly callbacks: number;
  /** Rejected callbacks. Default 7. */
  readonly rejected: number;
  /** Entries of timelines. Default 400. */
  readonly timeline: number;
}

/** Fields that may be left out or undefined. Each has a default. */
export type OptionalFields<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export const positiveInteger = z.number('must be a whole number').int().min(1, 'must be at least 1');

export const retentionDaysSchema = z
  .strictObject({
    callbacks: positiveInteger.default(90),
    rejected: positiveInteger.default(7),
    timeline: positiveInteger.default(400),
  })
  .prefault(createEmptyInput);

export const limitsSchema = z
  .strictObject({
    fulfillAttempts: positiveInteger.default(12),
    fulfillTimeoutMs: positiveInteger.max(hookLeaseMs, `must be at most ${hookLeaseMs}`).default(30_000),
    fulfillSlowMs: positiveInteger.default(10_000),
    queriesPerSecond: positiveInteger.default(10),
    visitorQueriesPerSecond: positiveInteger.default(50),
    recheckDays: z.number('must be a whole number').int().min(0, 'must be at least 0').default(0),
    rejectedCallbacks: positiveInteger.default(1_000),
  })
  .prefault(createEmptyInput);

export const requestLimitsSchema = z
  .union(
    [
      z.literal(false),
      z.strictObject({
        startsPerVisitor: positiveInteger.default(60),
        startsPerNetwork: positiveInteger.default(300),
        returnsPerVisitor: positiveInteger.default(120),
        returnsPerNetwork: positiveInteger.default(600),
        unknownReturnsPerVisitor: positiveInteger.default(10),
        unknownReturnsPerNetwork: positiveInteger.default(30),
        windowMs: positiveInteger
          .max(86_400_000, 'must be at most one day, in milliseconds')
          .default(600_000),
      }),
    ],
    'must be false, or an object of whole numbers (startsPerVisitor, startsPerNetwork, returnsPerVisitor, returnsPerNetwork, unknownReturnsPerVisitor, unknownReturnsPerNetwork, windowMs)',
  )
  .prefault(createEmptyInput);
