import { moneyText } from '@pgw/protocol';
import { getOperationFacts } from '../events/facts.ts';
import { isGatewayDown, type Engine } from '../payments/engine.ts';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import { emitOperationFailure } from './change-operation.ts';
import { isOpen, type Operation, type OperationKind } from './operation.ts';
import { computeOverdueDays } from './overdue.ts';
import { syncPayout } from './payouts/sync-payout.ts';
import { retrySecondPaymentRefund } from './second-payment-refund.ts';
import { syncCaptures } from './sync-captures.ts';
import { syncRefund } from './sync-refund.ts';

/** Queries the outcome of an operation, by its kind. A query that fails rejects. */
const syncByKind: Readonly<
  Record<OperationKind, (engine: Engine, operation: Operation) => Promise<unknown>>
> = {
  refund: syncRefund,
  capture: (engine, { reference }) => syncCaptures(engine, reference, { fulfilsLater: true }),
  payout: syncPayout,
};

/**
 * Queries the outcome of an operation that a sweep has claimed. While it has no final outcome, it is queried
 * later, without an age limit.
 */
export async function syncOperation(engine: Engine, operation: Operation): Promise<void> {
  try {
    // A callback can report that a final payout has changed.
    const isFinal = !isOpen(operation);
    if (isFinal && operation.kind !== 'payout') return await retrySecondPaymentRefund(engine, operation);
    await syncByKind[operation.kind](engine, operation);
    await postponeQuery(engine, operation);
  } catch (error) {
    if (!isGatewayDown(engine)) emitOperationFailure(engine, operation, error);
    const postponedOperation = await postponeQuery(engine, operation);
    if (postponedOperation === undefined) return;
    engine.unconfirmedClaims.addIfNoResponse(error, () =>
      engine.store.updateOperation(postponedOperation, { nextQueryAt: engine.now() }),
    );
  }
}

/** Schedules the next query of an operation without a final outcome, and emits an event when it is overdue. */
async function postponeQuery(engine: Engine, { id }: Operation): Promise<Operation | undefined> {
  const { store, now } = engine;
  const operation = await store.findOperation(id);
  if (operation === undefined || !isOpen(operation)) return undefined;
  const nextQueryAt = computeNextOperationQueryAt(operation, now());
  const overdueDays = computeOverdueDays(operation, now());
  // Without an update, another process has just changed the operation, which is still due in a minute.
  const postponedOperation = await store.updateOperation(operation, { nextQueryAt, overdueDays });
  if (postponedOperation !== undefined && overdueDays > operation.overdueDays)
    emitOverdue(engine, postponedOperation);
  return postponedOperation;
}

function emitOverdue(engine: Engine, operation: Operation): void {
  const { kind, state, overdueDays, createdAt } = operation;
  const message =
    `A ${kind} of ${moneyText(operation)} has had no final outcome for ${overdueDays} days. It is ${state}, and it is queried once a day. ` +
    `Look it up at the gateway, and store its outcome with operator.${kind}s.resolve.`;
  engine.emit({
    level: 'error',
    event: 'operation-overdue',
    message,
    ...getOperationFacts(operation),
    overdueDays,
    durationMs: engine.now() - createdAt,
  });
}
