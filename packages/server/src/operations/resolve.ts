import { InvalidRequestError } from '@pgw/protocol';
import { createNote, type PaymentContext, type AccountOption, quoteText } from '../engine/payment-context.ts';
import { isWithinLast } from '../model/schedule.ts';
import { updateOperation } from './request.ts';
import {
  firstQueryDelayMs,
  isOpen,
  type Operation,
  type OperationKind,
} from '../model/operations/operation.ts';
import { createOperationError } from './kind.ts';

/** The outcome that an operator has determined. */
export interface ResolveOperationOptions extends AccountOption {
  /** `done`: the money was moved. `refused`: it was not moved, and the request may be made again with a new id. */
  readonly outcome: 'done' | 'refused';
  /** The amount that was moved, in minor units. Default: the requested amount. Only for `done`. */
  readonly amount?: number | undefined;
  /** The number of the operation at the gateway, if it is known. The gateway's record with this number is then its record. */
  readonly transactionNumber?: string | undefined;
  /** Written to the timeline. */
  readonly reason: string;
}

/**
 * Stores the outcome of an operation whose request may not have reached the gateway, or that the gateway's
 * record does not show.
 *
 * @throws InvalidRequestError when the outcome is already known, the gateway still processes the operation, the amount is invalid, or the reason is empty.
 */
export async function resolveOperation(
  context: PaymentContext,
  { kind, id }: { readonly kind: OperationKind; readonly id: string },
  options: ResolveOperationOptions,
): Promise<Operation> {
  const { store } = context;
  const operation = await store.find('operation', id);
  if (operation === undefined || operation.kind !== kind) {
    const subject = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`;
    const message = `there is no ${kind} with this id`;
    throw new InvalidRequestError(subject, [{ path: '', message }], { ids: { [kind]: id } });
  }
  if (!isOpen(operation)) throw createOperationError(operation, `the ${kind} is ${operation.state} already`);
  requireUndecided(context, operation);
  const { outcome, reason, amount = operation.requestedAmount } = options;
  if (reason.trim() === '') throw createOperationError(operation, 'a reason is required');
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > operation.requestedAmount) {
    const message = `amount must be an integer of minor units from 1 to ${operation.requestedAmount}, the requested amount`;
    throw createOperationError(operation, message);
  }
  const text = `The ${kind} is ${outcome}: ${quoteText(reason)}`;
  const note = createNote(context, operation, { source: 'operator', kind: 'operation-changed', text });
  const transactionNumber = options.transactionNumber ?? operation.transactionNumber;
  // The sweep compares the decision with the gateway.
  const change = { state: outcome, amount, transactionNumber, message: null, nextQueryAt: context.now() };
  const resolvedOperation = await updateOperation(context, operation, change, note);
  // The operation has changed since it was read: read it again.
  return resolvedOperation ?? resolveOperation(context, { kind, id }, options);
}

/**
 * A person decides about an operation that is `unknown`, about a request that has ended without a response, and about
 * an operation that is overdue. The gateway reports the outcome of every other operation.
 */
function requireUndecided({ now }: PaymentContext, operation: Operation): void {
  const { kind, state, createdAt, overdueDays } = operation;
  if (overdueDays > 0 || state === 'unknown') return;
  if (state === 'processing')
    throw createOperationError(
      operation,
      `the gateway processes the ${kind}, and reports its outcome; it can be resolved after the event operation-overdue, from day 3 on`,
    );
  if (isWithinLast(firstQueryDelayMs, createdAt, now()))
    throw createOperationError(operation, `the ${kind} is being sent; try again in a minute`);
}
