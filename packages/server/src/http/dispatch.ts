import { InvalidRequestError } from '@pgw/protocol';
import { CheckoutProblem } from '../model/problem.ts';
import { isWrongAccount } from '../model/ports/account-store.ts';
import { type Context, type HttpReply, RequestAborted, type Exchange, type HttpRequest } from './route.ts';
import { matchRoute, createRoutes, type Routes } from './routes.ts';
import {
  createProblemResponder,
  toProblemContext,
  wrongAccountDetail,
  type ProblemResponder,
} from './problem-reply.ts';
import type { RunningRequests } from '../background/running-requests.ts';
import { toMountPattern } from '../options/addresses.ts';

/** Handles a request. Resolves with undefined when the sender has disconnected. Rejects only if the argument is no request. */
export type Dispatch = (request: HttpRequest) => Promise<HttpReply | undefined>;

/** A part of the shop with requests and responses of its own, such as the back office. `checkout.mount` connects it to the server framework. */
export interface MountedPart {
  /** The path below which it handles requests, such as `/office`. */
  readonly path: string;
  /** Handles a request below the path. */
  readonly dispatch: Dispatch;
}

/** An adapter in JavaScript may pass any value. */
function requireRequest(request: Partial<HttpRequest> | null | undefined): void {
  const { method, path, query, header, readBody, onClose } = request ?? {};
  const isRequest =
    typeof method === 'string' &&
    typeof path === 'string' &&
    query instanceof URLSearchParams &&
    [header, readBody, onClose].every((member) => typeof member === 'function');
  if (isRequest) return;
  const message = 'must have the members of HttpRequest, which an adapter sets';
  throw new InvalidRequestError('checkout.dispatch', [{ path: 'request', message }]);
}

/** What handles the requests of an account, or those of all accounts. */
export interface DispatchOptions {
  readonly routes: Routes;
  /** The path of the mount, and the path as browsers see it. */
  readonly mountPaths: readonly string[];
  readonly replyToProblem: ProblemResponder;
  readonly whenOpen: () => Promise<void>;
  readonly requests: RunningRequests;
}

/** Creates the dispatch of an account. */
export function createDispatch(context: Context): Dispatch {
  const { settings, whenOpen, requests } = context;
  return createRouteDispatch({
    routes: createRoutes(context),
    mountPaths: [settings.mountPath, settings.addresses.path('')],
    replyToProblem: createProblemResponder(toProblemContext(context)),
    whenOpen,
    requests,
  });
}

export function createRouteDispatch(options: DispatchOptions): Dispatch {
  const { routes, replyToProblem } = options;
  const requireMountPath = checkMountPath(options.mountPaths);
  const reply = async (exchange: Exchange): Promise<HttpReply> => {
    const { method } = exchange.request;
    const path = normalizePath(exchange.request);
    requireMountPath(exchange.request);
    const match = matchRoute(method, path);
    const route = match && routes[match.name];
    if (!route?.needsNoStore) await admit(options, exchange);
    if (match === undefined || route === undefined)
      throw new CheckoutProblem('not-found', `The checkout has no ${method} ${path}.`);
    const matched = { ...exchange, params: match.params };
    for (const guard of route.guards) await guard(matched);
    return route.handle(matched);
  };

  return async (request) => {
    requireRequest(request);
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

/** Express 4 and many proxies remove repeated slashes, so they have no meaning for any adapter. */
export function normalizePath({ path }: Pick<HttpRequest, 'path'>): string {
  return path.replaceAll(/\/{2,}/g, '/');
}

/**
 * Rejects requests when the checkout is not mounted at `mountPath`, because callback and return URLs would be
 * wrong.
 */
function checkMountPath(mountPaths: readonly string[]): (request: HttpRequest) => void {
  const patterns = mountPaths.map((path) => toMountPattern(path, '$'));
  return ({ mountPath }) => {
    if (mountPath === undefined || patterns.some((pattern) => pattern.test(mountPath))) return;
    throw new CheckoutProblem(
      'wrong-mount-path',
      `The router is mounted at ${mountPath === '' ? '/' : mountPath}, and mountPath is ${mountPaths[0]}. Make them the same: ` +
        'callback and return URLs are built from mountPath.',
    );
  };
}

const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()';

export const securityHeaders: Readonly<Record<string, string>> = {
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
async function admit({ whenOpen, requests }: DispatchOptions, { request, headers }: Exchange): Promise<void> {
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

export interface MountedPath {
  /** The path of the mount as the request has it, such as `/pgw`. */
  readonly mountPath: string;
  /** The rest of the path, starting with `/`. */
  readonly path: string;
}

/** Finds the mount path in the path of a request. Undefined if the path is not below one of them. Letter case is ignored. */
export type FindMount = (pathname: string) => MountedPath | undefined;

export function createMountFinder(mountPaths: readonly string[]): FindMount {
  const patterns = mountPaths.map((mountPath) => toMountPattern(mountPath, '(?=/|$)'));
  return (pathname) => {
    const mountPath = patterns
      .map((pattern) => pattern.exec(pathname)?.[0])
      .find((found) => found !== undefined);
    return mountPath === undefined ? undefined : { mountPath, path: pathname.slice(mountPath.length) || '/' };
  };
}
