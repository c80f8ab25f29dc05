import { requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { CheckoutProblem } from '../model/problem.ts';
import { isWrongAccount } from '../model/ports/account-store.ts';
import { type Context, type HttpReply, RequestAborted, type Exchange, type HttpRequest } from './route.ts';
import { matchRoute, createRoutes } from './routes.ts';
import { createProblemResponder, wrongAccountDetail } from './problem-reply.ts';

/** Handles a request. Resolves with undefined when the sender has disconnected. Rejects only if the argument is no request. */
export type Dispatch = (request: HttpRequest) => Promise<HttpReply | undefined>;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isRequest = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['method', 'path'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  ['header', 'readBody', 'onClose'].every((name) => isFunction(Reflect.get(value, name))) &&
  Reflect.get(value, 'query') instanceof URLSearchParams;
const dispatched = z.object({
  request: z.custom(isRequest, 'must have the members of HttpRequest, which an adapter sets'),
});

export function createDispatch(context: Context): Dispatch {
  const routes = createRoutes(context);
  const requireMountPath = checkMountPath(context);
  const replyToProblem = createProblemResponder(context);

  const reply = async (exchange: Exchange): Promise<HttpReply> => {
    const { method } = exchange.request;
    // Express 4 and many proxies remove repeated slashes, so they have no meaning for any adapter.
    const path = exchange.request.path.replaceAll(/\/{2,}/g, '/');
    requireMountPath(exchange.request);
    const match = matchRoute(method, path);
    const route = match && routes[match.name];
    if (!route?.needsNoStore) await admit(context, exchange);
    if (match === undefined || route === undefined)
      throw new CheckoutProblem('not-found', `The checkout has no ${method} ${path}.`);
    const matched = { ...exchange, params: match.params };
    for (const guard of route.guards) await guard(matched);
    return route.handle(matched);
  };

  return async (request) => {
    requireArgument(dispatched, { request }, 'checkout.dispatch');
    const exchange: Exchange = { request, params: {}, headers: {} };
    try {
      const { status, headers, body } = await reply(exchange);
      return { status, headers: Object.assign(exchange.headers, headers), body };
    } catch (error) {
      if (error instanceof RequestAborted) return undefined;
      const { status, headers, body } = replyToProblem(error, request);
      return { status, headers: Object.assign(exchange.headers, headers), body };
    }
  };
}

/**
 * Rejects requests when the checkout is not mounted at `mountPath`, because callback and return URLs would be
 * wrong.
 */
function checkMountPath({ settings }: Context): (request: HttpRequest) => void {
  const { mountPath, addresses } = settings;
  const allowedPaths = [mountPath, addresses.path('')].map((path) => path.toLowerCase());
  return ({ mountPath: actualPath }) => {
    if (actualPath === undefined || allowedPaths.includes(actualPath.toLowerCase())) return;
    throw new CheckoutProblem(
      'wrong-mount-path',
      `The router is mounted at ${actualPath === '' ? '/' : actualPath}, and mountPath is ${mountPath}. Make them the same: ` +
        'callback and return URLs are built from mountPath.',
    );
  };
}

const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()';

const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Only pages of the shop may load these responses. Pages of other origins may load the element's files, which
  // have headers of their own.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
};

const retryWhenClosingMs = 5_000;

/** Adds the headers of most responses, and waits until the store is open. */
async function admit({ whenOpen, requests }: Context, { request, headers }: Exchange): Promise<void> {
  Object.assign(headers, securityHeaders);
  if (!requests.admit(request)) {
    // The checkout was closed on purpose, so no event is emitted.
    throw new CheckoutProblem('store-unavailable', 'The shop is restarting. Repeat the request.', {
      retryAfterMs: retryWhenClosingMs,
      isExpected: true,
    });
  }
  try {
    await whenOpen();
  } catch (cause) {
    if (isWrongAccount(cause)) throw new CheckoutProblem('wrong-account', wrongAccountDetail, { cause });
    throw new CheckoutProblem('store-unavailable', 'The store could not be opened.', { cause });
  }
}
