import type { PaymentContext } from '../../engine/payment-context.ts';
import { syncPayment } from '../../sync/sync-payment.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { reconcileOperations } from '../reconcile-operations.ts';

/**
 * Compares the refunds of the payment of a refund with the gateway, and syncs the payment when one of them has
 * changed. No refund is sent again.
 */
export async function syncRefund(context: PaymentContext, { reference }: Operation): Promise<void> {
  const payment = await context.store.findPayment(reference);
  if (payment === undefined) return;
  const result = await reconcileOperations(context, payment);
  // Without a refund query, the status of the payment reports the outcome of a whole refund.
  if (!result.hasChanged && result.isQueryable) return;
  await syncPayment(context, result.payment, {
    source: 'refund',
    fulfillsLater: true,
    areRefundsCompared: result.isQueryable,
  });
}
