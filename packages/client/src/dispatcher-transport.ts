import { Pool, type Dispatcher } from 'undici';
import type { Deadline, AbortState } from './deadline.ts';
import {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** Maximum number of sockets to the gateway. Further requests wait for a free socket until their deadline. */
const maxSockets = 64;

/**
 * Creates a transport with a keep-alive pool to one origin. It has at most 64 sockets, with one request per
 * socket at a time.
 */
export function pooledTransport(origin: string): Transport {
  // The client has a deadline for each operation, so undici's time limits for headers and body are disabled.
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
 * Creates a transport from your dispatcher of undici 7, such as a `ProxyAgent` or an `Agent` with a client
 * certificate. You configure the sockets and timeouts of the dispatcher, and you close it. The `close` method
 * of the client does not close it.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return createTransport(dispatcher, async () => undefined);
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
    promise.reject(new TransportError('the request was aborted before it was sent', options));
    return;
  }
  const { origin, path } = getUrlParts(request.url);
  const { method, headers, body = null, maxResponseBytes } = request;
  const options = { origin, path, method, headers, body };
  dispatcher.dispatch(options, new ResponseReader(abortState, maxResponseBytes, promise));
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

/**
 * Collects one response. undici calls `onRequestStart` when it has a socket. Before this call, nothing was
 * sent.
 */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #abortState: AbortState;
  readonly #maxBytes: number;
  readonly #promise: PromiseFunctions;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #error: TransportError | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #contentEncoding: string | undefined;
  #size = 0;

  constructor(abortState: AbortState, maxBytes: number, promise: PromiseFunctions) {
    this.#abortState = abortState;
    this.#maxBytes = maxBytes;
    this.#promise = promise;
    abortState.onAbort(this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request was aborted while it waited for a socket. After `abort`, undici sends nothing.
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
    this.#contentEncoding = headers['content-encoding']?.toString();
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
    this.#promise.resolve({
      status: this.#status,
      retryAfter: this.#retryAfter,
      contentEncoding: this.#contentEncoding,
      body,
    });
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
    this.#fail(
      'the request was aborted before the response was complete',
      'aborted',
      this.#abortState.reason,
    );
}
