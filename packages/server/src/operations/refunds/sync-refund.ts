import type { Engine } from '../../engine/payment-context.ts';
import { settle } from '../../sync/sync-payment.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { reconcileOperations } from '../reconcile-operations.ts';

/**
 * Compares the refunds of the payment of a refund with the gateway, and settles the payment when one of them has
 * changed. No refund is sent again.
 */
export async function syncRefund(engine: Engine, { reference }: Operation): Promise<void> {
  const payment = await engine.store.findPayment(reference);
  if (payment === undefined) return;
  const result = await reconcileOperations(engine, payment);
  // Without a refund query, the status of the payment reports the outcome of a whole refund.
  if (!result.hasChanged && result.isQueryable) return;
  await settle(engine, result.payment, {
    source: 'refund',
    fulfilsLater: true,
    areRefundsCompared: result.isQueryable,
  });
}
