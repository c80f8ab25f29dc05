import type { Engine } from '../payments/engine.ts';
import { isGatewayDown } from '../payments/engine.ts';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import { emitOperationFailure } from './change-operation.ts';
import type { Operation, OperationKind } from './operation.ts';
import { syncCaptures } from './sync-captures.ts';
import { syncRefund } from './sync-refund.ts';

type SyncOperation = (engine: Engine, operation: Operation) => Promise<unknown>;

/** Queries the outcome of an operation, by its kind. A query that fails rejects. */
const syncByKind: Readonly<Record<OperationKind, SyncOperation>> = {
  refund: syncRefund,
  capture: (engine, { reference }) => syncCaptures(engine, reference, { fulfilsLater: true }),
  payout: () => Promise.resolve(),
};

/**
 * Queries the outcome of an operation that a sweep has claimed. After an error, the operation is queried
 * later.
 */
export async function syncOperation(engine: Engine, operation: Operation): Promise<void> {
  try {
    await syncByKind[operation.kind](engine, operation);
  } catch (error) {
    if (!isGatewayDown(engine)) emitOperationFailure(engine, operation, error);
    const nextQueryAt = computeNextOperationQueryAt(operation, engine.now());
    const postponedOperation = await engine.store.updateOperation(operation, { nextQueryAt });
    if (postponedOperation === undefined) return;
    engine.unconfirmedClaims.addIfNoResponse(error, () =>
      engine.store.updateOperation(postponedOperation, { nextQueryAt: engine.now() }),
    );
  }
}
