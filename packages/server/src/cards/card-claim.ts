import { updatePayment } from '../engine/change-payment.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import { coversOrder, type Payment, type PaymentCard } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';

/** After this time, the sweep queries the outcome, because the process may have crashed. */
const queryAfterMs = 20_000;

/** A payment whose card the shop sends to the gateway. */
export interface CardPayment extends Payment {
  readonly card: PaymentCard;
}

export async function findPaymentAwaitingCard(
  context: PaymentContext,
  reference: string,
): Promise<CardPayment> {
  const payment = await context.store.findPayment(reference);
  if (payment === undefined || payment.card === null) {
    throw new CheckoutProblem('unknown-payment', 'There is no payment by card with this reference.');
  }
  if (payment.card.state !== 'awaited') throw createCardAlreadySentProblem(payment);
  if (coversOrder(payment.state)) {
    throw new CheckoutProblem('order-already-paid', 'This payment is paid.', {
      reference: payment.reference,
    });
  }
  if (payment.state !== 'open') {
    throw new CheckoutProblem('card-key-expired', `The payment is ${payment.state}. Press Pay again.`);
  }
  return { ...payment, card: payment.card };
}

function createCardAlreadySentProblem({ reference }: Payment): CheckoutProblem {
  const detail = 'The card of this payment was sent already. Query the payment.';
  return new CheckoutProblem('card-already-sent', detail, { reference });
}

/** Marks the card as sent by compare-and-set, so that only one request sends it. */
export async function claimCard(context: PaymentContext, payment: CardPayment): Promise<CardPayment> {
  const now = context.now();
  const note = createNote(context, {
    reference: payment.reference,
    source: 'card',
    kind: 'card-changed',
    text: 'The card is sent to the gateway.',
  });
  const change = {
    card: { state: 'sent', sentAt: now },
    schedule: { nextQueryAt: now + queryAfterMs },
  } as const;
  const claimedPayment = await updatePayment(context, payment, change, { note });
  if (claimedPayment !== undefined) return { ...claimedPayment, card: { ...payment.card, ...change.card } };
  const reloadedPayment = await findPaymentAwaitingCard(context, payment.reference);
  // The card of another request could not be sent, and `round` was incremented. The key of this card is invalid.
  if (reloadedPayment.card.round !== payment.card.round) throw createCardAlreadySentProblem(reloadedPayment);
  return claimCard(context, reloadedPayment);
}
