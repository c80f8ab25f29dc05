import { authType, GatewayFaultError, Redacted } from '@pgw/protocol';
import { savedCardToken } from '@pgw/protocol/internal';
import { cardBrandOf, takesBrand } from './card-brand.ts';
import { awaitingCard, claimCard, type CardPayment } from './card-claim.ts';
import type { CardSender } from './card-limits.ts';
import {
  handleResponse,
  handleUnknownOutcome,
  handleNotSent,
  handleRefusal,
  type CardPaid,
} from './card-outcome.ts';
import type { Cards } from './cards.ts';
import type { Engine } from '../payments/engine.ts';
import { openCard, type OpenedCard } from './open-card.ts';
import { CheckoutProblem } from '../payments/problem.ts';

/** An encrypted card for a payment. */
export interface CardPaymentRequest {
  readonly reference: string;
  /** JWE in its compact form; see `CardRequest`. */
  readonly jwe: string;
  readonly save: boolean;
  readonly sender: CardSender;
  /** The shop's id of the customer; null for a guest. */
  readonly customer: string | null;
}

/** The card for the gateway: its details, or the token of a saved card. */
type Chargeable = OpenedCard & { readonly token: Redacted | undefined };

/**
 * Decrypts the card of a payment in memory and sends it to the gateway. A payment has one card: it is claimed in the store before the
 * request is sent, so that a repeated request in any process fails.
 *
 * The gateway's response never makes the payment paid: the payment is queried, as after a callback. When no response arrives, the outcome
 * is queried, and the card is never sent again. A card that certainly did not reach the gateway can be encrypted and sent again.
 *
 * @throws CheckoutProblem `unknown-payment`, `card-already-sent`, `card-key-expired`, `card-unreadable`, `invalid-request`,
 * `card-not-supported`, `order-already-paid`, `too-many-requests`, `outcome-unknown`.
 * @throws PgwError when the gateway cannot be reached or its settings are wrong; nothing was charged.
 */
export async function payByCard(
  engine: Engine,
  cards: Cards,
  request: CardPaymentRequest,
): Promise<CardPaid> {
  const { tries, keys } = cards;
  const awaiting = await awaitingCard(engine, request.reference);
  const ofSender = await tries.takeOfSender(awaiting, request.sender);
  const card = await chargeable(cards, request.customer, await openCard(keys, awaiting, request.jwe));
  const counted = card.token ?? card.number;
  const ofCard = counted === undefined ? [] : await tries.takeOfCard(counted);
  const taken = [...ofSender, ...ofCard];
  const payment = await claimCard(engine, awaiting).catch(async (error: unknown) => {
    // Another request has sent the card, so this request does not count.
    await tries.giveBack(taken);
    throw error;
  });
  const isKept = request.save && request.customer !== null && card.token === undefined;
  if (isKept && request.customer !== null) await cards.saved.storePending(request.customer, card, payment);
  const outcome = await engine.gateway.attempt.processPayment(requestOf(payment, card, isKept));
  if (outcome.kind === 'done') {
    const token = isKept ? savedCardToken(outcome.response, engine.gateway.profile) : undefined;
    if (token !== undefined) await cards.saved.storeToken(payment, new Redacted(token));
    const paid = await handleResponse(engine, payment, outcome.response);
    if (isGood(paid)) await tries.giveBack(taken);
    return paid;
  }
  if (outcome.kind === 'unknown') {
    const paid = await handleUnknownOutcome(engine, payment, outcome.error);
    if (isGood(paid)) await tries.giveBack(taken);
    return paid;
  }
  if (outcome.kind === 'rejected' && outcome.error instanceof GatewayFaultError) {
    return handleRefusal(engine, payment, outcome.error);
  }
  await tries.giveBack(taken);
  return handleNotSent(engine, payment, outcome.error);
}

async function chargeable(cards: Cards, customer: string | null, card: OpenedCard): Promise<Chargeable> {
  const { savedCardId, number } = card;
  const saved = savedCardId === undefined ? undefined : await cards.saved.find(customer, savedCardId);
  const brand = saved ? saved.brand : cardBrandOf(number?.reveal() ?? '');
  if (!takesBrand(cards.settings, brand)) {
    throw new CheckoutProblem(
      'card-not-supported',
      'Cards of this brand are not accepted. Use another card.',
    );
  }
  return { ...card, token: saved?.token };
}

function isGood({ payment }: CardPaid): boolean {
  return payment.state === 'paid' || payment.state === 'authorized' || payment.state === 'verified';
}

function requestOf(payment: CardPayment, card: Chargeable, isKept: boolean) {
  const { number, expiryMonth, expiryYear, holderName, securityCode, token } = card;
  return {
    transactionNumber: payment.transactionNumber ?? '',
    // A verification charges nothing, so it names no amount.
    ...(payment.card.authType !== authType.verify && { amount: payment.amount }),
    channelDetails: {
      ...(number !== undefined && { cardNumber: number }),
      ...(expiryMonth !== undefined && { expiryMonth }),
      ...(expiryYear !== undefined && { expiryYear }),
      ...(holderName !== undefined && { holderName }),
      ...(token !== undefined && { paymentToken: token }),
      securityCode,
      AuthType: payment.card.authType,
    },
    ...(isKept && { savePayment: true }),
  };
}
