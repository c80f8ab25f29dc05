import { Pool, type Dispatcher } from 'undici';
import type { Deadline, AbortState } from '../deadline.ts';
import { KeptConnection, keepAliveMarginMs } from './kept-connection.ts';
import { ResponseReader, type PromiseFunctions } from '../response/response-reader.ts';
import {
  TransportError,
  type ConnectionChoice,
  type Transport,
  type TransportResponse,
  type TransportRequest,
} from './transport.ts';

/** Maximum number of kept sockets. Further requests wait for a free socket until their deadline. */
const maxSockets = 64;

/** Used when responses do not announce a keep-alive time. It is the default of Node's server. */
const defaultKeepAliveMs = 5_000;

/** Used when responses announce a longer time. It is the default of undici. */
const maxKeepAliveMs = 600_000;

/** Options of {@link pooledTransport}. */
export interface PoolOptions {
  /** The same as the option `keepAliveMs` of `createGatewayClient`. */
  readonly keepAliveMs?: number | undefined;
}

/**
 * Creates a transport with a keep-alive pool to one origin. It has at most 64 kept sockets, with one request per
 * socket at a time. A request that needs a new connection uses a socket of its own, at most 64 at a time.
 */
export function pooledTransport(origin: string, poolOptions: PoolOptions = {}): Transport {
  const { keepAliveMs: configuredMs } = poolOptions;
  const keepAliveMs = configuredMs ?? defaultKeepAliveMs;
  const options = {
    connections: maxSockets,
    // The client has a deadline for each operation, so undici's time limits for headers and body are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: Math.max(1, keepAliveMs - keepAliveMarginMs),
    keepAliveTimeoutThreshold: keepAliveMarginMs,
    keepAliveMaxTimeout: Math.max(1, (configuredMs ?? maxKeepAliveMs) - keepAliveMarginMs),
  };
  // Without pipelining, undici closes each connection after its response.
  const newConnections = new Pool(origin, { ...options, pipelining: 0 });
  const pool = new Pool(origin, {
    ...options,
    pipelining: 1,
    factory: (url, clientOptions) =>
      new KeptConnection(url, clientOptions, { keepAliveMs, configuredMs, newConnections }),
  });
  const chooseDispatcher: ChooseDispatcher = (connection) => (connection === 'new' ? newConnections : pool);
  let closePromise: Promise<unknown> | undefined;
  return createTransport(chooseDispatcher, async () => {
    await (closePromise ??= Promise.all([pool.close(), newConnections.close()]));
  });
}

/**
 * Creates a transport from your dispatcher of undici 7, such as a `ProxyAgent` or an `Agent` with a client
 * certificate. You configure the sockets and timeouts of the dispatcher, and you close it. The `close` method
 * of the client does not close it.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return createTransport(
    () => dispatcher,
    async () => undefined,
  );
}

/**
 * A request with its headers as a list of alternating names and values. A dispatcher may add headers to the
 * list.
 */
export interface DirectRequest extends Omit<TransportRequest, 'signal' | 'headers'> {
  readonly headers: string[];
}

/** Sends a request that can be aborted without an AbortSignal. */
export type DirectSend<State = AbortState> = (
  request: DirectRequest,
  abortState: State,
) => Promise<TransportResponse>;

/**
 * The direct send function of each transport of this package. A copy of such a transport with another `send`
 * is not in the map, so its own `send` is used.
 */
const directSends = new WeakMap<Transport, DirectSend>();

/** Returns the dispatcher of a request. */
type ChooseDispatcher = (connection: ConnectionChoice) => Dispatcher;

function createTransport(chooseDispatcher: ChooseDispatcher, close: () => Promise<void>): Transport {
  const sendDirectly: DirectSend = (request, abortState) =>
    new Promise((resolve, reject) =>
      dispatch(chooseDispatcher, { request, abortState, promise: { resolve, reject } }),
    );
  const transport: Transport = {
    send: (request) =>
      sendDirectly({ ...request, headers: toHeaderList(request.headers) }, toAbortState(request.signal)),
    close,
  };
  directSends.set(transport, sendDirectly);
  return transport;
}

/**
 * Returns the function that sends requests over a transport. A transport of this package uses the deadline
 * directly. Any other transport receives the signal of the deadline, and the client waits for its promise
 * until the deadline.
 */
export function getDirectSend(transport: Transport): DirectSend<Deadline> {
  return (
    directSends.get(transport) ??
    ((request, deadline) => {
      const headers = toHeaderRecord(request.headers);
      return deadline.race(transport.send({ ...request, headers, signal: deadline.signal }));
    })
  );
}

interface DispatchInput {
  readonly request: DirectRequest;
  readonly abortState: AbortState;
  readonly promise: PromiseFunctions;
}

function dispatch(chooseDispatcher: ChooseDispatcher, { request, abortState, promise }: DispatchInput): void {
  if (abortState.isAborted) {
    const options = { failure: 'aborted', maybeSent: false, cause: abortState.reason } as const;
    promise.reject(new TransportError('the request was aborted before it was sent', options));
    return;
  }
  const { origin, path } = getUrlParts(request.url);
  const { method, headers, body = null, maxResponseBytes: maxBytes, connection = 'any' } = request;
  const reader = new ResponseReader({ abortState, maxBytes, connection, promise });
  const options = { origin, path, method, headers, body, reader };
  chooseDispatcher(connection).dispatch(options, reader);
}

/** Converts a signal to an {@link AbortState}. */
function toAbortState(signal: AbortSignal): AbortState {
  return {
    get isAborted() {
      return signal.aborted;
    },
    get reason(): unknown {
      return signal.reason;
    },
    onAbort: (listener) => signal.addEventListener('abort', listener, { once: true }),
    offAbort: (listener) => signal.removeEventListener('abort', listener),
  };
}

interface UrlParts {
  readonly origin: string;
  readonly path: string;
}

/**
 * Cache of parsed URLs without a query. An endpoint always has the same URL, and parsing takes one or two
 * microseconds.
 */
const urlPartsCache = new Map<string, UrlParts>();
const maxCachedUrls = 200;

function getUrlParts(url: string): UrlParts {
  const cachedParts = urlPartsCache.get(url);
  if (cachedParts !== undefined) return cachedParts;
  const { origin, pathname, search } = new URL(url);
  const parts = { origin, path: pathname + search };
  if (search === '' && urlPartsCache.size < maxCachedUrls) urlPartsCache.set(url, parts);
  return parts;
}

function toHeaderList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

function toHeaderRecord(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < list.length; index += 2) headers[list[index] ?? ''] = list[index + 1] ?? '';
  return headers;
}
