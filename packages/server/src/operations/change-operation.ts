import { moneyText } from '@pgw/protocol';
import { getErrorMessage } from '../model/error-message.ts';
import { getOperationFacts } from '../events/facts.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import type { Note } from '../model/payments/timeline.ts';
import { computeNextQueryAt } from './next-query.ts';
import {
  isUndecided,
  type Operation,
  type OperationChange,
  type OperationKind,
} from '../model/operations/operation.ts';
import { findRefundHook } from './refunds/refund-hook.ts';

/**
 * Writes a change by compare-and-set, with the call of the hook that it causes. Resolves with undefined when the operation
 * has changed since it was read.
 */
export async function updateOperation(
  context: PaymentContext,
  operation: Operation,
  change: OperationChange,
  note?: Note,
): Promise<Operation | undefined> {
  const hook = findRefundHook(context, operation, change);
  const updatedOperation = await context.store.updateOperation(operation, change, note, hook);
  if (hook !== undefined && updatedOperation !== undefined) context.startDueHooks();
  return updatedOperation;
}

/** A change of an operation, with the text of its timeline entry. */
export type DescribedChange = OperationChange & { readonly text?: string | undefined };

/** Returns the change of a stored operation, or undefined for no change. */
export type PlanChange = (operation: Operation) => DescribedChange | undefined;

/** A stored operation, and the change that this call has written. */
export interface ChangedOperation {
  readonly operation: Operation;
  /** The operation before the change. Undefined if nothing was written, because there was nothing to change. */
  readonly before?: Operation | undefined;
  /** The text of the timeline entry. */
  readonly text?: string | undefined;
}

/**
 * Writes the change that `plan` returns, with a timeline entry. If the operation has changed since it was read, `plan` is
 * called again with the stored operation, so no change is lost, and of several calls with the same change one has
 * `before`.
 */
export async function changeOperation(
  context: PaymentContext,
  operation: Operation,
  plan: PlanChange,
): Promise<ChangedOperation> {
  for (let current = operation; ;) {
    const plannedChange = plan(current);
    if (plannedChange === undefined) return { operation: current };
    const { text, ...change } = plannedChange;
    const note =
      text === undefined
        ? undefined
        : createNote(context, {
            reference: current.reference,
            source: current.kind,
            kind: 'operation-changed',
            text,
          });
    const updatedOperation = await updateOperation(context, current, change, note);
    if (updatedOperation !== undefined) return { operation: updatedOperation, before: current, text };
    const storedOperation = await context.store.findOperation(operation.id);
    if (storedOperation === undefined) return { operation: current };
    current = storedOperation;
  }
}

const failureEvents = {
  refund: { level: 'warn', event: 'refund-failed' },
  capture: { level: 'warn', event: 'capture-failed' },
  payout: { level: 'error', event: 'payout-failed' },
} as const satisfies Record<OperationKind, object>;

/** A request that the gateway has refused, or that has no usable response. */
interface FailedRequest {
  readonly state: 'refused' | 'unknown';
  readonly error: unknown;
  /** The text for the operator. */
  readonly message: string;
  /** The text of the timeline entry. */
  readonly text: string;
}

/** Stores that the request of an operation has failed, and emits its event. */
export async function storeFailedRequest(
  context: PaymentContext,
  operation: Operation,
  { state, error, message, text }: FailedRequest,
): Promise<Operation> {
  const { operation: storedOperation, before } = await changeOperation(context, operation, (current) => {
    // A query or a callback may have reported the outcome.
    if (!isUndecided(current)) return undefined;
    return { state, message, text, nextQueryAt: computeNextQueryAt({ ...current, state }, context.now()) };
  });
  if (before !== undefined) emitOperationFailure(context, storedOperation, error);
  return storedOperation;
}

/** Emits an event for an operation that an operator must check. */
export function emitOperationFailure(context: PaymentContext, operation: Operation, error: unknown): void {
  emitAttention(context, operation, { text: getErrorMessage(error), error });
}

/** Emits an event if a change means that a capture is done, or that an operation has not moved its money. */
export function emitOperationOutcome(
  context: PaymentContext,
  { before, operation, text = '' }: ChangedOperation,
): void {
  if (before === undefined) return;
  const { kind, state, amount, requestedAmount } = operation;
  const isNewState = state !== before.state;
  if (kind === 'capture' && state === 'done') {
    const message = `${moneyText(operation)} of an authorized payment are captured.`;
    const facts = getOperationFacts(operation);
    if (isNewState) context.emit({ level: 'info', event: 'payment-captured', message, ...facts });
    if (amount !== requestedAmount && (isNewState || amount !== before.amount)) {
      const requested = moneyText({ ...operation, amount: requestedAmount });
      emitAttention(context, operation, { text: `The gateway has captured it in place of ${requested}.` });
    }
  }
  if (isNewState && (state === 'failed' || state === 'refused' || state === 'reversed'))
    emitAttention(context, operation, { text });
}

/** Emits an event for an operation that an operator must check, for the reason in `text`. */
export function emitAttention(
  context: PaymentContext,
  operation: Operation,
  { text, error }: { readonly text: string; readonly error?: unknown },
): void {
  const { kind } = operation;
  const message = `A ${kind} of ${moneyText(operation)} needs an operator's attention: ${text}`;
  const facts = getOperationFacts(operation);
  context.emit({
    ...failureEvents[kind],
    message,
    ...facts,
    ...(error !== undefined && { error }),
  });
}
