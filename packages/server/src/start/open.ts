import type { GatewayClient } from '@pgw/client';
import { GatewayFaultError, InvalidResponseError, PgwError, type Money } from '@pgw/protocol';
import { duplicateTransactionCode, formatViolations } from '@pgw/protocol/internal';
import { type PaymentContext, createNote } from '../engine/payment-context.ts';
import type { Choice } from '../offers/offers.ts';
import { createInitialPayment, type Payment } from '../model/payments/payment.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import { hashDetails, type ReadDetails } from '../model/payments/order-details.ts';
import { createTokenSeed } from '../engine/payment-tokens.ts';
import { computeNextQueryAt } from '../model/schedule.ts';
import { storeAllowedChange } from '../hooks/of-transition.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import { getPaymentFacts } from '../events/facts.ts';
import { parseGatewayTime } from '../sync/gateway-record.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { findAppScheme, toRedirect, createRedirectRules, type Redirect } from '../engine/redirect.ts';

/** Creates a payment, which is stored before the gateway receives a request. */
export function createPayment(
  context: PaymentContext,
  options: {
    readonly order: PricedOrder;
    readonly choice: Choice | undefined;
    readonly attempt: string;
    readonly ordinal: number;
    readonly callbackUrl: string;
    readonly traceparent: string | null;
  },
): Payment {
  const { order, choice, attempt, ordinal, callbackUrl, traceparent } = options;
  const now = context.now();
  const authType = choice?.authType ?? null;
  return createInitialPayment({
    reference: context.references.create(order.id),
    tokenSeed: createTokenSeed(),
    orderId: order.id,
    ordinal,
    attempt,
    amount: order.amount,
    currencyCode: order.currencyCode,
    callbackUrl,
    createdAt: now,
    pricedAt: order.resolvedAt,
    description: order.description,
    detailsHash: hashDetails(context.gateway, order.id, order.details)[0] ?? null,
    traceparent,
    channel: choice?.channel ?? null,
    bank: choice?.bank ?? null,
    fee: choice?.fee ?? 0,
    schedule: { queriedAt: null, nextQueryAt: computeNextQueryAt('created', { createdAt: now }, now) },
    card: authType === null ? null : { state: 'awaited', round: 0, sentAt: null, authType },
  });
}

export interface Sender {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
  readonly details: ReadDetails;
}

/** A started payment, and how the browser is redirected to pay it. */
export interface StartedPayment {
  readonly payment: Payment;
  readonly redirect: Redirect;
}

const maxUserAgentLength = 200;

/**
 * Requests a stored payment at the gateway and stores the response. Without a usable response, the payment is
 * `unknown`.
 */
export async function openPayment(
  context: PaymentContext,
  payment: Payment,
  sender: Sender,
): Promise<StartedPayment> {
  const response = await requestPayment(context, payment, sender).catch((error: unknown) =>
    storeFailedStart(context, payment, error),
  );
  const redirect = toRedirect(response, createRedirectRules(context, payment));
  const appScheme = redirect === undefined ? findAppScheme(response.redirectUrl) : undefined;
  if (appScheme !== undefined) return storeAppRedirection(context, payment, appScheme);
  if (redirect === undefined || !isSameMoney(response, payment)) {
    const message = 'The response has no usable redirection, or its amount differs from the requested one.';
    return storeFailedStart(
      context,
      payment,
      new PgwError('outcome-unknown', message, { ids: { reference: payment.reference } }),
    );
  }
  const change: PaymentChange = {
    state: 'open',
    transactionNumber: response.transactionNumber,
    redirect: JSON.stringify(redirect),
    expiresAt: parseGatewayTime(response.transactionExpired),
  };
  const openedPayment = await storeChange(
    context,
    payment,
    change,
    `The gateway opened transaction ${response.transactionNumber}.`,
  );
  if (openedPayment.state === 'refused') {
    const detail = 'An operator has ended this payment. Press Pay again for a new one.';
    throw new CheckoutProblem('payment-refused', detail, { reference: payment.reference });
  }
  context.emit({
    level: 'info',
    event: 'payment-started',
    message: 'The payment was started, and the browser is redirected.',
    ...getPaymentFacts(openedPayment),
    durationMs: Math.max(0, context.now() - openedPayment.createdAt),
  });
  return { payment: openedPayment, redirect };
}

/**
 * Requests a payment with an unknown outcome again, under the same reference. If the first request arrived, the gateway
 * refuses the reference, and no request of its interface returns the redirection or the number of the payment. So the payment
 * expires, and the result is undefined.
 *
 * @throws CheckoutProblem `duplicate-payment` if such a payment may move money without an approval of the shopper.
 */
export async function resolveUnknown(
  context: PaymentContext,
  payment: Payment,
  sender: Sender & { readonly needsApproval: (payment: Payment) => boolean },
): Promise<StartedPayment | undefined> {
  try {
    return await openPayment(context, payment, sender);
  } catch (error) {
    if (!(error instanceof CheckoutProblem) || error.code !== 'duplicate-payment') throw error;
    const text =
      'The gateway has this payment, but no browser was redirected to it. It is marked as expired.';
    await storeChange(context, payment, { state: 'expired' }, text);
    if (!sender.needsApproval(payment)) throw error;
    return undefined;
  }
}

