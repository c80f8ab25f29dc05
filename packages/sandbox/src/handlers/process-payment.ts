import { authType, endpoints, type Endpoints } from '@pgw/protocol';
import { transactionNotFoundCode, undocumentedCode } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createRefusal, createInvalidRequestRefusal } from './responses.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import { channelIds } from '../catalogue/channel-ids.ts';
import { cardOutcomes, findChallengeMethod } from '../catalogue/test-cards.ts';
import type { Payment } from '../ledger/tables.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import type { CardSummary } from '../ledger/payments/saved-cards.ts';
import { readCard } from './payments/card.ts';
import { createHandler, HandlerResult, type HandlerContext } from './handler.ts';
import { createRedirection } from './payments/redirection.ts';

type Request = z.output<Endpoints['processPayment']['request']>;
type Result = z.input<Endpoints['processPayment']['response']>;

const paymentExpiredCode = 2021;
const alreadyProcessedCode = 2022;
const { pending, success, authorized, expired } = paymentStatusNumber;

/** Charges, authorizes, captures or verifies a card for a payment that is already open. */
export const processPayment = createHandler(endpoints.processPayment, (request, context) => {
  const payment = context.gateway.ledger.findPayment(request.transactionNumber);
  if (payment === undefined || payment.tenantId !== context.tenant.id)
    throw createRefusal(transactionNotFoundCode, 'Transaction Not Found');
  const type = request.channelDetails?.AuthType ?? selectDefaultAuthType(payment);
  if (type === authType.partialPayment) return capture(payment, request, context);
  checkState(payment);
  const card = readCard(request.channelDetails ?? {}, context);
  const attempt: CardAttempt = { payment, card, type, request, context };
  const result = type === authType.verify ? verify(attempt) : charge(attempt);
  return new HandlerResult(result, {
    delayMs: card.outcome === 'slow' ? context.gateway.settings.slowResponseMs : 0,
    isConnectionClosed: card.outcome === 'unknown-outcome',
  });
});

interface CardAttempt {
  readonly payment: Payment;
  readonly card: CardSummary;
  /** A value of `authType`. */
  readonly type: number;
  readonly request: Request;
  readonly context: HandlerContext;
}

/** Returns the default AuthType: an authorized payment is captured, any other payment is charged in full. */
function selectDefaultAuthType({ status }: Payment): number {
  return status === authorized ? authType.partialPayment : authType.fullPayment;
}

function checkState(payment: Payment): void {
  if (payment.status === expired) throw createRefusal(paymentExpiredCode, 'Payment Expired');
  if (payment.status !== pending) throw createRefusal(alreadyProcessedCode, 'Transaction Already Processed');
  const channel = findChannel(payment.channelId);
  if (channel !== undefined && channel.type !== 'Card')
    throw createRefusal(
      undocumentedCode,
      `${channel.name} does not accept cards: transaction ${payment.transactionNumber}.`,
    );
}

/**
 * Captures a part of an authorized payment, or the whole remaining amount. The last capture releases the
 * rest.
 *
 * @throws Refusal with fault 2010 before the authorization, 2021 after it has expired, and 2022 after the last
 * capture or a void.
 */
function capture(payment: Payment, request: Request, { gateway }: HandlerContext): Result {
  const { transactionNumber, status, heldAmount } = payment;
  if (status === expired) throw createRefusal(paymentExpiredCode, 'Payment Expired');
  if (status === pending)
    throw createRefusal(transactionNotFoundCode, 'Transaction Not Found: it is not authorized.');
  if (status !== authorized) throw createRefusal(alreadyProcessedCode, 'Transaction Already Processed');
  const amount = request.amount ?? heldAmount;
  if (amount > heldAmount)
    throw createInvalidRequestRefusal([
      { path: 'amount', message: `is above the amount that is authorized and not captured, ${heldAmount}` },
    ]);
  const isLast = request.LastPayment === true || amount === heldAmount;
  const captured = gateway.ledger.capture(transactionNumber, { amount, isLast });
  if (captured === undefined) throw createRefusal(alreadyProcessedCode, 'Transaction Already Processed');
  return {
    status: success,
    type: authType.partialPayment,
    transactionNumber,
    partialTransactionNumber: captured.captureNumber,
    amount,
  };
}

/** Verifies a card without a transfer of money. The payment stays pending and may be charged afterwards. */
function verify({ payment, card, request, context }: CardAttempt): Result {
  const { status } = cardOutcomes[card.outcome];
  const { transactionNumber } = payment;
  const token = status === success ? saveCard(card, request, context) : null;
  return {
    status,
    type: authType.verify,
    transactionNumber,
    partialTransactionNumber: null,
    amount: 0,
    ...toWireToken(token, context),
  };
}

function charge({ payment, card, type, request, context }: CardAttempt): Result {
  const { transactionNumber, amount } = payment;
  if (request.amount !== undefined && request.amount !== amount)
    throw createInvalidRequestRefusal([
      { path: 'amount', message: `is not the amount of the transaction, ${amount}` },
    ]);
  const { ledger } = context.gateway;
  const { status, message } = cardOutcomes[card.outcome];
  const challenge = findChallengeMethod(card.outcome);
  const paymentToken = status === success ? saveCard(card, request, context) : null;
  ledger.payments.change(transactionNumber, {
    channelId: payment.channelId ?? channelIds.card,
    cardBrand: card.brand,
    cardLastDigits: card.lastDigits,
    providerMessage: message,
    challengeType: challenge === undefined ? null : type,
    paymentToken,
  });
  const response = { type, transactionNumber, partialTransactionNumber: null, amount };
  if (challenge !== undefined) {
    const baseUrl = context.gateway.url();
    const redirectUrl = `${baseUrl}/bank/${transactionNumber}`;
    const formAction = `${baseUrl}/challenge/${transactionNumber}`;
    const redirection = createRedirection(challenge, { redirectUrl, formAction });
    return { status: pending, ...response, ...toWireExtras({ ...redirection }, context) };
  }
  ledger.decide(transactionNumber, {
    status: status === success && type === authType.preAuth ? authorized : status,
  });
  const decidedPayment = ledger.payments.find(transactionNumber) ?? payment;
  const wireStatus = ledger.toWireStatus(decidedPayment);
  const token = wireStatus === success || wireStatus === authorized ? paymentToken : null;
  return { status: wireStatus, ...response, ...toWireToken(token, context) };
}

/**
 * Saves the card if the request has `savePayment`, and returns its token. A card that is already saved keeps
 * its token.
 */
function saveCard(card: CardSummary, request: Request, { gateway, tenant }: HandlerContext): string | null {
  if (request.savePayment !== true) return null;
  return request.channelDetails?.paymentToken ?? gateway.ledger.savedCards.save(tenant.id, card);
}

function toWireToken(token: string | null, context: HandlerContext): Partial<Result> {
  const { responseToken } = context.gateway.settings.profile.savedCards;
  return token === null ? {} : toWireExtras({ [responseToken]: token }, context);
}

/** Returns properties that known gateways add to the five properties of the interface document. */
function toWireExtras(properties: Partial<Result>, { gateway }: HandlerContext): Partial<Result> {
  return gateway.settings.preset === 'document' ? {} : properties;
}
