import { isSameReference, PgwError, type GatewayProfile } from '@pgw/protocol';
import { isBlankNumber } from '@pgw/protocol/internal';
import { queryRecord } from '../../sync/gateway-record.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { syncPayment, syncIfStale } from '../../sync/sync-payment.ts';
import { mayHaveRetried } from '../../model/payments/hosted-session.ts';
import { isGatewayDown, type PaymentContext } from '../../engine/payment-context.ts';
import { recordUnknownReturn } from '../../recovery/unknown-transactions.ts';
import { toResultPayment, addReference } from '../storefront-payment.ts';
import { catchSyncFailure, waitForSync } from '../input/catch-sync-failure.ts';
import { type Context, createRedirect, type Exchange, type HttpRequest, type Handler } from '../route.ts';
import { countRequest } from '../guards.ts';
import { grantAccess, hasAccess, isOnPhone } from '../payment-access.ts';
import {
  createStatePage,
  refreshSeconds,
  createResultPage,
  type PageWithoutPayment,
} from '../pages/return-pages.ts';
import { shareConcurrentRuns } from '../../engine/shared-runs.ts';
import { readFormFields } from '../input/body.ts';

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
    const payment =
      reference === undefined ? undefined : await paymentContext.store.find('payment', reference);
    if (payment === undefined) {
      const isAllowed = await mayQueryUnknown(context, request, { reference, transactionNumber });
      const page = isAllowed
        ? await choosePageWithoutPayment(context, { reference, transactionNumber })
        : 'not-checked';
      const retryAfter = { 'Retry-After': String(refreshSeconds) };
      const headers = page === 'not-checked' ? retryAfter : {};
      return createResultPage(context, page, { headers, status: isAllowed ? httpStatuses[page] : 429 });
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
    const orderUrl = settings.getOrderUrl?.(updatedPayment.orderId, {});
    if (orderUrl === undefined)
      return createResultPage(context, await toResultPayment(context, updatedPayment));
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
    const facts = { reference, transactionNumber, error };
    paymentContext.emit({ level: 'warn', event: 'return-not-checked', message, ...facts });
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

/**
 * POST /return/:token: redirects to the same address with GET, because a POST from another site has no cookie with
 * `SameSite=Lax`. It changes nothing.
 */
export function createReturnFormHandler({ paymentContext, settings }: Context): Handler {
  const { returnParameters: names } = paymentContext.gateway.profile;
  return async ({ request, params: { token } }) => {
    const form = readReturnParameters(await readFormFields(request), names);
    const fromQuery = readReturnParameters(request.query, names);
    const path = token !== undefined ? `/return/${encodeURIComponent(token)}` : '/return';
    const target = new URLSearchParams();
    const append = (name: string, value: string | undefined): void => {
      if (value !== undefined) target.append(name, value);
    };
    append(names.referenceCode, form.reference ?? fromQuery.reference);
    append(names.transactionNumber, form.transactionNumber ?? fromQuery.transactionNumber);
    const query = target.size === 0 ? '' : `?${target.toString()}`;
    return createRedirect(settings.addresses.path(`${path}${query}`));
  };
}

/** The parameters that the gateway adds to the return URL. They are not signed. */
export interface ReturnParameters {
  readonly reference: string | undefined;
  readonly transactionNumber: string | undefined;
}

export function readReturnParameters(
  fields: URLSearchParams,
  names: GatewayProfile['returnParameters'],
): ReturnParameters {
  const transactionNumber = readParameter(fields, names.transactionNumber) ?? '';
  return {
    reference: readParameter(fields, names.referenceCode),
    transactionNumber: isBlankNumber(transactionNumber) ? undefined : transactionNumber,
  };
}

/** No number of the gateway is longer. */
const maxLength = 100;

/**
 * Returns the value of a parameter. A page that escapes the URL twice writes `&amp;` before a name. Of several
 * values the last counts, because the gateway adds its parameters at the end.
 */
function readParameter(fields: URLSearchParams, name: string): string | undefined {
  const values = [...fields]
    .filter(
      ([key]) =>
        key
          .replace(/^(amp;)+/, '')
          .trim()
          .toLowerCase() === name.toLowerCase(),
    )
    .map(([, value]) => removeCopies(removePadding(value)))
    .filter((value) => value !== '' && value.length <= maxLength && !hasControlCharacter.test(value));
  return values.at(-1);
}

// eslint-disable-next-line no-control-regex -- no number has these characters, and PostgreSQL refuses U+0000
const hasControlCharacter = /[\u0000-\u001F\u007F]/;

function removePadding(text: string): string {
  return /[^\s\p{C}](?:.*[^\s\p{C}])?/su.exec(text)?.[0] ?? '';
}

/** Returns `R1` for `R1,R1`: some servers join the values of a repeated parameter with commas. */
function removeCopies(text: string): string {
  const [first = '', ...others] = text.split(',').map(removePadding);
  return others.every((other) => other === first) ? first : text;
}
