import { PgwError } from '@pgw/protocol';
import { checkAsyncMethods, checkMethods } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { AccountOption } from '../engine/payment-context.ts';
import { CheckoutProblem } from '../model/problem.ts';
import type { Context, Guard, HttpRequest, RequestSource } from './route.ts';
import { toNetwork } from '../limits/limiter.ts';
import { readMediaType } from './input/body.ts';

type LimitedRequest = 'start' | 'return' | 'unknown-return';

/**
 * Whether a page of the shop has sent a request. A browser describes the sending page in `Sec-Fetch-Site`, which no page
 * can set, or in `Origin`. Undefined if the request has neither, or if the page hides its origin, which is then `null`.
 */
export function isFromShop(request: RequestSource, shopOrigin: string): boolean | undefined {
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.header('origin');
  return origin === undefined || origin === 'null' ? undefined : origin === shopOrigin;
}

/**
 * Refuses requests of pages of other sites, which have the cookies of the visitor. Other clients send neither header and no
 * cookies, and a browser sends `Origin` with every JSON request of another site.
 */
export function refuseOtherSites({ settings }: Context): Guard {
  const { origin } = settings.addresses;
  return ({ request }) => {
    if (!(isFromShop(request, origin) ?? request.header('origin') === undefined)) throw createRefusal();
  };
}

/** Refuses forms of pages of other sites. If the page is not known, the handler needs the token of the form. */
export function refuseFormsOfOtherSites({ settings }: Context): Guard {
  return ({ request }) => {
    if (isFromShop(request, settings.addresses.origin) === false) throw createRefusal();
  };
}

export function createRefusal(): CheckoutProblem {
  return new CheckoutProblem('invalid-request', 'The request must come from the shop’s own pages.');
}

/**
 * Refuses requests in an app that accepts cards and trusts any X-Forwarded-For header, because a card tester could
 * send another address with each request. An app may be configured after the checkout is mounted, so each request
 * reads it.
 */
export function refuseUntrustedProxy({ cards }: Pick<Context, 'cards'>): Guard {
  return ({ request }) => {
    if (cards === undefined || !request.trustsEveryAddress) return;
    throw new PgwError(
      'invalid-configuration',
      "The app's 'trust proxy' trusts every address, so anyone may claim any address, and card testing could not be limited. Set it to the " +
        "address of your proxy, or to the number of proxies in front: app.set('trust proxy', 'loopback'), app.set('trust proxy', 1).",
    );
  };
}

export function createRequestLimit(context: Context, kind: LimitedRequest): Guard {
  return ({ request }) => countRequest(context, kind, request);
}

export async function countRequest(
  { limiter, settings }: Context,
  kind: LimitedRequest,
  { clientAddress, native }: HttpRequest,
): Promise<void> {
  // An empty text, for example of an empty cookie, identifies no visitor.
  const visitor = (await settings.resolveVisitor?.(native)) || null;
  await limiter?.count({ [`${kind}-network`]: toNetwork(clientAddress), [`${kind}-visitor`]: visitor });
}

