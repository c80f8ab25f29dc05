import { Pool, type Dispatcher } from 'undici';
import type { Deadline, Stop } from './deadline.ts';
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
  let closing: Promise<void> | undefined;
  return over(pool, () => (closing ??= pool.close()));
}

/**
 * Creates a transport with your dispatcher of undici 7, such as a `ProxyAgent` or an `Agent` with a client certificate. Closing the client
 * does not close the dispatcher. You configure its sockets and timeouts.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return over(dispatcher, async () => undefined);
}

/** A request with its headers as a list of alternating names and values. A dispatcher may add headers. */
export interface DirectRequest extends Omit<TransportRequest, 'signal' | 'headers'> {
  readonly headers: string[];
}

/** Sends a request until it is stopped, without an AbortSignal. */
export type DirectSend<Stopped = Stop> = (
  request: DirectRequest,
  stop: Stopped,
) => Promise<TransportResponse>;

/** Direct send functions by transport object. A copy of a transport with another `send` has none, so its `send` is used. */
const directSends = new WeakMap<Transport, DirectSend>();

function over(dispatcher: Dispatcher, close: () => Promise<void>): Transport {
  const direct: DirectSend = (request, stop) =>
    new Promise((resolve, reject) => dispatch(dispatcher, { request, stop, settle: { resolve, reject } }));
  const transport: Transport = {
    send: (request) => direct({ ...request, headers: flat(request.headers) }, stopOf(request.signal)),
    close,
  };
  directSends.set(transport, direct);
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
      const headers = recordOf(request.headers);
      return deadline.race(transport.send({ ...request, headers, signal: deadline.signal }));
    })
  );
}

interface Settle {
  readonly resolve: (response: TransportResponse) => void;
  readonly reject: (error: TransportError) => void;
}

interface Sending {
  readonly request: DirectRequest;
  readonly stop: Stop;
  readonly settle: Settle;
}

function dispatch(dispatcher: Dispatcher, { request, stop, settle }: Sending): void {
  if (stop.isStopped) {
    const stopped = { failure: 'stopped', maybeSent: false, cause: stop.reason } as const;
    settle.reject(new TransportError('stopped before it was sent', stopped));
    return;
  }
  const { origin, path } = addressOf(request.url);
  const { method, headers, body = null, maxResponseBytes } = request;
  const options = { origin, path, method, headers, body };
  dispatcher.dispatch(options, new ResponseReader(stop, maxResponseBytes, settle));
}

/** Converts a signal to a {@link Stop}. */
function stopOf(signal: AbortSignal): Stop {
  return {
    get isStopped() {
      return signal.aborted;
    },
    get reason(): unknown {
      return signal.reason;
    },
    onStop: (listener) => signal.addEventListener('abort', listener, { once: true }),
    offStop: (listener) => signal.removeEventListener('abort', listener),
  };
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

/** Cache of parsed URLs without a query, because an endpoint always has the same one. Parsing takes a microsecond or two. */
const knownAddresses = new Map<string, Address>();

function addressOf(url: string): Address {
  const known = knownAddresses.get(url);
  if (known !== undefined) return known;
  const { origin, pathname, search } = new URL(url);
  const address = { origin, path: pathname + search };
  if (search === '' && knownAddresses.size < 200) knownAddresses.set(url, address);
  return address;
}

function flat(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

function recordOf(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ''] = list[at + 1] ?? '';
  return headers;
}

/** Collects one response. undici starts a request after it has a socket, so before that nothing was sent. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #stop: Stop;
  readonly #maxBytes: number;
  readonly #settle: Settle;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #failed: TransportError | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #size = 0;

  constructor(stop: Stop, maxBytes: number, settle: Settle) {
    this.#stop = stop;
    this.#maxBytes = maxBytes;
    this.#settle = settle;
    stop.onStop(this.#onStop);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was stopped while it waited for a socket. undici sends nothing after this.
    if (this.#failed !== undefined) controller.abort(this.#failed);
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
    this.#stop.offStop(this.#onStop);
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#settle.resolve({ status: this.#status, retryAfter: this.#retryAfter, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error.message, 'cut', error);
  }

  #fail(message: string, failure: TransportFailure, cause?: unknown): void {
    if (this.#failed !== undefined) return;
    const failed = new TransportError(message, { failure, maybeSent: this.#controller !== undefined, cause });
    this.#failed = failed;
    this.#stop.offStop(this.#onStop);
    this.#settle.reject(failed);
    this.#controller?.abort(failed);
  }

  readonly #onStop = (): void =>
    this.#fail('stopped before the response was complete', 'stopped', this.#stop.reason);
}
