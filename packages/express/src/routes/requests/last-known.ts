import { PgwError } from '@pgw/protocol';
import { idsOf, isGatewayDown, type Engine } from '../../payments/engine.ts';
import type { Payment } from '../../payments/payment.ts';

/** What was asked of the gateway; or, while it is out of reach, the payment as we know it. The operator is told. */
export async function orLastKnown(
  engine: Engine,
  payment: Payment,
  asked: Promise<Payment>,
): Promise<Payment> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    // The event gateway-down has reported it.
    if (isGatewayDown(engine)) return payment;
    const { message } = error;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    return payment;
  }
}
