import { authType, GatewayFaultError, Redacted, savedCardToken } from '@pgw/protocol';
import { cardBrandOf, takesBrand } from './card-brand.ts';
import { awaitingCard, claimCard, type CardPayment } from './card-claim.ts';
import type { CardSender } from './card-limits.ts';
import { answered, lost, notSent, refused, type CardPaid } from './card-outcome.ts';
import type { Cards } from './cards.ts';
import type { Engine } from '../payments/engine.ts';
import { openCard, type OpenedCard } from './open-card.ts';
import { CheckoutProblem } from '../payments/problem.ts';

export interface CardPaymentRequest {
  readonly reference: string;
  /** JWE in its compact form; see `CardRequest`. */
  readonly jwe: string;
  readonly save: boolean;
  readonly sender: CardSender;
  /** The shop's own id of who pays, where it knows; null otherwise. */
  readonly customer: string | null;
}

/** What the gateway is told of the card: all of it, or the token that it keeps it under. */
type Chargeable = OpenedCard & { readonly token: Redacted | undefined };

/**
 * Opens the card of a payment, hands it to the gateway, and forgets it. One card a payment: claimed in the store before the
 * gateway is called, so that a replay, in whatever process, finds it sent.
 *
 * The gateway's answer never makes the payment paid: it is asked about, as after a callback. A lost answer is asked about and
 * never repeated. A card that certainly did not reach the gateway may be sent again, encrypted anew.
 *
 * @throws CheckoutProblem `unknown-payment`, `card-already-sent`, `card-key-expired`, `card-unreadable`, `invalid-request`,
 * `card-not-supported`, `order-already-paid`, `too-many-requests`, `outcome-unknown`.
 * @throws PgwError when the gateway cannot be reached or its settings are wrong; nothing was charged.
 */
export async function payByCard(engine: Engine, cards: Cards, wish: CardPaymentRequest): Promise<CardPaid> {
  const { tries, keys } = cards;
  const awaiting = await awaitingCard(engine, wish.reference);
  const ofSender = await tries.takeOfSender(awaiting, wish.sender);
  const card = await chargeable(cards, wish.customer, await openCard(keys, awaiting, wish.jwe));
  const counted = card.token ?? card.number;
  const ofCard = counted === undefined ? [] : await tries.takeOfCard(counted);
  const taken = [...ofSender, ...ofCard];
  const payment = await claimCard(engine, awaiting).catch(async (error: unknown) => {
    // Another request has sent the card: this one was no try of its own.
    await tries.giveBack(taken);
    throw error;
  });
  const isKept = wish.save && wish.customer !== null && card.token === undefined;
  if (isKept && wish.customer !== null) await cards.saved.expect(wish.customer, card, payment);
  const outcome = await engine.gateway.attempt.processPayment(requestOf(payment, card, isKept));
  if (outcome.kind === 'done') {
    const token = isKept ? savedCardToken(outcome.answer, engine.gateway.profile) : undefined;
    if (token !== undefined) await cards.saved.keep(payment, new Redacted(token));
    const paid = await answered(engine, payment, outcome.answer);
    if (isGood(paid)) await tries.giveBack(taken);
    return paid;
  }
  if (outcome.kind === 'unknown') {
    const paid = await lost(engine, payment, outcome.error);
    if (isGood(paid)) await tries.giveBack(taken);
    return paid;
  }
  if (outcome.kind === 'rejected' && outcome.error instanceof GatewayFaultError) {
    return refused(engine, payment, outcome.error);
  }
  await tries.giveBack(taken);
  return notSent(engine, payment, outcome.error);
}

async function chargeable(cards: Cards, customer: string | null, card: OpenedCard): Promise<Chargeable> {
  const { savedCardId, number } = card;
  const saved = savedCardId === undefined ? undefined : await cards.saved.find(customer, savedCardId);
  const brand = saved ? saved.brand : cardBrandOf(number?.reveal() ?? '');
  if (!takesBrand(cards.settings, brand)) {
    throw new CheckoutProblem(
      'card-not-supported',
      'Cards of this brand are not taken here. Use another card.',
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
