import type { StorefrontPayment } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { CheckoutProblem } from '../payments/problem.ts';
import { settleIfStale } from '../payments/settle.ts';
import { paymentView } from '../payments/view.ts';
import { orAsKnown } from './as-known.ts';
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
    const asked = settleIfStale(context.engine, payment, { source: 'status', freshMs });
    const current = await orAsKnown(context.engine, payment, asked);
    const answer: StorefrontPayment = paymentView(current, context.view);
    res.json(answer);
  };
}
