import { isOwn } from '../model/hook.ts';
import type { PgwError } from '@pgw/protocol';
import { getErrorMessage } from '@pgw/protocol/internal';
import { createAttentionEvent, createOutcomeEvents } from '../events/operation-events.ts';
import { insertOperation } from '../engine/change-payment.ts';
import { nameActor } from '../engine/actor.ts';
import { createNote, isGatewayDown, quoteText, type PaymentContext } from '../engine/payment-context.ts';
import {
  applyOperationChange,
  isUndecided,
  type Operation,
  type OperationChange,
  computeNextQueryAt,
} from '../model/operations/operation.ts';
import type { Note } from '../model/payments/timeline.ts';
import { findRefundHook } from '../sync/decisions/refund-change.ts';
import { traceOperation, type OperationTrace } from '../events/tracing.ts';
import { createOperationError, type PreparedOperation, type RequestedKind } from './kind.ts';

/**
 * Requests an operation. It is stored before the request is sent. Without a usable response it is `unknown`: it is queried
 * until its outcome is known, and never sent again. A repeated `id` returns the first operation.
 *
 * @throws InvalidRequestError for a request that breaks a rule, or when the id belongs to another operation. Nothing was sent.
 */
export function requestOperation<Options, Response>(
  context: PaymentContext,
  kind: RequestedKind<Options, Response>,
  request: OperationRequest<Options>,
): Promise<Operation> {
  const { id: operationId, reference } = request;
  return traceOperation(
    () => ({ kind: kind.kind, operationId, reference, state: null, traceparent: null }),
    async (trace) => {
      const operation = await requestOnce(context, kind, { ...request, trace });
      if (trace !== undefined) trace.state = operation.state;
      return operation;
    },
  );
}

interface OperationRequest<Options> {
  readonly id: string;
  readonly reference: string;
  readonly options: Options;
}

async function requestOnce<Options, Response>(
  context: PaymentContext,
  kind: RequestedKind<Options, Response>,
  {
    id,
    reference,
    options,
    trace,
  }: OperationRequest<Options> & { readonly trace: OperationTrace | undefined },
): Promise<Operation> {
  const { store } = context;
  const requireSame = (stored: Operation): Operation => {
    if (stored.kind === kind.kind && kind.isSame(stored, options, context)) return stored;
    const message = `the id belongs to another operation; make a new id for each ${kind.kind}`;
    throw createOperationError({ kind: kind.kind, reference }, message);
  };
  for (;;) {
    const storedOperation = await store.find('operation', id);
    if (storedOperation !== undefined) return requireSame(storedOperation);
    const prepared = await kind.prepare(context, id, options);
    if ('stored' in prepared) return requireSame(prepared.stored);
    const { operation, payment, text } = prepared;
    if (trace !== undefined) trace.traceparent = payment?.traceparent ?? null;
    const isPayout = payment === undefined;
    const note = createNote(context, operation, {
      source: isPayout ? 'payout' : 'operator',
      kind: 'operation-changed',
      text: isPayout ? nameActor(text) : text,
    });
    if (await insertOperation(context, operation, note, payment)) return send(context, kind, prepared);
    // The payment has changed, or another request has just stored an operation with this id. Read both again.
  }
}

async function send<Options, Response>(
  context: PaymentContext,
  kind: RequestedKind<Options, Response>,
  prepared: PreparedOperation<Response>,
): Promise<Operation> {
  const outcome = await prepared.send();
  const operation =
    outcome.kind === 'done'
      ? await kind.storeResponse(context, prepared, outcome.response)
      : await storeFailure(context, kind, { prepared, outcome });
  await kind.afterwards?.(context, { ...prepared, operation });
  return operation;
}

