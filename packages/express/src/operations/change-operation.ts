import { moneyText } from '@pgw/protocol';
import { getErrorMessage } from '../error-message.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Operation, OperationChange, OperationKind } from './operation.ts';

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
  const updatedOperation = await engine.store.updateOperation(operation, change, note);
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
