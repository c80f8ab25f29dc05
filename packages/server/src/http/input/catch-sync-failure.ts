import { PgwError } from '@pgw/protocol';
import { getPaymentFacts } from '../../events/facts.ts';
import { isGatewayDown, type Engine } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';

/**
 * Waits for a settlement and resolves with the settled payment. When the gateway cannot be queried, emits an
 * event and resolves with `payment`.
 */
export async function catchSettlementFailure(
  engine: Engine,
  payment: Payment,
  settlement: Promise<Payment>,
): Promise<Payment> {
  try {
    return await settlement;
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    // The event `gateway-down` reports the failure.
    if (isGatewayDown(engine)) return payment;
    const { message } = error;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ...getPaymentFacts(payment), error });
    return payment;
  }
}
