import type { DueHook } from '../../model/hook.ts';
import type { PaymentContext } from '../../engine/payment-context.ts';
import type { Operation, OperationChange, OperationState } from '../../model/operations/operation.ts';

/** The hooks of a refund, by its new state. A refund that was imported as reversed has moved no money. */
const hookNamesByState = {
  done: { name: 'onRefunded', suffix: 'refunded' },
  reversed: { name: 'onReversed', suffix: 'refund-reversed' },
} as const;

/**
 * Returns the call of the hook for a refund that becomes `done` or `reversed`, or undefined. Store it in the transaction
 * that changes the refund. Its key has the version of the refund, so a change that is rolled back and repeated has
 * the same key.
 */
export function findRefundHook(
  { hooks, now }: Pick<PaymentContext, 'hooks' | 'now'>,
  refund: Operation,
  { state = refund.state }: OperationChange,
): DueHook | undefined {
  // A refund that was never stored as returned has called no onRefunded.
  const isUnknownReturn = state === 'reversed' && refund.state !== 'done';
  if (refund.state === state || isUnknownReturn) return undefined;
  return createHook({ hooks, now }, refund, state, refund.version + 1);
}

/** Returns the call of the hook for an imported refund, or undefined. */
export function findImportHook(
  context: Pick<PaymentContext, 'hooks' | 'now'>,
  refund: Operation,
): DueHook | undefined {
  return refund.state === 'done' ? createHook(context, refund, 'done', refund.version) : undefined;
}

function createHook(
  { hooks, now }: Pick<PaymentContext, 'hooks' | 'now'>,
  { kind, id, reference, shortId }: Operation,
  state: OperationState,
  version: number,
): DueHook | undefined {
  if (kind !== 'refund' || (state !== 'done' && state !== 'reversed')) return undefined;
  const { name, suffix } = hookNamesByState[state];
  if (hooks[name] === undefined) return undefined;
  const key = `${reference}-${suffix}-${shortId}-${version}`;
  return {
    name,
    key,
    reference,
    reason: null,
    operationId: id,
    state: 'due',
    attempts: 0,
    nextAttemptAt: now(),
  };
}
