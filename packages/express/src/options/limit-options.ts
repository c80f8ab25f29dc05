import { z } from 'zod';
import { fulfilClaimMs } from '../fulfilment/fulfil.ts';

/** How long data is kept, in days. Payments and refunds are never deleted. */
export interface RetentionDays {
  /** Raw bodies of callbacks. Default 90. */
  readonly callbacks: number;
  /** Rejected callbacks. Default 7. */
  readonly rejected: number;
  /** Entries of timelines. Default 400. */
  readonly timeline: number;
}

const atLeastOne = z.number('must be a whole number').int().min(1, 'must be at least 1');

/** The schema of {@link RetentionDays}. */
export const retentionDaysSchema = z
  .strictObject({
    callbacks: atLeastOne.default(90),
    rejected: atLeastOne.default(7),
    timeline: atLeastOne.default(400),
  })
  .prefault({});

/** The schema of `Limits`. */
export const limitsSchema = z
  .strictObject({
    fulfilAttempts: atLeastOne.default(12),
    fulfilTimeoutMs: atLeastOne.max(fulfilClaimMs, `must be at most ${fulfilClaimMs}`).default(30_000),
    fulfilSlowMs: atLeastOne.default(10_000),
    queriesPerSecond: atLeastOne.default(10),
    visitorQueriesPerSecond: atLeastOne.default(50),
    rejectedCallbacks: atLeastOne.default(1_000),
  })
  .prefault({});

/** The schema of `RequestLimits`. `false` disables the limits. */
export const requestLimitsSchema = z
  .union(
    [
      z.literal(false),
      z.strictObject({
        startsPerVisitor: atLeastOne.default(60),
        startsPerNetwork: atLeastOne.default(300),
        returnsPerVisitor: atLeastOne.default(120),
        returnsPerNetwork: atLeastOne.default(600),
        windowMs: atLeastOne.max(86_400_000, 'must be at most one day, in milliseconds').default(600_000),
      }),
    ],
    'must be false, or an object of whole numbers (startsPerVisitor, startsPerNetwork, returnsPerVisitor, returnsPerNetwork, windowMs)',
  )
  .prefault({});
