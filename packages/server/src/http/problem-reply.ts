import {
  PgwError,
  type PgwErrorCode,
  type StorefrontPayment,
  type StorefrontProblem,
  type StorefrontProblemCode,
} from '@pgw/protocol';
import { storefrontProblems, getErrorMessage } from '@pgw/protocol/internal';
import { escapeHtml } from '@pgw/protocol/html';
import { isGatewayDown } from '../engine/payment-context.ts';
import type { CheckoutEventListener } from '../events/event.ts';
import type { Payment } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { toStorefrontPayment } from './storefront-payment.ts';
import { type Context, createTextReply, type HttpReply, type HttpRequest, negotiate } from './route.ts';
import type { PublicAddresses } from '../options/addresses.ts';
import { createPageReply, renderDocument } from './pages/page.ts';

/** The page has no scripts, styles or images. */
const pagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The value of `Retry-After` of a 503 response whose error contains no time. */
const defaultRetryAfterSeconds = 5;

/** What a problem response needs. */
export interface ProblemContext {
  readonly emit: CheckoutEventListener;
  readonly addresses: PublicAddresses;
  readonly isGatewayDown: () => boolean;
  readonly toView: (payment: Payment) => StorefrontPayment;
  readonly getOrderUrl?: ((orderId: string) => string | undefined) | undefined;
}

export type ProblemResponder = (error: unknown, request: HttpRequest) => HttpReply;

export function toProblemContext(context: Context): ProblemContext {
  const { paymentContext, settings } = context;
  return {
    emit: paymentContext.emit,
    addresses: settings.addresses,
    isGatewayDown: () => isGatewayDown(paymentContext),
    toView: (payment) => toStorefrontPayment(payment, context),
    getOrderUrl: (orderId) => settings.getOrderUrl?.(orderId, {}),
  };
}

/**
 * Converts an error of a route to a problem response (RFC 9457) or a page, and emits an event for an HTTP 5xx
 * response.
 */
export function createProblemResponder(context: ProblemContext): ProblemResponder {
  const { emit, addresses } = context;
  return (error, request) => {
    const problem = toProblem(error, context);
    const { status, code } = problem;
    const isExpected = error instanceof CheckoutProblem && error.isExpected;
    if (status >= 500 && !isExpected && !hasSeparateEvent(code, context)) {
      const facts = { code, status, path: hideToken(request.path), ...describeCause(error) };
      emit({ level: 'error', event: 'request-failed', ...facts, error });
    }
    // No problem is cached, not even a 404 response: a file may be missing only while a new version is deployed.
    const headers = { 'Cache-Control': 'no-store', ...createRetryAfter(error, status) };
    const types = ['application/json', 'application/problem+json', 'text/html'];
    if (negotiate(request).mediaType(types) === 'text/html') {
      const page = renderProblemPage(problem, findPreviousPath(request.header('referer'), addresses));
      return createPageReply(page, pagePolicy, { headers, status });
    }
    const text = JSON.stringify(problem);
    return createTextReply('application/problem+json; charset=utf-8', text, headers, status);
  };
}

function createRetryAfter(error: unknown, status: number): Readonly<Record<string, string>> {
  const isOwnError = error instanceof CheckoutProblem || error instanceof PgwError;
  const retryAfterMs = isOwnError ? error.retryAfterMs : undefined;
  const seconds =
    retryAfterMs === undefined ? defaultRetryAfterSeconds : Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return retryAfterMs !== undefined || status === 503 ? { 'Retry-After': String(seconds) } : {};
}

function hideToken(path: string): string {
  return path.replace(/\/(return|phone)\/.*/i, '/$1/:token');
}

/** An error of the gateway client or the store has the better message, because it contains the next step. */
function describeCause(error: unknown) {
  const cause = error instanceof CheckoutProblem && error.cause instanceof PgwError ? error.cause : error;
  const ids = cause instanceof PgwError ? cause.ids : {};
  const toText = (id: string | number | undefined): string | null => (id === undefined ? null : String(id));
  const reference = error instanceof CheckoutProblem ? error.reference : undefined;
  return {
    message: getErrorMessage(cause),
    causeCode: cause instanceof PgwError ? cause.code : null,
    endpoint: toText(ids['endpoint']),
    reference: toText(reference ?? ids['reference'] ?? ids['referenceCode']),
    orderId: toText(ids['order']),
    transactionNumber: toText(ids['transactionNumber']),
  };
}

