import { authType, paymentStatus, type GatewayFaultError } from '@pgw/protocol';
import { updatePayment } from '../engine/change-payment.ts';
import { createNote, reportSyncFailure, type PaymentContext } from '../engine/payment-context.ts';
import { coversOrder } from '../model/payments/payment-state.ts';
import { type Payment, type PaymentCard } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { storeAllowedChange } from '../hooks/of-transition.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import { getPaymentFacts } from '../events/facts.ts';
import { describeTransition } from '../model/payments/timeline.ts';
import { toRedirect, createRedirectRules, type Redirect } from '../engine/redirect.ts';
import { syncPayment } from '../sync/sync-payment.ts';

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
  const payment = await context.store.find('payment', reference);
  if (payment === undefined || payment.card === null) {
    throw new CheckoutProblem('unknown-payment', 'There is no payment by card with this reference.');
  }
  if (payment.card.state !== 'awaited') throw createCardAlreadySentProblem(payment);
  if (coversOrder(payment.state)) {
    throw new CheckoutProblem('order-already-paid', 'This payment is paid.', {
      reference: payment.reference,
      orderId: payment.orderId,
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
  const note = createNote(context, payment, {
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

/** The outcome of a card payment. `redirect` is set when the shopper must authenticate at the card's bank. */
export interface CardPaymentResult {
  readonly payment: Payment;
  readonly redirect: Redirect | null;
}

type CardResponse = Awaited<ReturnType<PaymentContext['gateway']['processPayment']>>;

/** The payment becomes paid only when a query of the gateway confirms it. */
export async function handleResponse(
  context: PaymentContext,
  payment: CardPayment,
  response: CardResponse,
): Promise<CardPaymentResult> {
  const { outcome, name } = paymentStatus(response.status);
  const challenge = findChallenge(context, payment, response);
  if (challenge !== undefined) {
    const change = { card: { state: 'challenged' }, redirect: JSON.stringify(challenge) } as const;
    const text =
      'The bank of the card authenticates the shopper first: the browser is redirected to the bank.';
    return { payment: await storeChange(context, payment, change, text), redirect: challenge };
  }
  const endFields = {
    gatewayStatus: response.status,
    stateChangedAt: context.now(),
    schedule: { nextQueryAt: null },
  };
  const isAccepted = outcome === 'paid' || outcome === 'authorized';
  if (payment.card.authType === authType.verify && (isAccepted || outcome === 'failed')) {
    const state = isAccepted ? 'verified' : 'failed';
    const text = `${describeTransition(state)}: the gateway reports ${name} (${response.status}). Nothing is charged.`;
    return { payment: await storeChange(context, payment, { state, ...endFields }, text), redirect: null };
  }
  const updatedPayment = await syncOrReload(context, payment);
  const hasEnded = outcome === 'failed' || outcome === 'canceled' || outcome === 'expired';
  if (updatedPayment.state !== 'open' || !hasEnded) return { payment: updatedPayment, redirect: null };
  // The gateway may keep the transaction open for another card. A payment accepts only one card, so it ends.
  const change = { state: outcome, ...endFields };
  const text = `${describeTransition(outcome)}: the gateway reports ${name} (${response.status}) for the card.`;
  return { payment: await storeChange(context, updatedPayment, change, text), redirect: null };
}

function findChallenge(
  context: PaymentContext,
  payment: Payment,
  response: CardResponse,
): Redirect | undefined {
  const { redirectionType, status } = response;
  if (paymentStatus(status).outcome !== 'pending' || redirectionType == null) return undefined;
  return toRedirect({ ...response, redirectionType }, createRedirectRules(context, payment));
}

/** Handles a refusal by the gateway. The refused request charged nothing. */
export async function handleRefusal(
  context: PaymentContext,
  payment: Payment,
  error: GatewayFaultError,
): Promise<CardPaymentResult> {
  const updatedPayment = await syncOrReload(context, payment);
  if (updatedPayment.state !== 'open') return { payment: updatedPayment, redirect: null };
  const { code, name } = error.fault;
  const message = `The gateway refused the card: ${code} ${name}. ${error.fault.advice}`;
  const facts = { ...getPaymentFacts(payment), faultCode: code, faultName: name };
  context.emit({ level: 'warn', event: 'card-refused', message, ...facts, error });
  const change = { state: 'failed', stateChangedAt: context.now(), schedule: { nextQueryAt: null } } as const;
  const text = `${describeTransition('failed')}: the gateway refused the card (${code} ${name}).`;
  return { payment: await storeChange(context, updatedPayment, change, text), redirect: null };
}

/** The browser can encrypt the card with a new key and retry. */
export async function handleNotSent(
  context: PaymentContext,
  payment: CardPayment,
  error: Error & { readonly code: string },
): Promise<never> {
  const card = { state: 'awaited', round: payment.card.round + 1, sentAt: null } as const;
  await storeChange(context, payment, { card }, `The card did not reach the gateway (${error.code}).`);
  throw error;
}

export async function handleUnknownOutcome(
  context: PaymentContext,
  payment: Payment,
  error: Error,
): Promise<CardPaymentResult> {
  const updatedPayment = await syncOrReload(context, payment);
  if (updatedPayment.state !== 'open') return { payment: updatedPayment, redirect: null };
  const detail =
    'It is not known whether the gateway has processed the card. Query the payment before you try again.';
  throw new CheckoutProblem('outcome-unknown', detail, { reference: payment.reference, cause: error });
}

/** Syncs the payment. When the gateway cannot be queried, reads the payment from the store. */
async function syncOrReload(context: PaymentContext, payment: Payment): Promise<Payment> {
  try {
    return await syncPayment(context, payment, { source: 'card' });
  } catch (error) {
    const summary = 'The outcome of a card could not be queried. The sweep retries it. ';
    reportSyncFailure(context, payment, { error, summary });
    return (await context.store.find('payment', payment.reference)) ?? payment;
  }
}

/** If the current state does not allow the new state, only the change of the card is stored. */
async function storeChange(
  context: PaymentContext,
  payment: Payment,
  change: PaymentChange,
  text: string,
): Promise<Payment> {
  const note = createNote(context, payment, { source: 'card', kind: 'card-changed', text });
  const otherwise = change.card === undefined ? {} : { card: change.card };
  return storeAllowedChange(context, payment, { change, otherwise, note });
}
