import { PgwError } from '@pgw/protocol';
import { reportSyncFailure, type PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import type { Context } from '../route.ts';

/** The maximum time that a browser waits for a query of the gateway. Until then it shows a blank or an old page. */
const queryWaitMs = 3_000;

/** Waits at most `queryWaitMs`, then resolves with the payment as it was read. The update continues. */
export async function waitForSync(
  { trackTask }: Pick<Context, 'trackTask'>,
  payment: Payment,
  update: Promise<Payment>,
): Promise<Payment> {
  trackTask(update);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Payment>((resolve) => (timer = setTimeout(resolve, queryWaitMs, payment)));
  return Promise.race([update, timeout]).finally(() => clearTimeout(timer));
}

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
    reportSyncFailure(paymentContext, payment, { error });
    return payment;
  }
}
