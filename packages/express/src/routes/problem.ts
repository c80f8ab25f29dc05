import { PgwError, type StorefrontProblem, type StorefrontProblemCode } from '@pgw/protocol';
import type { NextFunction, Request, Response } from 'express';
import { getErrorMessage } from '../error-message.ts';
import { isGatewayDown } from '../payments/engine.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { toStorefrontPayment } from '../payments/storefront-payment.ts';
import type { Context } from './context.ts';
import { RequestAborted } from './requests/raw-body.ts';
import { sendProblemPage } from '../pages/problem-page.ts';
import { sendText } from './send-text.ts';

const responses: Readonly<
  Record<StorefrontProblemCode, { readonly status: number; readonly title: string }>
> = {
  'invalid-request': { status: 400, title: 'The request is invalid' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'body-already-parsed': { status: 500, title: 'The body was parsed before the checkout could read it' },
  'unsupported-content-encoding': { status: 415, title: 'The coding of the body is not supported' },
  'unknown-order': { status: 404, title: 'There is no such order' },
  'order-already-paid': { status: 409, title: 'The order is paid' },
  'order-expired': { status: 409, title: 'The order has expired' },
  'too-many-payments': { status: 409, title: 'The order has too many open payments' },
  'payment-being-checked': { status: 409, title: 'Your payment is being checked' },
  'channel-unavailable': { status: 422, title: 'The channel does not accept this payment' },
  'bank-unavailable': { status: 422, title: 'The bank is not available' },
  'total-changed': { status: 409, title: 'The total has changed' },
  'payment-refused': { status: 422, title: 'The gateway refused the payment' },
  'duplicate-payment': { status: 409, title: 'The order has a payment already' },
  'outcome-unknown': { status: 504, title: 'The outcome is not known yet' },
  'gateway-unreachable': { status: 503, title: 'The gateway cannot be reached' },
  'gateway-busy': { status: 503, title: 'The gateway has too many requests' },
  'gateway-misconfigured': { status: 500, title: 'The shop cannot accept payments right now' },
  'wrong-mount-path': {
    status: 500,
    title: 'The checkout is not mounted at its mountPath',
  },
  'invalid-gateway-response': { status: 502, title: 'The response of the gateway is invalid' },
  'unknown-payment': { status: 404, title: 'There is no such payment' },
  'card-unreadable': { status: 400, title: 'The card is not encrypted for this payment' },
  'card-not-supported': { status: 422, title: 'The shop does not accept cards of this brand' },
  'card-key-expired': { status: 409, title: 'The key of this payment has expired' },
  'card-already-sent': { status: 409, title: 'The card of this payment was sent already' },
  'callback-for-unknown-payment': { status: 503, title: 'The payment of the callback is not known yet' },
  'invalid-callback': { status: 400, title: 'The callback is malformed' },
  'invalid-signature': { status: 401, title: 'The signature does not match' },
  'store-unavailable': { status: 503, title: 'The shop cannot store payments right now' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'not-found': { status: 404, title: 'There is nothing here' },
  internal: { status: 500, title: 'Something went wrong' },
};

/** The value of `Retry-After` of a 503 response whose error contains no time. */
const defaultRetryAfterSeconds = 5;

/**
 * Converts an error of a route to a problem response (RFC 9457) or a page. For an HTTP 5xx response, emits an
 * event with the details that the browser does not receive, unless the problem is expected or has a separate
 * event.
 */
export function createProblemHandler({ engine, settings, viewOptions }: Context) {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, req: Request, res: Response, next: NextFunction): void => {
    if (res.headersSent) {
      next(error);
      return;
    }
    if (error instanceof RequestAborted) {
      res.destroy();
      return;
    }
    const problem = toProblem(error, viewOptions);
    const { status, code } = problem;
    const isExpected = error instanceof CheckoutProblem && error.isExpected;
    if (status >= 500 && !isExpected && !hasSeparateEvent(code, engine)) {
      const path = hideToken(req.path);
      engine.emit({
        level: 'error',
        event: 'request-failed',
        code,
        status,
        path,
        ...describeCause(error),
        error,
      });
    }
    const isOwnError = error instanceof CheckoutProblem || error instanceof PgwError;
    const retryAfterMs = isOwnError ? error.retryAfterMs : undefined;
    if (retryAfterMs !== undefined)
      res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
    else if (status === 503) res.set('Retry-After', String(defaultRetryAfterSeconds));
    // The rest of a refused body is not read, so no other request can be read from this connection (RFC 9112,
    // 9.3).
    if (req.readableDidRead && !req.complete && req.httpVersionMajor < 2) res.set('Connection', 'close');
    // No problem is cached, not even a 404 response: a file may be missing only while a new version is deployed.
    res.set('Cache-Control', 'no-store');
    res.status(status);
    if (req.accepts(['json', 'html']) === 'html') {
      sendProblemPage({ req, res, problem, addresses: settings.addresses });
    } else sendText(res, 'application/problem+json; charset=utf-8', JSON.stringify(problem));
  };
}

/** Returns the path of a request without the token of a payment. */
function hideToken(path: string): string {
  return path.replace(/\/(return|phone)\/.*/i, '/$1/:token');
}

/**
 * Returns the message and the ids of the event. If an error of the gateway client or the store caused the problem, the
 * message of this error is used, because it contains the next step.
 */
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

/**
 * True for problems that have a separate event: callbacks without a payment, and outages of the gateway.
 */
function hasSeparateEvent(code: StorefrontProblemCode, engine: Context['engine']): boolean {
  if (code === 'callback-for-unknown-payment') return true;
  return code === 'gateway-unreachable' && isGatewayDown(engine);
}

function toProblem(error: unknown, viewOptions: Context['viewOptions']): StorefrontProblem {
  if (error instanceof CheckoutProblem) {
    const { order, reference } = error;
    const payments = error.payments?.map((payment) => toStorefrontPayment(payment, viewOptions));
    return createProblem(error.code, error.message, { order, reference, payments });
  }
  if (error instanceof PgwError) return toGatewayProblem(error);
  // The router throws this error before any route runs.
  if (error instanceof URIError)
    return createProblem('invalid-request', 'The address is not valid percent-encoding.');
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
  return { type: `urn:pgw:problem:${code}`, ...responses[code], code, detail, ...extra };
}
