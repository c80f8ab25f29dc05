import { authType, endpoints, type Endpoints, type Violation } from '@pgw/protocol';
import { transactionNotFoundCode, undocumentedCode } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createRefusal, createInvalidRequestRefusal } from './responses.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import { channelIds } from '../catalogue/channel-ids.ts';
import {
  cardOutcomes,
  findChallengeMethod,
  findCardBrand,
  parseCardNumber,
  findCardOutcome,
} from '../catalogue/test-cards.ts';
import type { Payment } from '../ledger/tables.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import type { CardSummary } from '../ledger/payments/saved-cards.ts';
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

interface CardDetails {
  readonly cardNumber?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly securityCode?: string | undefined;
  readonly paymentToken?: string | undefined;
}

/**
 * Reads the card of a request by its number or by the token of a saved card. The result has neither number
 * nor security code. The security code is optional; 000 and 0000 are wrong for every card.
 *
 * @throws Refusal that names the invalid properties, without their values.
 */
export function readCard(details: CardDetails, { gateway, tenant }: HandlerContext): CardSummary {
  const violations = findSecurityCodeViolations(details);
  const card =
    details.paymentToken === undefined
      ? readCardByNumber(details, violations)
      : gateway.ledger.savedCards.find(tenant.id, details.paymentToken);
  if (card === undefined && details.paymentToken !== undefined)
    violations.push({ path: 'channelDetails.paymentToken', message: 'is not a saved card of this merchant' });
  if (card === undefined || violations.length > 0) throw createInvalidRequestRefusal(violations);
  if (card.expiresAt <= gateway.settings.now()) return { ...card, outcome: 'expired-card' };
  return isWrongSecurityCode(details) ? { ...card, outcome: 'wrong-code' } : card;
}

function isWrongSecurityCode({ securityCode }: CardDetails): boolean {
  return securityCode === '000' || securityCode === '0000';
}

function findSecurityCodeViolations({ securityCode }: CardDetails): Violation[] {
  if (securityCode === undefined || /^\d{3,4}$/.test(securityCode)) return [];
  return [{ path: 'channelDetails.securityCode', message: 'must have 3 or 4 digits' }];
}

/** Reads a card by its number. Adds an entry to `violations` for each invalid property. */
function readCardByNumber(details: CardDetails, violations: Violation[]): CardSummary | undefined {
  const digits = details.cardNumber === undefined ? undefined : parseCardNumber(details.cardNumber);
  const expiresAt = toExpiryTime(details);
  if (digits === undefined)
    violations.push({
      path: 'channelDetails.cardNumber',
      message: details.cardNumber === undefined ? 'is required' : 'is not a card number',
    });
  if (expiresAt === undefined)
    violations.push({
      path: 'channelDetails.expiryMonth',
      message: 'must be a month of expiryYear, such as "07" of "2030" or "30"',
    });
  if (digits === undefined || expiresAt === undefined) return undefined;
  return {
    brand: findCardBrand(digits),
    lastDigits: digits.slice(-4),
    outcome: findCardOutcome(digits),
    expiresAt,
  };
}

/** Returns the end of a card's last valid month, or undefined when the month or the year is not valid. */
function toExpiryTime({ expiryMonth = '', expiryYear = '' }: CardDetails): number | undefined {
  if (!/^(0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^(\d{2}|20\d{2})$/.test(expiryYear)) return undefined;
  const year = expiryYear.length === 2 ? 2000 + Number(expiryYear) : Number(expiryYear);
  return Date.UTC(year, Number(expiryMonth), 1);
}
