import { PgwError } from '@pgw/protocol';
import { idsOf, isGatewayDown, type Engine } from '../../payments/engine.ts';
import type { Payment } from '../../payments/payment.ts';

/**
 * The settled payment, or the payment as it was read when the gateway cannot be queried. The failure is
 * reported as an event.
 */
export async function orLastKnown(
  engine: Engine,
  payment: Payment,
  settling: Promise<Payment>,
): Promise<Payment> {
  try {
    return await settling;
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    // The event gateway-down reports it.
    if (isGatewayDown(engine)) return payment;
    const { message } = error;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    return payment;
  }
}