export function createDuplicateProblem({ reference }: Payment, cause?: unknown): CheckoutProblem {
  const detail = 'The gateway has a payment with this reference already. Another one could charge twice.';
  return new CheckoutProblem('duplicate-payment', detail, { reference, cause });
}

type Response = Awaited<ReturnType<GatewayClient['requestPayment']>>;

/** The hosted page is opened by the endpoint of the profile. A session has no amount, and ends after its lifetime. */
async function requestPayment(context: PaymentContext, payment: Payment, sender: Sender): Promise<Response> {
  for (const { field, maxLength, rule } of sender.details.omitted) {
    const message = `The field ${field} of the order is not sent: it ${rule}. Correct it in resolveOrder.`;
    const facts = { ...getPaymentFacts(payment), field, maxLength };
    context.emit({ level: 'warn', event: 'order-field-omitted', message, ...facts });
  }
  const { gateway } = context;
  const { endpoint, sessionMinutes } = gateway.profile.hostedPage;
  const request: Parameters<GatewayClient['requestPayment']>[0] = {
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    referenceCode: payment.reference,
    ipAddress: sender.ipAddress,
    returnUrl: `${context.returnUrl}/${context.tokens.create('order', payment)}`,
    callbackUrl: payment.callbackUrl,
    ...sender.details.sent,
    channelId: payment.channel?.id,
    providerChannelId: payment.bank?.id,
    description: payment.description ?? undefined,
    userAgent: sender.userAgent?.slice(0, maxUserAgentLength),
  };
  if (payment.channel !== null || endpoint === 'requestPayment') return gateway.requestPayment(request);
  const endsAt = context.now() + sessionMinutes * 60_000;
  const { sessionNumber, redirectionType, redirectUrl } = await gateway.initialSession({
    ...request,
    expiredInMinutes: sessionMinutes,
  });
  const { amount, currencyCode } = payment;
  return {
    amount,
    currencyCode,
    transactionNumber: sessionNumber,
    redirectionType,
    redirectUrl,
    transactionExpired: new Date(endsAt).toISOString(),
  };
}

async function storeFailedStart(context: PaymentContext, payment: Payment, error: unknown): Promise<never> {
  const { reference } = payment;
  if (error instanceof GatewayFaultError && error.fault.code === duplicateTransactionCode) {
    await storeChange(
      context,
      payment,
      { state: 'unknown' },
      'The gateway has a payment with this reference already.',
    );
    throw createDuplicateProblem(payment, error);
  }
  if (!(error instanceof PgwError) || error.code === 'outcome-unknown') {
    await storeChange(context, payment, { state: 'unknown' }, describeUnknownOutcome(error));
    const detail =
      'It is not known whether the gateway has started the payment. Query the payment before you try again.';
    throw new CheckoutProblem('outcome-unknown', detail, { reference, cause: error });
  }
  // This request was not processed, but an earlier request may have been. The payment is queried when the
  // gateway responds.
  if (payment.state === 'unknown' && error.retryable) throw error;
  const change: PaymentChange = { state: 'refused', schedule: { nextQueryAt: null } };
  await storeChange(context, payment, change, `The payment was not started: ${error.code}.`);
  throw error;
}

/** No browser was redirected, so no shopper can pay the transaction that the gateway may have opened. */
async function storeAppRedirection(
  context: PaymentContext,
  payment: Payment,
  scheme: string,
): Promise<never> {
  const { reference } = payment;
  const message = `The gateway redirects to an address of an app (${scheme}), and not to a page. Request the page of this channel from its support, or remove the channel from the option channels. See https://pgw-js.github.io/pgw/wallets.`;
  await storeChange(context, payment, { state: 'unknown' }, `The gateway redirects to an app (${scheme}).`);
  throw new CheckoutProblem('app-redirection', 'The payment opens only in an app. Nothing was charged.', {
    reference,
    cause: new PgwError('outcome-unknown', message, { ids: { reference } }),
  });
}

function describeUnknownOutcome(error: unknown): string {
  if (!(error instanceof InvalidResponseError)) return 'No response of the gateway arrived.';
  const problem = error.violations.length === 0 ? 'it is unreadable' : formatViolations(error.violations);
  return `The response of the gateway does not match its interface: ${problem}.`;
}

/**
 * If a callback or an operator has changed the state in the meantime, and the new state is not allowed after it,
 * that state is kept.
 */
async function storeChange(
  context: PaymentContext,
  payment: Payment,
  change: PaymentChange,
  text: string,
): Promise<Payment> {
  const { state: _state, ...otherwise } = change;
  const note = createNote(context, payment, { source: 'start', kind: 'start-answered', text });
  return storeAllowedChange(context, payment, { change, otherwise, note });
}

function isSameMoney(response: Money, payment: Payment): boolean {
  return response.amount === payment.amount && response.currencyCode.toUpperCase() === payment.currencyCode;
}
