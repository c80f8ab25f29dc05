import { getErrorMessage } from '../error-message.ts';
import { getLogIds, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { createRefund } from './create-refund.ts';

/** Refunds the second payment of an order that another payment has paid. */
export async function refundSecondPayment(engine: Engine, payment: Payment): Promise<void> {
  try {
    const { reference } = payment;
    await createRefund(engine, `second-${reference}-0`, { reference, reason: 'The order was paid twice' });
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    engine.emit({ level: 'error', event: 'refund-failed', message, ids: getLogIds(payment), error });
  }
}
