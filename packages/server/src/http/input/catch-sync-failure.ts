import { PgwError } from '@pgw/protocol';
import { getPaymentFacts } from '../../events/facts.ts';
import { isGatewayDown, type PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';

/** When the gateway cannot be queried, emits an event and resolves with `payment`. */
export async function catchSyncFailure(
  paymentContext: PaymentContext,
  payment: Payment,
  update: Promise<Payment>,
): Promise<Payment> {
  try {
    return await update;
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    // The event `gateway-down` reports the failure.
    if (isGatewayDown(paymentContext)) return payment;
    const { message } = error;
    paymentContext.emit({
      level: 'warn',
      event: 'sync-failed',
      message,
      ...getPaymentFacts(payment),
      error,
    });
    return payment;
  }
}
