import type { Payment } from '../../model/payments/payment.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../request.ts';

export async function findRequestedPayment(
  { paymentContext }: Context,
  { params }: Exchange,
): Promise<Payment> {
  const payment = await paymentContext.store.findPayment(params['reference'] ?? '');
  if (payment === undefined)
    throw new CheckoutProblem('unknown-payment', 'There is no payment with this reference.');
  return payment;
}
