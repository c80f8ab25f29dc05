import type { Operation } from '../model/operations/operation.ts';

const dayMs = 86_400_000;

/** The ages, in days, at which an operation without a final outcome is reported. */
const overdueAfterDays: readonly number[] = [3, 7, 14];

/** An operation without a final outcome is overdue after this time. */
export const overdueAfterMs = 3 * dayMs;

/** Returns the last of the days 3, 7 and 14 that the age of an operation has reached, or 0. */
export function computeOverdueDays({ createdAt }: Pick<Operation, 'createdAt'>, now: number): number {
  return overdueAfterDays.findLast((days) => now - createdAt >= days * dayMs) ?? 0;
}
