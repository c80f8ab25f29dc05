import { computeNextOperationQueryAt } from '../model/schedule.ts';
import { isOpen, type Operation } from '../model/operations/operation.ts';
import { computeNextTryAt } from './refunds/second-payment-tries.ts';

/**
 * Returns when the sweep continues with an operation in its new state. An operation without a final outcome is queried. After
 * a refusal of the automatic refund of a second payment, the next try is due. Returns null for every other operation.
 */
export function computeNextQueryAt(operation: Operation, now: number): number | null {
  if (isOpen(operation)) return operation.nextQueryAt ?? computeNextOperationQueryAt(operation, now);
  return computeNextTryAt(operation, now);
}
