import { endpoints, paymentStatus, type Endpoints } from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createRefusal } from './responses.ts';
import { toDecimal } from '../ledger/decimal.ts';
import { findBank, findChannel } from '../catalogue/catalogue.ts';
import type { Payout, Payment } from '../ledger/tables.ts';
import { createHandler, type HandlerContext } from './handler.ts';

/** Returns the record of a payment, session or payout of this merchant. Numbers match in any letter case. */
export const queryPayment = createHandler(endpoints.queryPayment, (request, context) => {
  const { transactionNumber, sessionNumber } = request;
  const payment =
    sessionNumber === undefined
      ? findByTransactionNumber(transactionNumber, context)
      : findBySessionNumber(sessionNumber, transactionNumber, context);
  if (payment !== undefined) {
    const { amount, currencyCode } = payment;
    const hasDecimalAmount = context.gateway.scenarios.use('amounts', payment).length > 0;
    // Every field of the record has the values of the status in the record.
    const status = context.gateway.ledger.toWireStatus(payment);
    const wirePayment = { ...payment, status };
    return {
      ...toWirePayment(wirePayment),
      ...(hasDecimalAmount && { amount: toDecimal(amount, currencyCode) }),
      ...toWireSavedCard(wirePayment, context),
    };
  }
  const payout = findPayout(transactionNumber, context);
  if (payout === undefined) throw createRefusal(transactionNotFoundCode, 'Transaction Not Found');
  const hasDecimalAmount = context.gateway.scenarios.use('amounts').length > 0;
  const { amount, currencyCode } = payout;
  return {
    ...toWirePayout(payout),
    ...(hasDecimalAmount && { amount: toDecimal(amount, currencyCode) }),
  };
});

function findPayout(
  transactionNumber: string | undefined,
  { gateway, tenant }: HandlerContext,
): Payout | undefined {
  if (transactionNumber === undefined) return undefined;
  const payout = gateway.ledger.payoutTable.find(transactionNumber);
  return payout?.tenantId === tenant.id ? payout : undefined;
}

function findPayment(transactionNumber: string, { gateway, tenant }: HandlerContext): Payment | undefined {
  const payment = gateway.ledger.findPayment(transactionNumber);
  return payment?.tenantId === tenant.id ? payment : undefined;
}

/** Finds the attempt that paid a session, or the newest attempt of an unpaid session (public clients). */
function findSessionPayment(sessionNumber: string, { gateway, tenant }: HandlerContext): Payment | undefined {
  const session = gateway.ledger.findSession(sessionNumber);
  if (session?.tenantId !== tenant.id) return undefined;
  return gateway.ledger.payments.findBySession(session.sessionNumber);
}

/** Finds a payment by the `transactionNumber` of a query, which may also be a session number. */
function findByTransactionNumber(
  transactionNumber: string | undefined,
  context: HandlerContext,
): Payment | undefined {
  if (transactionNumber === undefined) return undefined;
  return findPayment(transactionNumber, context) ?? findSessionPayment(transactionNumber, context);
}

/** If the query also has a `transactionNumber`, that transaction must belong to the session. */
function findBySessionNumber(
  sessionNumber: string,
  transactionNumber: string | undefined,
  context: HandlerContext,
): Payment | undefined {
  if (transactionNumber === undefined) return findSessionPayment(sessionNumber, context);
  const payment = findByTransactionNumber(transactionNumber, context);
  return payment?.sessionNumber === sessionNumber.toUpperCase() ? payment : undefined;
}

function toWirePayment(payment: Payment): z.input<Endpoints['queryPayment']['response']> {
  const { outcome, name } = paymentStatus(payment.status);
  const bank = findBank(payment.providerChannelId);
  return {
    transactionNumber: payment.transactionNumber,
    paymentSessionNumber: payment.sessionNumber,
    referenceCode: payment.referenceCode,
    status: payment.status,
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    channelId: payment.channelId,
    providerTransactionNumber: payment.providerTransactionNumber,
    creationTime: new Date(payment.createdAt).toISOString(),
    remark: payment.description,
    providerChannelId: payment.providerChannelId,
    providerPaymentMethod:
      toCardText(payment) ?? bank?.displayName ?? findChannel(payment.channelId)?.name ?? null,
    providerErrorMessage: outcome === 'failed' ? (payment.providerMessage ?? name) : null,
    ...toWireLoyalty(payment),
  };
}

