import { authType, GatewayFaultError, Redacted } from '@pgw/protocol';
import { savedCardToken } from '@pgw/protocol/internal';
import { findCardBrand, acceptsBrand } from './card-options.ts';
import {
  findPaymentAwaitingCard,
  claimCard,
  type CardPayment,
  handleResponse,
  handleUnknownOutcome,
  handleNotSent,
  handleRefusal,
  type CardPaymentResult,
} from './card-state.ts';
import type { Cards } from './cards.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { DecryptedCard } from './decrypt-card.ts';
import { toNetwork } from '../limits/limiter.ts';
import { CheckoutProblem } from '../model/problem.ts';

export interface CardPaymentRequest {
  readonly reference: string;
  /** JWE in its compact form; see `CardRequest`. */
  readonly jwe: string;
  readonly save: boolean;
  readonly sender: {
    readonly address: string;
    /** Null if the shop does not identify visitors. */
    readonly visitor: string | null;
  };
  /** The shop's id of the customer; null for a guest. */
  readonly customer: string | null;
}

/** The card that is sent to the gateway. Only a saved card has a `token`. It has no number and no expiry. */
type CardToSend = DecryptedCard & { readonly token: Redacted | undefined };

/**
 * Only one card is ever sent for a payment: it is claimed in the store first. The gateway's response never makes
 * the payment paid; it is queried instead, like after a callback. Without a response, the card is never sent again.
 * A card that certainly did not reach the gateway can be encrypted and sent again.
 */
export async function payByCard(
  context: PaymentContext,
  cards: Cards,
  request: CardPaymentRequest,
): Promise<CardPaymentResult> {
  const { tries, keys } = cards;
  // A shop without card forms does not load the library that decrypts cards.
  const { decryptCard } = await import('./decrypt-card.ts');
  const awaitingPayment = await findPaymentAwaitingCard(context, request.reference);
  const { reference, orderId } = awaitingPayment;
  const { address, visitor } = request.sender;
  // Before the card is decrypted
  const senderTries = await tries.count({
    payment: reference,
    order: orderId,
    address: toNetwork(address),
    visitor,
  });
  const card = await resolveCardToSend(
    cards,
    request.customer,
    await decryptCard(keys, awaitingPayment, request.jwe),
  );
  const tokenOrNumber = card.token ?? card.number;
  const cardTries = tokenOrNumber === undefined ? [] : await tries.count({ card: tokenOrNumber.reveal() });
  const countedTries = [...senderTries, ...cardTries];
  const payment = await claimCard(context, awaitingPayment).catch(async (error: unknown) => {
    // This request does not send the card, so it is not counted.
    await tries.revert(countedTries);
    throw error;
  });
  // A card that is already saved is not saved again.
  const savingCustomer = request.save && card.token === undefined ? request.customer : null;
  const shouldSave = savingCustomer !== null;
  if (savingCustomer !== null) await cards.saved.storePending(savingCustomer, card, payment);
  const outcome = await context.gateway.attempt.processPayment({
    ...toCardRequest(payment, card),
    ...(shouldSave && { savePayment: true }),
  });
  if (outcome.kind === 'done' && shouldSave) {
    const token = savedCardToken(outcome.response, context.gateway.profile);
    if (token !== undefined) await cards.saved.storeToken(payment, new Redacted(token));
  }
  if (outcome.kind === 'done' || outcome.kind === 'unknown') {
    const result =
      outcome.kind === 'done'
        ? await handleResponse(context, payment, outcome.response)
        : await handleUnknownOutcome(context, payment, outcome.error);
    if (isSuccessful(result)) await tries.revert(countedTries);
    return result;
  }
  if (outcome.kind === 'rejected' && outcome.error instanceof GatewayFaultError) {
    return handleRefusal(context, payment, outcome.error);
  }
  // The request did not reach the gateway, or the gateway refused it for a reason other than the card.
  await tries.revert(countedTries);
  return handleNotSent(context, payment, outcome.error);
}

async function resolveCardToSend(
  cards: Cards,
  customer: string | null,
  card: DecryptedCard,
): Promise<CardToSend> {
  const { savedCardId, number } = card;
  const saved = savedCardId === undefined ? undefined : await cards.saved.find(customer, savedCardId);
  const brand = saved ? saved.brand : findCardBrand(number?.reveal() ?? '');
  if (!acceptsBrand(cards.settings, brand)) {
    throw new CheckoutProblem(
      'card-not-supported',
      'Cards of this brand are not accepted. Use another card.',
    );
  }
  return { ...card, token: saved?.token };
}

function isSuccessful({ payment }: CardPaymentResult): boolean {
  return payment.state === 'paid' || payment.state === 'authorized' || payment.state === 'verified';
}

function toCardRequest(payment: CardPayment, card: CardToSend) {
  const { number, expiryMonth, expiryYear, holderName, securityCode, token } = card;
  return {
    // The number is known, because the payment is open.
    transactionNumber: payment.transactionNumber ?? '',
    // A verification charges nothing, so the request contains no amount.
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
  };
}
