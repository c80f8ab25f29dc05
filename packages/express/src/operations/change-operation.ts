import { moneyText } from '@pgw/protocol';
import { getErrorMessage } from '../error-message.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Note } from '../payments/timeline.ts';
import type { Operation, OperationChange, OperationKind } from './operation.ts';
import { findRefundHook } from './refund-hook.ts';

/**
 * Writes a change by compare-and-set, with the call of the hook that it causes. Resolves with undefined when the operation
 * has changed since it was read.
 */
export async function updateOperation(
  engine: Engine,
  operation: Operation,
  change: OperationChange,
  note?: Note,
): Promise<Operation | undefined> {
  const hook = findRefundHook(engine, operation, change);
  const updatedOperation = await engine.store.updateOperation(operation, change, note, hook);
  if (hook !== undefined && updatedOperation !== undefined) engine.startDueHooks();
  return updatedOperation;
}

/**
 * Writes a change with a timeline entry. When another process has changed the operation first, the stored
 * operation is returned.
 */
export async function changeOperation(
  engine: Engine,
  operation: Operation,
  { text, ...change }: OperationChange & { readonly text?: string | undefined },
): Promise<Operation> {
  const note = text === undefined ? undefined : createNote(engine, operation.reference, operation.kind, text);
  const updatedOperation = await updateOperation(engine, operation, change, note);
  // Another process has stored the same outcome first.
  return updatedOperation ?? (await engine.store.findOperation(operation.id)) ?? operation;
}

const failureEvents = {
  refund: 'refund-failed',
  capture: 'capture-failed',
  payout: 'payout-failed',
} as const satisfies Record<OperationKind, string>;

/** Emits an event for an operation that an operator must check. */
export function emitOperationFailure(engine: Engine, operation: Operation, error: unknown): void {
  const { kind, reference, id } = operation;
  const message = `A ${kind} of ${moneyText(operation)} needs an operator's attention: ${getErrorMessage(error)}`;
  const ids = { reference, [kind]: id };
  engine.emit({ level: 'warn', event: failureEvents[kind], message, ids, error });
}