/** Stores that the gateway has refused a request, or that it has no usable response, and emits the event. */
async function storeFailure<Options, Response>(
  context: PaymentContext,
  kind: RequestedKind<Options, Response>,
  {
    prepared,
    outcome: { kind: outcomeKind, error },
  }: {
    readonly prepared: PreparedOperation<Response>;
    readonly outcome: { readonly kind: string; readonly error: PgwError };
  },
): Promise<Operation> {
  const message = kind.describeError?.(prepared, error) ?? quoteText(error.message);
  const state = outcomeKind === 'unknown' || kind.isUnknown?.(error) === true ? 'unknown' : 'refused';
  const text =
    state === 'refused'
      ? `The ${kind.kind} was refused: ${message}`
      : `${outcomeKind === 'unknown' ? `No response to the ${kind.kind} arrived` : message}: its outcome is queried, and it is not sent again.`;
  const { operation, before } = await changeOperation(context, prepared.operation, (current) => {
    // A query or a callback may have reported the outcome.
    if (!isUndecided(current)) return undefined;
    return { state, message, text, nextQueryAt: computeNextQueryAt({ ...current, state }, context.now()) };
  });
  if (before !== undefined) context.emit(createAttentionEvent(operation, getErrorMessage(error), error));
  return operation;
}

/**
 * Reports that the payment of an operation could not be synced. The operation is stored, and its payment is synced later. During an
 * outage, the event `gateway-down` reports it.
 */
export function reportUnsyncedPayment(context: PaymentContext, operation: Operation, error: unknown): void {
  if (!isGatewayDown(context)) context.emit(createAttentionEvent(operation, getErrorMessage(error), error));
}

/** Writes a change by compare-and-set, with the call of the hook that it causes. */
export async function updateOperation(
  context: PaymentContext,
  operation: Operation,
  change: OperationChange,
  note?: Note,
): Promise<Operation | undefined> {
  const after = applyOperationChange(operation, change);
  const hook = findRefundHook(context.hooks, { before: operation, after }, context.now());
  const committed = await context.store.commit({
    operations: { change: [{ operation, change }] },
    ...(note !== undefined && { notes: [note] }),
    ...(hook !== undefined && { hooks: { insert: [hook] } }),
  });
  const updatedOperation = committed?.operations[0];
  if (hook !== undefined && isOwn(hook) && updatedOperation !== undefined) context.startDueHooks();
  return updatedOperation;
}

/** Returns the change of a stored operation, with the text of its timeline entry, or undefined for no change. */
export type PlanChange = (
  operation: Operation,
) => (OperationChange & { readonly text?: string | undefined }) | undefined;

/** A stored operation, and the change that this call has written. */
export interface ChangedOperation {
  readonly operation: Operation;
  /** The operation before the change. Undefined if nothing was written, because there was nothing to change. */
  readonly before?: Operation | undefined;
}

/** Writes the change that `plan` returns for the stored operation, with a timeline entry. It loses no other change. */
export async function changeOperation(
  context: PaymentContext,
  operation: Operation,
  plan: PlanChange,
): Promise<ChangedOperation> {
  for (let current = operation; ;) {
    const plannedChange = plan(current);
    if (plannedChange === undefined) return { operation: current };
    const { text, ...change } = plannedChange;
    const { reference, kind: source } = current;
    const note = text && createNote(context, { reference }, { source, kind: 'operation-changed', text });
    const updated = await updateOperation(context, current, change, note || undefined);
    if (updated !== undefined) return { operation: updated, before: current };
    const storedOperation = await context.store.find('operation', operation.id);
    if (storedOperation === undefined) return { operation: current };
    current = storedOperation;
  }
}

/** Changes an operation like {@link changeOperation}, and emits the events of its outcome. */
export async function changeOutcome(
  context: PaymentContext,
  operation: Operation,
  plan: PlanChange,
): Promise<Operation> {
  let text = '';
  const changed = await changeOperation(context, operation, (current) => {
    const change = plan(current);
    text = change?.text ?? '';
    return change;
  });
  if (changed.before !== undefined)
    for (const event of createOutcomeEvents(changed.before, changed.operation, text)) context.emit(event);
  return changed.operation;
}
