import { randomBytes } from 'node:crypto';
import { isSameReference, PgwError, type StorefrontPayment } from '@pgw/protocol';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { queryRecord } from '../../sync/gateway-record.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { syncPayment, syncIfStale } from '../../sync/sync-payment.ts';
import { mayHaveRetried } from '../../model/payments/hosted-session.ts';
import { isGatewayDown, type PaymentContext } from '../../engine/payment-context.ts';
import { recordUnknownReturn } from '../../recovery/unknown-transactions.ts';
import { toResultPayment } from '../result-payment.ts';
import { catchSyncFailure } from '../input/catch-sync-failure.ts';
import type { Context } from '../context.ts';
import { addReference } from '../order-page.ts';
import { countRequest } from '../guards/limit-requests.ts';
import { readReturnParameters, type ReturnParameters } from '../input/return-parameters.ts';
import { grantAccess, hasAccess, isOnPhone } from '../payment-access.ts';
import { createStatePage } from './state-page.ts';
import { shareConcurrentRuns } from '../../engine/shared-runs.ts';
import { renderScriptTags } from '../pages/script-tags.ts';
import { notCheckedRefreshSeconds, renderResultPage, type PageWithoutPayment } from '../pages/result-page.ts';
import { createHtmlReply, createRedirect, type HttpReply } from '../reply.ts';
import type { Exchange, HttpRequest } from '../request.ts';
import type { Handler } from '../route.ts';

/**
 * The maximum time that the browser waits for the update of a stored payment, because the shopper sees a blank
 * page.
 */
const queryWaitMs = 3_000;

/**
 * GET /return/:token: the browser returns from the gateway. The parameters are not signed. They only identify a
 * payment, about which the gateway is queried.
 */
export function createReturnHandler(context: Context): Handler {
  const { paymentContext, settings } = context;
  const shareSync = shareConcurrentRuns<Payment>();
  return async (exchange) => {
    const { request } = exchange;
    const names = paymentContext.gateway.profile.returnParameters;
    const { reference, transactionNumber } = readReturnParameters(request.query, names);
    const payment = reference === undefined ? undefined : await paymentContext.store.findPayment(reference);
    if (payment === undefined) {
      const isAllowed = await mayQueryUnknown(context, request, { reference, transactionNumber });
      const page = isAllowed
        ? await choosePageWithoutPayment(context, { reference, transactionNumber })
        : 'not-checked';
      const retryAfter = { 'Retry-After': String(notCheckedRefreshSeconds) };
      const headers = page === 'not-checked' ? retryAfter : {};
      return createResultPage(context, page, headers, isAllowed ? httpStatuses[page] : 429);
    }
    // The number in the URL is used only when no number is stored.
    const unverifiedNumber = payment.transactionNumber === null ? transactionNumber : undefined;
    const update = shareSync(`${payment.reference} ${unverifiedNumber}`, () =>
      catchSyncFailure(paymentContext, payment, syncAfterReturn(paymentContext, payment, unverifiedNumber)),
    );
    const updatedPayment = await waitForSync(context, payment, update);
    if (!maySeeOrder(context, exchange, updatedPayment))
      return createStatePage(context, request, updatedPayment);
    grantAccess(context, exchange, updatedPayment);
    const orderUrl = settings.getOrderUrl?.(updatedPayment.orderId);
    if (orderUrl === undefined)
      return createResultPage(
        context,
        await toResultPayment(paymentContext, updatedPayment, context.viewOptions),
      );
    return createRedirect(addReference(orderUrl, updatedPayment.reference));
  };
}

/**
 * Whether the browser has the cookie, or has returned with the token. After the QR code was opened, the token is
 * not enough, because it was sent to the phone too.
 */
function maySeeOrder(context: Context, exchange: Exchange, payment: Payment): boolean {
  if (isOnPhone(context, exchange, payment)) return false;
  const { token } = exchange.params;
  const hasToken = token !== undefined && context.paymentContext.tokens.isValid('order', payment, token);
  return (hasToken && payment.openedOnPhoneAt === null) || hasAccess(context, exchange, payment);
}

