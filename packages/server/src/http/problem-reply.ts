import { PgwError, type StorefrontProblem, type StorefrontProblemCode } from '@pgw/protocol';
import { storefrontProblems } from '@pgw/protocol/internal';
import { getErrorMessage } from '../model/error-message.ts';
import { isGatewayDown } from '../engine/payment-context.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { toStorefrontPayment } from './storefront-payment.ts';
import type { Context } from './context.ts';
import { renderProblemPage, problemPagePolicy } from './pages/problem-page.ts';
import { negotiate } from './input/negotiation.ts';
import { createHtmlReply, createTextReply, type HttpReply } from './reply.ts';
import type { HttpRequest } from './request.ts';

/** The value of `Retry-After` of a 503 response whose error contains no time. */
const defaultRetryAfterSeconds = 5;

/**
 * Converts an error of a route to a problem response (RFC 9457) or a page, and emits an event for an HTTP 5xx
 * response.
 */
export function createProblemResponder({ paymentContext, settings, viewOptions }: Context) {
  return (error: unknown, request: HttpRequest): HttpReply => {
    const problem = toProblem(error, viewOptions);
    const { status, code } = problem;
    const isExpected = error instanceof CheckoutProblem && error.isExpected;
    if (status >= 500 && !isExpected && !hasSeparateEvent(code, paymentContext)) {
      const path = hideToken(request.path);
      paymentContext.emit({
        level: 'error',
        event: 'request-failed',
        code,
        status,
        path,
        ...describeCause(error),
        error,
      });
    }
    // No problem is cached, not even a 404 response: a file may be missing only while a new version is deployed.
    const headers = { 'Cache-Control': 'no-store', ...createRetryAfter(error, status) };
    const types = ['application/json', 'application/problem+json', 'text/html'];
    if (negotiate(request).mediaType(types) === 'text/html') {
      const page = renderProblemPage(problem, request.header('referer'), settings.addresses);
      const policy = { 'Content-Security-Policy': problemPagePolicy };
      return createHtmlReply(page, { ...headers, ...policy }, status);
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

/** True for problems that have a separate event: callbacks without a payment, and outages of the gateway. */
function hasSeparateEvent(code: StorefrontProblemCode, paymentContext: Context['paymentContext']): boolean {
  if (code === 'callback-for-unknown-payment') return true;
  return code === 'gateway-unreachable' && isGatewayDown(paymentContext);
}

function toProblem(error: unknown, viewOptions: Context['viewOptions']): StorefrontProblem {
  if (error instanceof CheckoutProblem) {
    const { order, reference } = error;
    const payments = error.payments?.map((payment) => toStorefrontPayment(payment, viewOptions));
    return createProblem(error.code, error.message, { order, reference, payments });
  }
  if (error instanceof PgwError) return toGatewayProblem(error);
  return createProblem('internal', 'The error was reported to the shop. This request charged nothing.');
}

function toGatewayProblem(error: PgwError): StorefrontProblem {
  switch (error.code) {
    case 'gateway-unreachable':
      return createProblem(
        'gateway-unreachable',
        'The gateway did not respond. Nothing was started; try again in a moment.',
      );
    case 'gateway-busy':
      return createProblem(
        'gateway-busy',
        'The gateway accepts no more requests at the moment. Nothing was started; try again shortly.',
      );
    case 'outcome-unknown':
      return createProblem(
        'outcome-unknown',
        'It is not known whether the gateway has processed the request. Query the payment before you try again.',
      );
    case 'invalid-response':
      return createProblem(
        'invalid-gateway-response',
        'The response of the gateway does not match its interface.',
      );
    case 'gateway-fault':
      return createProblem('payment-refused', 'The gateway refused the payment. Nothing was charged.');
    case 'invalid-request':
      return createProblem(
        'payment-refused',
        'The payment does not match the rules of the gateway. Nothing was charged.',
      );
    case 'store-unavailable':
      return createProblem('store-unavailable', 'The shop could not store this request. Try again later.');
    case 'invalid-configuration':
    case 'signature-rejected':
    case 'unauthorized':
      return createProblem(
        'gateway-misconfigured',
        'The settings of the shop are wrong. Nothing was charged.',
      );
  }
}

function createProblem(
  code: StorefrontProblemCode,
  detail: string,
  extra: Pick<StorefrontProblem, 'order' | 'reference' | 'payments'> = {},
): StorefrontProblem {
  return { type: `urn:pgw:problem:${code}`, ...storefrontProblems[code], code, detail, ...extra };
}
