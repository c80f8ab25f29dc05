import Negotiator from 'negotiator';
import type { AssetFiles } from './assets/asset-files.ts';
import type { Cards } from '../cards/cards.ts';
import type { CallbackWatch } from '../background/callback-watch.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { Inbox } from '../sync/inbox.ts';
import type { Offers } from '../offers/offers.ts';
import { validateOrder, type PricedOrder } from '../model/payments/order.ts';
import type { Health } from '../model/health.ts';
import type { Settings } from '../options/settings.ts';
import type { RequestLimitKind } from '../events/event-facts.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { OrderGuesses } from '../limits/order-guesses.ts';
import type { RunningRequests } from '../background/running-requests.ts';

/** A request of a browser or of the gateway, as an adapter of a server framework passes it to the checkout. */
export interface HttpRequest {
  /** The method in upper case. */
  readonly method: string;
  /** The path below the mount path, percent-encoded, starting with `/`. */
  readonly path: string;
  /** The query, without values that an app may have parsed differently. */
  readonly query: URLSearchParams;
  /** The path at which the framework has mounted the checkout. Undefined if the framework does not tell it. */
  readonly mountPath: string | undefined;
  /** Returns the value of a header. The name is in lower case. */
  header(name: string): string | undefined;
  /**
   * Reads the bytes of the body, without its `Content-Encoding`. At most `maxBytes`, default 100,000.
   *
   * @throws CheckoutProblem `body-already-parsed`, `body-too-large`, `unsupported-content-encoding`, or
   * `invalid-request` when the coding is damaged. RequestAborted when the sender has disconnected.
   */
  readBody(maxBytes?: number): Promise<Buffer>;
  /** The fields of a form, if a parser of the app has read the body before the checkout. */
  readonly parsedForm: Readonly<Record<string, unknown>> | undefined;
  /** The IP address of the visitor, with the framework's rules for proxies. */
  readonly clientAddress: string;
  /** Whether the framework trusts every proxy, so that a visitor can claim any address. */
  readonly trustsEveryAddress: boolean;
  /** Calls the listener once, when the response was sent or the connection was closed. */
  onClose(listener: () => void): void;
  /** The request of the framework. `resolveOrder`, `resolveVisitor` and `resolveCustomer` receive it. */
  readonly native: unknown;
}

/** What is known of a request without its path and its body, also if it is for a route of the shop. */
export type RequestSource = Pick<HttpRequest, 'header' | 'clientAddress' | 'native'>;

/** A request, the parameters in its path, and the headers of its response, which is not known yet. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly params: Readonly<Record<string, string>>;
  /** The headers of every response to this request, including an error. The headers of a reply replace them. */
  readonly headers: Record<string, string>;
}

/** The sender has disconnected before the body was complete. No response can be sent, and no event is emitted. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';

  constructor() {
    super('The connection was closed before the body was complete.');
  }
}

/** A response, which an adapter sends with its server framework. */
export interface HttpReply {
  /** The HTTP status. */
  readonly status: number;
  /** The headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a response without a body. */
  readonly body: string | Uint8Array | undefined;
}

type Headers = HttpReply['headers'];

// The options are parameters of their own: a member that a library adds to all objects cannot be mistaken for one.

export function createTextReply(
  contentType: string,
  text: string,
  headers: Headers = {},
  status = 200,
): HttpReply {
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: { ...headers, 'Content-Type': contentType, 'Content-Length': length },
    body: text,
  };
}

export function createJsonReply(body: object, headers?: Headers, status?: number): HttpReply {
  return createTextReply('application/json; charset=utf-8', JSON.stringify(body), headers, status);
}

/** Creates a redirect with GET. Characters that a header cannot contain are percent-encoded. */
export function createRedirect(url: string): HttpReply {
  // Buffer replaces halves of surrogate pairs, which cannot be encoded.
  const location = Buffer.from(url)
    .toString()
    .replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);
  return { status: 303, headers: { Location: location, 'Content-Length': '0' }, body: undefined };
}

/** Refuses a request by an error. */
export type Guard = (exchange: Exchange) => void | Promise<void>;

/** Responds to a request. An error becomes a problem response. */
export type Handler = (exchange: Exchange) => HttpReply | Promise<HttpReply>;

export interface Route {
  /** Called in this order before the handler. */
  readonly guards: readonly Guard[];
  readonly handle: Handler;
  /** Whether the route also responds before the store is open and while the checkout closes. Default false. */
  readonly needsNoStore?: boolean;
}

type RouteSettings = Omit<Settings<never>, 'store'>;

/** The dependencies of every route. */
export interface Context {
  readonly settings: RouteSettings;
  readonly paymentContext: PaymentContext;
  readonly offers: Offers;
  readonly cards: Cards | undefined;
  /** Undefined without limits on starts and returns. */
  readonly limiter: Limiter<RequestLimitKind> | undefined;
  readonly guesses: OrderGuesses | undefined;
  readonly callbackWatch: CallbackWatch;
  readonly inbox: Inbox;
  /** The element's scripts. */
  readonly assets: AssetFiles;
  /** Resolves when the store is open. Rejects while the store cannot be opened. Most routes wait for it. */
  readonly whenOpen: () => Promise<void>;
  readonly health: () => Promise<Health>;
  readonly requests: RunningRequests;
  /** Tracks a task that continues after the response was sent. `close` waits for it. */
  readonly trackTask: (work: Promise<unknown>) => void;
  /** Reads the W3C `traceparent` of a request that starts a payment. */
  readonly readTraceparent: (request: unknown) => string | null;
}

/** Loads an order with the shop's `resolveOrder` and validates it. */
export async function resolveOrder(
  { settings }: Context,
  orderId: string,
  native: unknown,
): Promise<PricedOrder> {
  const resolvedAt = settings.now();
  // PostgreSQL rejects this character, so a query of the shop would fail.
  const order = orderId.includes('\0') ? undefined : await settings.resolveOrder(orderId, native, {});
  return validateOrder(orderId, order, resolvedAt);
}

/** What a browser accepts, the preferred ones first. The types of an entry contain it, so it names no other package. */
export interface Negotiation {
  languages(): string[];
  mediaType(available: readonly string[]): string | undefined;
  encoding(available: readonly string[]): string | undefined;
}

/** Reads what the browser accepts. */
export function negotiate(request: HttpRequest): Negotiation {
  const names = ['accept', 'accept-encoding', 'accept-language'];
  const headers = Object.fromEntries(names.map((name) => [name, request.header(name)]));
  return new Negotiator({ headers });
}