const freshMs = 1_500;

function syncAfterReturn(
  paymentContext: PaymentContext,
  payment: Payment,
  unverifiedNumber: string | undefined,
): Promise<Payment> {
  // The store does not have the transaction number, or the shopper may have tried again on the hosted page
  // after a failed attempt.
  const mustQuery = unverifiedNumber !== undefined || mayHaveRetried(payment, paymentContext.now());
  if (mustQuery && paymentContext.visitorQueries.acquire())
    return syncPayment(paymentContext, payment, { source: 'return', unverifiedNumber });
  return syncIfStale(paymentContext, payment, { source: 'return', freshMs });
}

/** The limit of queries for unknown references per second in all processes, because anyone can request this page. */
const unknownReturnsPerSecond = 5;

const httpStatuses: Readonly<Record<PageWithoutPayment, number>> = {
  'being-checked': 200,
  'not-found': 404,
  'not-checked': 503,
};

/**
 * Chooses the page for a reference that the store does not have, for example after a backup was restored. A
 * transaction that the gateway has is stored and reported as an event.
 */
async function choosePageWithoutPayment(
  { paymentContext }: Context,
  { reference, transactionNumber }: ReturnParameters,
): Promise<PageWithoutPayment> {
  if (reference === undefined || transactionNumber === undefined) return 'not-found';
  if (paymentContext.references.findMarkOfOtherShop(reference) !== undefined) return 'not-found';
  try {
    const record = await queryRecord(paymentContext, transactionNumber);
    // The record must have the same reference, because only a redirected browser knows the number and the
    // reference.
    if (record === undefined || !isSameReference(record.referenceCode, reference)) return 'not-found';
    await recordUnknownReturn(paymentContext, record);
    return 'being-checked';
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    // The interface does not allow this number, so the gateway has not issued it.
    if (error.code === 'invalid-request') return 'not-found';
    const message = `A shopper returned with an unknown reference, and the gateway could not be queried about it. ${error.message}`;
    paymentContext.emit({
      level: 'warn',
      event: 'return-not-checked',
      message,
      reference,
      transactionNumber,
      error,
    });
    return 'not-checked';
  }
}

/** Whether the gateway may be queried about an unknown reference. Counts the query. */
async function mayQueryUnknown(
  context: Context,
  request: HttpRequest,
  { reference, transactionNumber }: ReturnParameters,
): Promise<boolean> {
  const { paymentContext } = context;
  if (reference === undefined || transactionNumber === undefined) return true;
  if (paymentContext.references.findMarkOfOtherShop(reference) !== undefined || isGatewayDown(paymentContext))
    return true;
  try {
    await countRequest(context, 'unknown-return', request);
  } catch (error) {
    if (error instanceof CheckoutProblem) return false;
    throw error;
  }
  const quota = {
    name: 'unknown-return',
    perSecond: unknownReturnsPerSecond,
    wanted: 1,
    now: paymentContext.now(),
  };
  return (await paymentContext.store.acquireQuota(quota)) > 0;
}

/** Waits at most `queryWaitMs`, then resolves with the payment as it was read. The update continues. */
async function waitForSync(context: Context, payment: Payment, update: Promise<Payment>): Promise<Payment> {
  context.trackTask(update);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Payment>((resolve) => (timer = setTimeout(resolve, queryWaitMs, payment)));
  return Promise.race([update, timeout]).finally(() => clearTimeout(timer));
}

function createResultPage(
  { settings, assets, viewOptions }: Context,
  payment: StorefrontPayment | PageWithoutPayment,
  headers: HttpReply['headers'] = {},
  status = 200,
): HttpReply {
  const { addresses, logoOrigins, redirectOrigins } = settings;
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins });
  const page = renderResultPage(payment, {
    endpoint: addresses.path(''),
    scripts: renderScriptTags(assets, { addresses, nonce }).join(''),
    shop: { name: viewOptions.merchant, url: viewOptions.shopUrl },
  });
  return createHtmlReply(page, { ...headers, 'Content-Security-Policy': policy }, status);
}