/** The record has the token of a saved card because the response of ProcessPayment may be lost. */
function toWireSavedCard(
  { paymentToken, status }: Payment,
  { gateway }: HandlerContext,
): Record<string, string> {
  const isSaved = ['paid', 'authorized', 'refunding', 'refunded'].includes(paymentStatus(status).outcome);
  // The record of the interface document has no token.
  if (paymentToken === null || !isSaved || gateway.settings.preset === 'document') return {};
  return { [gateway.settings.profile.savedCards.responseToken]: paymentToken };
}

function toCardText({ cardBrand, cardLastDigits }: Payment): string | undefined {
  return cardBrand === null || cardLastDigits === null ? undefined : `${cardBrand} ··${cardLastDigits}`;
}

function toWirePayout(payout: Payout): z.input<Endpoints['queryPayment']['response']> {
  const { outcome, name } = paymentStatus(payout.status);
  return {
    transactionNumber: payout.transactionNumber,
    paymentSessionNumber: null,
    referenceCode: payout.referenceCode,
    status: payout.status,
    currencyCode: payout.currencyCode,
    amount: payout.amount,
    channelId: payout.channelId,
    providerTransactionNumber: payout.providerTransactionNumber,
    creationTime: new Date(payout.createdAt).toISOString(),
    remark: payout.description,
    providerChannelId: payout.providerChannelId,
    providerPaymentMethod: findBank(payout.providerChannelId)?.displayName ?? null,
    providerErrorMessage: outcome === 'failed' ? name : null,
  };
}

/** The value of `loyaltyType` for the only loyalty programme of the sandbox. */
const loyaltyType = 1;

/** The values of both loyalty statuses (interface document, "Payment record"). */
const loyaltyStatus = { pending: 0, success: 1, failed: 2, void: 3 } as const;

/** Shoppers of the sandbox pay a fifth of the amount with points. The amount is divided by this number. */
const redemptionDivisor = 5;

const minorUnitsPerRewardPoint = 100;

/** The seven properties of a loyalty payment (interface document, "Payment record"). */
export interface LoyaltyProperties {
  readonly loyaltyType: number;
  /** One point is worth one minor unit. */
  readonly redemptionPoint: number;
  /** The amount that was paid with points, in minor units. */
  readonly redemptionAmount: number;
  /** The points that the shopper earns. */
  readonly rewardPoint: number;
  /** The amount that was paid with money, in minor units. */
  readonly paidAmount: number;
  readonly loyaltyRedemptionStatus: number;
  readonly loyaltyRewardStatus: number;
}

/** Empty for a channel without a loyalty programme. */
function toWireLoyalty(payment: Payment): LoyaltyProperties | Record<string, never> {
  if (findChannel(payment.channelId)?.type !== 'Loyalty') return {};
  const status = toLoyaltyStatus(payment);
  // A refunded payment has the loyalty status `void`, and keeps its amounts.
  const wasPaid = status === loyaltyStatus.success || status === loyaltyStatus.void;
  const redemptionAmount = wasPaid ? Math.floor(payment.amount / redemptionDivisor) : 0;
  const paidAmount = wasPaid ? payment.amount - redemptionAmount : 0;
  return {
    loyaltyType,
    redemptionPoint: redemptionAmount,
    redemptionAmount,
    rewardPoint: Math.floor(paidAmount / minorUnitsPerRewardPoint),
    paidAmount,
    loyaltyRedemptionStatus: status,
    loyaltyRewardStatus: status,
  };
}

function toLoyaltyStatus({ status }: Payment): number {
  switch (paymentStatus(status).outcome) {
    case 'paid':
      return loyaltyStatus.success;
    case 'refunding':
    case 'refunded':
      return loyaltyStatus.void;
    case 'pending':
    case 'authorized':
      return loyaltyStatus.pending;
    case 'failed':
    case 'canceled':
    case 'expired':
      return loyaltyStatus.failed;
  }
}
