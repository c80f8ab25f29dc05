import type { StorefrontPayment } from '@pgw/protocol';
import { PgwError } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { idsOf } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { settleIfStale } from '../payments/settle.ts';
import { paymentView } from '../payments/view.ts';
import type { Context } from './context.ts';

/** However often browsers ask, the gateway is asked about one payment no more often than this. */
const freshMs = 1_500;

/** GET /payments/:reference : the server's word on a payment. */
export function paymentStatus(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const reference = String(req.params['reference']);
    const payment = await context.engine.store.findPayment(reference);
    if (payment === undefined) {
      throw new CheckoutProblem('unknown-payment', 'There is no payment with this reference.');
    }
    const answer: StorefrontPayment = paymentView(await freshened(context, payment), context.view);
    res.json(answer);
  };
}

/** What we know already still counts while the gateway is out of reach. */
async function freshened({ engine }: Context, payment: Payment): Promise<Payment> {
  try {
    return await settleIfStale(engine, payment, { source: 'status', freshMs });
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    engine.emit({
      level: 'warn',
      event: 'settle-failed',
      message: error.message,
      ids: idsOf(payment),
      error,
    });
    return payment;
  }
}