/** The response to a request that must be refused. */
export interface Refusal {
  /** 403 for a form of another site, and 429 at a limit. */
  readonly status: 403 | 429;
  /** What the visitor reads, as plain text in English. */
  readonly message: string;
  /** `Retry-After` at a limit. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a form shows that the shop has rendered it for this visitor. */
export interface FormProof {
  /** The secret in the visitor's cookie. Undefined if the request has none. */
  readonly visitor: string | undefined;
  /** The field with the token of `createFormToken`. */
  readonly token: unknown;
}

const formProof = z.strictObject({ visitor: z.string().optional(), token: z.unknown() });

const checkArguments = {
  newOrder: [
    ['request', z.unknown()],
    ['proof', formProof.optional()],
  ],
  foundOrder: [
    ['request', z.unknown()],
    ['order', z.unknown()],
  ],
} as const;
const visitorArgument = ['visitor', z.string()] as const;

/**
 * Checks of requests to the shop's own routes, with the rules and the counts of the checkout's routes. Each check resolves with
 * the response to a request that must be refused, and otherwise with undefined.
 */
export interface VisitorChecks<NativeRequest> {
  /**
   * Checks a request that places an order: a page of the shop has sent it, and its network has placed at most
   * `requestLimits.newOrdersPerNetwork` orders. A form of a browser that sends neither `Sec-Fetch-Site` nor the origin of the page
   * needs `proof`. JSON needs none, because browsers send no JSON of another site. The store counts the order.
   *
   * @throws PgwError when the store cannot be used.
   */
  newOrder(request: NativeRequest, proof?: FormProof, options?: AccountOption): Promise<Refusal | undefined>;
  /**
   * Checks a request for an order after the shop has searched it among the orders of the visitor. Counts it if it was not found.
   * Refuses every order to a network that has guessed `requestLimits.unknownOrdersPerNetwork` of them, also at the checkout's routes.
   *
   * @throws PgwError when the store cannot be used.
   */
  foundOrder(request: NativeRequest, order: unknown, options?: AccountOption): Promise<Refusal | undefined>;
  /**
   * Creates the token of a form for the visitor with this secret. The page has it in a hidden field.
   *
   * @throws PgwError `invalid-configuration` in a checkout with several accounts: the key of the token is that of the account, which
   * must be found first. Call `createFormTokenOf`.
   */
  createFormToken(visitor: string): string;
  /** Like `createFormToken`, and finds the account first. */
  createFormTokenOf(visitor: string, options?: AccountOption): Promise<string>;
}

const oneAccountMessage = 'is unknown: this checkout has one account';

/** Creates the checks. `read` describes a request of the server framework. */
export function createVisitorChecks<NativeRequest>(
  { settings, limiter, guesses, whenOpen, paymentContext: { tokens } }: Context,
  read: (request: NativeRequest) => RequestSource,
): VisitorChecks<NativeRequest> {
  const isOwnForm = (request: RequestSource, { visitor, token }: Partial<FormProof> = {}): boolean => {
    // A person can repeat a request, for example after a restart of the browser.
    if (request.header('sec-fetch-site') === 'none') return true;
    const isKnown = isFromShop(request, settings.addresses.origin);
    if (isKnown !== undefined) return isKnown;
    if (readMediaType(request) === 'application/json') return true;
    return (
      visitor !== undefined && typeof token === 'string' && tokens.isValidForm('visitor', visitor, token)
    );
  };
  const createFormToken = (visitor: string): string => tokens.createForm('visitor', visitor);
  const checks: Omit<VisitorChecks<NativeRequest>, 'createFormToken'> = {
    createFormTokenOf: (visitor) => Promise.resolve(createFormToken(visitor)),
    newOrder: async (native, proof) => {
      const request = read(native);
      if (!isOwnForm(request, proof))
        return { status: 403, message: 'Send this form from the shop.', headers: {} };
      return refuseAtLimit(async () => {
        await whenOpen();
        await limiter?.count({ 'new-order-network': toNetwork(request.clientAddress) });
      });
    },
    foundOrder: async (native, order) => {
      const { clientAddress } = read(native);
      return refuseAtLimit(async () => {
        guesses?.refuseGuesser(clientAddress);
        if (order !== undefined && order !== null) return;
        await whenOpen();
        await guesses?.count(clientAddress);
      });
    },
  };
  const noAccount = [
    'options',
    z
      .strictObject({
        account: z.custom<undefined>((account) => account === undefined, oneAccountMessage).optional(),
      })
      .optional(),
  ] as const;
  return {
    ...checkAsyncMethods('visitorChecks', checks, {
      newOrder: [...checkArguments.newOrder, noAccount],
      foundOrder: [...checkArguments.foundOrder, noAccount],
      createFormTokenOf: [visitorArgument, noAccount],
    }),
    ...checkMethods('visitorChecks', { createFormToken }, { createFormToken: [visitorArgument] }),
  };
}

async function refuseAtLimit(count: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await count();
    return undefined;
  } catch (error) {
    if (!(error instanceof CheckoutProblem) || error.code !== 'too-many-requests') throw error;
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 1_000));
    return { status: 429, message: error.message, headers: { 'Retry-After': String(seconds) } };
  }
}
