import { computeNextOperationQueryAt } from '../schedule.ts';
import { isOpen, type Operation } from './operation.ts';

const dayMs = 86_400_000;

/** The ages, in days, at which an operation without a final outcome is reported. */
const overdueAfterDays: readonly number[] = [3, 7, 14];

/** An operation without a final outcome is overdue after this time. */
export const overdueAfterMs = 3 * dayMs;

/** Returns the last of the days 3, 7 and 14 that the age of an operation has reached, or 0. */
export function computeOverdueDays({ createdAt }: Pick<Operation, 'createdAt'>, now: number): number {
  return overdueAfterDays.findLast((days) => now - createdAt >= days * dayMs) ?? 0;
}

/** Returns when the sweep queries an operation in its new state: while it is open. Returns null for every other one. */
export function computeNextQueryAt(operation: Operation, now: number): number | null {
  return isOpen(operation) ? (operation.nextQueryAt ?? computeNextOperationQueryAt(operation, now)) : null;
}
