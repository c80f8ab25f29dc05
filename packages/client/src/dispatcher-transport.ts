import { Pool, type Dispatcher } from 'undici';
import type { Deadline, AbortState } from './deadline.ts';
import {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** Maximum number of sockets to the gateway. Further requests wait for one until their deadline. */
const maxSockets = 64;

/** Creates a transport with a connection pool to one origin: keep-alive, at most 64 sockets, one request per socket at a time. */
export function pooledTransport(origin: string): Transport {
  // The deadline of the operation applies, so undici's time limits for headers and body are disabled.
  const pool = new Pool(origin, {
    connections: maxSockets,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let closePromise: Promise<void> | undefined;
  return createTransport(pool, () => (closePromise ??= pool.close()));
}

/**
 * Creates a transport with your dispatcher of undici 7, such as a `ProxyAgent` or an `Agent` with a client certificate. Closing the client
 * does not close the dispatcher. You configure its sockets and timeouts.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return createTransport(dispatcher, async () => undefined);
}

/** A request with its headers as a list of alternating names and values. A dispatcher may add headers. */
export interface DirectRequest extends Omit<TransportRequest, 'signal' | 'headers'> {
  readonly headers: string[];
}

/** Sends a request until it is stopped, without an AbortSignal. */
export type DirectSend<State = AbortState> = (
  request: DirectRequest,
  abortState: State,
) => Promise<TransportResponse>;

/** Direct send functions by transport object. A copy of a transport with another `send` has none, so its `send` is used. */
const directSends = new WeakMap<Transport, DirectSend>();

function createTransport(dispatcher: Dispatcher, close: () => Promise<void>): Transport {
  const sendDirectly: DirectSend = (request, abortState) =>
    new Promise((resolve, reject) =>
      dispatch(dispatcher, { request, abortState, promise: { resolve, reject } }),
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
 * Returns the function that sends requests over a transport. Transports of this package use the deadline directly. Other transports
 * receive its signal, and their promise is awaited until the deadline.
 */
export function sendOver(transport: Transport): DirectSend<Deadline> {
  return (
    directSends.get(transport) ??
    ((request, deadline) => {
      const headers = toHeaderRecord(request.headers);
      return deadline.race(transport.send({ ...request, headers, signal: deadline.signal }));
    })
  );
}

interface PromiseFunctions {
  readonly resolve: (response: TransportResponse) => void;
  readonly reject: (error: TransportError) => void;
}

interface DispatchInput {
  readonly request: DirectRequest;
  readonly abortState: AbortState;
  readonly promise: PromiseFunctions;
}

function dispatch(dispatcher: Dispatcher, { request, abortState, promise }: DispatchInput): void {
  if (abortState.isAborted) {
    const options = { failure: 'aborted', maybeSent: false, cause: abortState.reason } as const;
    promise.reject(new TransportError('stopped before it was sent', options));
    return;
  }
  const { origin, path } = urlPartsOf(request.url);
  const { method, headers, body = null, maxResponseBytes } = request;
  const options = { origin, path, method, headers, body };
  dispatcher.dispatch(options, new ResponseReader(abortState, maxResponseBytes, promise));
}

/** Converts a signal to a {@link AbortState}. */
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

/** Cache of parsed URLs without a query, because an endpoint always has the same one. Parsing takes a microsecond or two. */
const urlPartsCache = new Map<string, UrlParts>();

function urlPartsOf(url: string): UrlParts {
  const cachedParts = urlPartsCache.get(url);
  if (cachedParts !== undefined) return cachedParts;
  const { origin, pathname, search } = new URL(url);
  const parts = { origin, path: pathname + search };
  if (search === '' && urlPartsCache.size < 200) urlPartsCache.set(url, parts);
  return parts;
}

function toHeaderList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

function toHeaderRecord(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ''] = list[at + 1] ?? '';
  return headers;
}

/** Collects one response. undici starts a request after it has a socket, so before that nothing was sent. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #abortState: AbortState;
  readonly #maxBytes: number;
  readonly #promise: PromiseFunctions;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #error: TransportError | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #size = 0;

  constructor(abortState: AbortState, maxBytes: number, settle: PromiseFunctions) {
    this.#abortState = abortState;
    this.#maxBytes = maxBytes;
    this.#promise = settle;
    abortState.onAbort(this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was stopped while it waited for a socket. undici sends nothing after this.
    if (this.#error !== undefined) controller.abort(this.#error);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const retryAfter = headers['retry-after'];
    this.#status = status;
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes)
      this.#fail(`the response has more than ${this.#maxBytes} bytes`, 'oversized');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#abortState.offAbort(this.#onAbort);
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#promise.resolve({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error.message, 'connection-failed', error);
  }

  #fail(message: string, failure: TransportFailure, cause?: unknown): void {
    if (this.#error !== undefined) return;
    const transportError = new TransportError(message, {
      failure,
      maybeSent: this.#controller !== undefined,
      cause,
    });
    this.#error = transportError;
    this.#abortState.offAbort(this.#onAbort);
    this.#promise.reject(transportError);
    this.#controller?.abort(transportError);
  }

  readonly #onAbort = (): void =>
    this.#fail('stopped before the response was complete', 'aborted', this.#abortState.reason);
}
