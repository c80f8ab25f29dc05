import { Pool, type Dispatcher } from 'undici';
import type { Deadline, Stop } from './deadline.ts';
import {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportFailure,
  type TransportRequest,
} from './transport.ts';

/** Sockets to the gateway at once; further calls wait for one, within their own deadline. */
const maxSockets = 64;

/** A transport over undici's own pool to one origin: keep-alive, at most 64 sockets, one request a socket at a time. */
export function pooledTransport(origin: string): Transport {
  // The deadline of the call rules, so undici's own limits on headers and body are off.
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
 * A transport over a dispatcher of undici 7 that you made: a `ProxyAgent`, an `Agent` with a client certificate. It
 * stays yours: closing the client does not close it. Its sockets, their number and their time-outs are as you set them.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return over(dispatcher, async () => undefined);
}

/** A request with its headers as undici writes them, names and values in turn. A dispatcher may add to them. */
export interface DirectRequest extends Omit<TransportRequest, 'signal' | 'headers'> {
  readonly headers: string[];
}

/** Sends until it is stopped, without an AbortSignal made for it. */
export type DirectSend<Stopped = Stop> = (
  request: DirectRequest,
  stop: Stopped,
) => Promise<TransportResponse>;

/** By the very transport, so that a copy of it with a `send` of the merchant's own is asked by that `send`. */
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
 * How calls are sent over a transport: within their deadline itself where that is our own, which stops with it. Any other has its
 * signal, and is waited for no longer than the deadline.
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

/** A signal as a {@link Stop}. */
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

/** An endpoint has one address for all its calls, so addresses without a query are kept: parsing takes a microsecond or two. */
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

/** Collects one answer. `undici` starts a request only once it has a socket, which tells sent from unsent. */
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
    // Stopped while it waited for a socket: undici writes nothing after this.
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
      this.#fail(`the answer has more than ${this.#maxBytes} bytes`, 'oversized');
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
    this.#fail('stopped before the whole answer had come', 'stopped', this.#stop.reason);
}
