import type { Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';

/**
 * Schedules a query for each completed refund of a payment. Called when the gateway reports a refunded
 * payment as paid. In this case, a provider has reversed one of the refunds, and the query shows which one.
 */
export async function scheduleRefundQueries({ store, now }: Engine, { reference }: Payment): Promise<void> {
  for (const refund of await store.listOperations(reference, 'refund')) {
    // A failed compare-and-set means that another process has stored a newer outcome of the same refund.
    if (refund.state === 'done') await store.updateOperation(refund, { nextQueryAt: now() });
  }
}
