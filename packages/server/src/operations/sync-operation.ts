import { moneyText } from '@pgw/protocol';
import { getErrorMessage } from '@pgw/protocol/internal';
import { getOperationFacts } from '../events/facts.ts';
import { isGatewayDown, type PaymentContext } from '../engine/payment-context.ts';
import { computeNextOperationQueryAt } from '../model/schedule.ts';
import {
  isOpen,
  type Operation,
  type OperationKind,
  computeOverdueDays,
} from '../model/operations/operation.ts';
import { syncCapture } from './kinds/capture.ts';
import { syncPayout } from './kinds/payout/payout.ts';
import { syncRefund } from './kinds/refund.ts';
import { updateOperation } from './request.ts';

/** Queries the outcome of an operation, by its kind. A query that fails rejects. */
const syncByKind: Readonly<
  Record<OperationKind, (context: PaymentContext, operation: Operation) => Promise<unknown>>
> = { refund: syncRefund, capture: syncCapture, payout: syncPayout };

/** Queries the outcome of an operation that a sweep has leased. */
export async function syncOperation(context: PaymentContext, operation: Operation): Promise<void> {
  try {
    await syncByKind[operation.kind](context, operation);
    await scheduleNextQuery(context, operation, { isRepeated: false });
  } catch (error) {
    // The event `gateway-down` reports the failure.
    if (!isGatewayDown(context)) emitQueryFailure(context, operation, error);
    const postponedOperation = await scheduleNextQuery(context, operation, { isRepeated: true });
    if (postponedOperation === undefined) return;
    context.unconfirmedLeases.addIfNoResponse(error, () =>
      updateOperation(context, postponedOperation, { nextQueryAt: context.now() }),
    );
  }
}

/**
 * Schedules the next query of an operation without a final outcome, or after a query that failed, and
 * emits an event when the operation is overdue. A time that was stored during the query is kept: a callback may have made the operation due again.
 */
async function scheduleNextQuery(
  context: PaymentContext,
  leasedOperation: Operation,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<Operation | undefined> {
  const { store, now, emit } = context;
  const operation = await store.find('operation', leasedOperation.id);
  if (operation === undefined || operation.nextQueryAt !== leasedOperation.nextQueryAt) return undefined;
  const isQueriedLater = isOpen(operation) || isRepeated;
  // A final outcome that the query has stored has its time.
  if (!isQueriedLater && operation.version !== leasedOperation.version) return undefined;
  const nextQueryAt = isQueriedLater ? computeNextOperationQueryAt(operation, now()) : null;
  const overdueDays = isOpen(operation) ? computeOverdueDays(operation, now()) : operation.overdueDays;
  // Without an update, another process has just changed the operation, which is still due in a minute.
  const postponed = await updateOperation(context, operation, { nextQueryAt, overdueDays });
  if (postponed === undefined || overdueDays === operation.overdueDays) return postponed;
  const { kind, state, createdAt } = postponed;
  const message =
    `A ${kind} of ${moneyText(postponed)} has had no final outcome for ${overdueDays} days. It is ${state}, and it is queried once a day. ` +
    `Look it up at the gateway, and store its outcome with operator.${kind}s.resolve.`;
  const facts = { ...getOperationFacts(postponed), overdueDays, durationMs: now() - createdAt };
  emit({ level: 'error', event: 'operation-overdue', message, ...facts });
  return postponed;
}

/** The outcome stays open: it is neither a success nor a failure of the operation. */
function emitQueryFailure({ emit }: PaymentContext, operation: Operation, error: unknown): void {
  const message = `The outcome of a ${operation.kind} of ${moneyText(operation)} could not be queried. It is queried again later. ${getErrorMessage(error)}`;
  const facts = getOperationFacts(operation);
  emit({ level: 'warn', event: 'operation-sync-failed', message, ...facts, error });
}
