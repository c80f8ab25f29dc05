import { noteOf, type Engine } from '../payments/engine.ts';
import { isCovered, type Payment, type PaymentCard } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';

/** If the process ends in a crash, the sweep queries the outcome after this time. */
const queryAfterMs = 20_000;

/** A payment whose card the shop sends to the gateway. */
export interface CardPayment extends Payment {
  readonly card: PaymentCard;
}

/**
 * Finds a payment that waits for its card.
 *
 * @throws CheckoutProblem `unknown-payment`, `card-already-sent`, `order-already-paid`, `card-key-expired`.
 */
export async function awaitingCard(engine: Engine, reference: string): Promise<CardPayment> {
  const payment = await engine.store.findPayment(reference);
  if (payment === undefined || payment.card === null) {
    throw new CheckoutProblem('unknown-payment', 'There is no payment by card with this reference.');
  }
  if (payment.card.state !== 'awaited') throw alreadySent(payment);
  if (isCovered(payment.state)) {
    throw new CheckoutProblem('order-already-paid', 'This payment is paid.', {
      reference: payment.reference,
    });
  }
  if (payment.state !== 'open') {
    throw new CheckoutProblem('card-key-expired', `The payment is ${payment.state}. Press Pay again.`);
  }
  return { ...payment, card: payment.card };
}

function alreadySent({ reference }: Payment): CheckoutProblem {
  const detail = 'The card of this payment was sent already. Query the payment.';
  return new CheckoutProblem('card-already-sent', detail, { reference });
}

/**
 * Marks the card as sent by compare-and-set, so that only one request sends it.
 *
 * @throws CheckoutProblem as {@link awaitingCard}.
 */
export async function claimCard(engine: Engine, awaiting: CardPayment): Promise<CardPayment> {
  const now = engine.now();
  const note = noteOf(engine, awaiting.reference, 'card', 'The card is sent to the gateway.');
  const change = {
    card: { state: 'sent', sentAt: now },
    schedule: { nextQueryAt: now + queryAfterMs },
  } as const;
  const claimed = await engine.store.updatePayment(awaiting, change, note);
  if (claimed !== undefined) return { ...claimed, card: { ...awaiting.card, ...change.card } };
  const current = await awaitingCard(engine, awaiting.reference);
  // A key is valid for one round only.
  if (current.card.round !== awaiting.card.round) throw alreadySent(current);
  return claimCard(engine, current);
}
