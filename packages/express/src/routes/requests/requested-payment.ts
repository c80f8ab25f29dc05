import type { Request } from 'express';
import type { Payment } from '../../payments/payment.ts';
import { CheckoutProblem } from '../../payments/problem.ts';
import type { Context } from '../context.ts';

/**
 * Returns the payment whose reference is in the path of the request.
 *
 * @throws CheckoutProblem `unknown-payment`.
 */
export async function findRequestedPayment({ engine }: Context, req: Request): Promise<Payment> {
  const payment = await engine.store.findPayment(String(req.params['reference']));
  if (payment === undefined)
    throw new CheckoutProblem('unknown-payment', 'There is no payment with this reference.');
  return payment;
}