/** True for problems that have a separate event: callbacks without a payment, accounts, and outages of the gateway. */
function hasSeparateEvent(code: StorefrontProblemCode, context: ProblemContext): boolean {
  if (code === 'callback-for-unknown-payment' || code === 'account-unavailable') return true;
  return code === 'gateway-unreachable' && context.isGatewayDown();
}

function toProblem(error: unknown, { toView, getOrderUrl }: ProblemContext): StorefrontProblem {
  if (error instanceof CheckoutProblem) {
    const { order, reference, orderId } = error;
    const orderUrl = orderId === undefined ? undefined : getOrderUrl?.(orderId);
    const payments = error.payments?.map(toView);
    return createProblem(error.code, error.message, { order, reference, orderUrl, payments });
  }
  if (error instanceof PgwError) return createProblem(...gatewayProblems[error.code]);
  return createProblem('internal', 'The error was reported to the shop. This request charged nothing.');
}

const misconfigured = [
  'gateway-misconfigured',
  'The settings of the shop are wrong. Nothing was charged.',
] as const;

/** The text for visitors. The accounts are in the event. */
export const wrongAccountDetail =
  'The database of the shop belongs to another merchant account. Nothing was charged.';

const gatewayProblems: Readonly<
  Record<PgwErrorCode, readonly [code: StorefrontProblemCode, detail: string]>
> = {
  'gateway-unreachable': [
    'gateway-unreachable',
    'The gateway did not respond. Nothing was started; try again in a moment.',
  ],
  'gateway-busy': [
    'gateway-busy',
    'The gateway accepts no more requests at the moment. Nothing was started; try again shortly.',
  ],
  'outcome-unknown': [
    'outcome-unknown',
    'It is not known whether the gateway has processed the request. Query the payment before you try again.',
  ],
  'invalid-response': [
    'invalid-gateway-response',
    'The response of the gateway does not match its interface.',
  ],
  'gateway-fault': ['payment-refused', 'The gateway refused the payment. Nothing was charged.'],
  'invalid-request': [
    'payment-refused',
    'The payment does not match the rules of the gateway. Nothing was charged.',
  ],
  'store-unavailable': ['store-unavailable', 'The shop could not store this request. Try again later.'],
  'wrong-account': ['wrong-account', wrongAccountDetail],
  'account-unavailable': [
    'account-unavailable',
    'The data of this shop could not be loaded. Nothing was charged.',
  ],
  'invalid-configuration': misconfigured,
  'signature-rejected': misconfigured,
  unauthorized: misconfigured,
};

function createProblem(
  code: StorefrontProblemCode,
  detail: string,
  extra: Pick<StorefrontProblem, 'order' | 'reference' | 'orderUrl' | 'payments'> = {},
): StorefrontProblem {
  return { type: `urn:pgw:problem:${code}`, ...storefrontProblems[code], code, detail, ...extra };
}

/** Renders a problem for forms without scripts. */
function renderProblemPage(
  { title, detail, orderUrl }: Pick<StorefrontProblem, 'title' | 'detail' | 'orderUrl'>,
  previousPath: string,
): string {
  const [href, text] = orderUrl === undefined ? [previousPath, 'Back'] : [orderUrl, 'View your order'];
  return renderDocument({
    title,
    main: `
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="${escapeHtml(href)}">${text}</a></p>
`,
  });
}

/** Other sites can set the Referer header to any URL, so only a path at the shop's origin is used. */
function findPreviousPath(from = '', { origin, shopUrl }: PublicAddresses): string {
  if (!URL.canParse(from) || new URL(from).origin !== origin) return shopUrl;
  const { pathname, search } = new URL(from);
  // A link to `//name` would lead to another site.
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}
