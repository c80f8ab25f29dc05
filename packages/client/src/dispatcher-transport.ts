import { Pool, type Dispatcher } from 'undici';
import {
  TransportError,
  type Transport,
  type TransportAnswer,
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
  return { ...dispatcherTransport(pool), close: () => (closing ??= pool.close()) };
}

/**
 * A transport over a dispatcher of undici 7 that you made: a `ProxyAgent`, an `Agent` with a client certificate. It
 * stays yours: closing the client does not close it. Its sockets, their number and their time-outs are as you set them.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  return {
    send: (request) => new Promise((resolve, reject) => dispatch(dispatcher, request, { resolve, reject })),
    close: async () => undefined,
  };
}

interface Settle {
  readonly resolve: (answer: TransportAnswer) => void;
  readonly reject: (error: TransportError) => void;
}

function dispatch(dispatcher: Dispatcher, request: TransportRequest, settle: Settle): void {
  const { signal } = request;
  if (signal.aborted) {
    const stopped = { failure: 'stopped', maybeSent: false, cause: signal.reason } as const;
    settle.reject(new TransportError('stopped before it was sent', stopped));
    return;
  }
  const { origin, pathname, search } = new URL(request.url);
  const { method, headers } = request;
  dispatcher.dispatch(
    { origin, path: pathname + search, method, headers: { ...headers }, body: request.body ?? null },
    answerReader(request, settle),
  );
}

/** Collects one answer. `undici` starts a request only once it has a socket, which tells sent from unsent. */
function answerReader(request: TransportRequest, settle: Settle): Dispatcher.DispatchHandler {
  const { signal, maxAnswerBytes } = request;
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let failed: TransportError | undefined;
  let head = { status: 0, retryAfter: undefined as string | undefined };
  let size = 0;

  const fail = (message: string, failure: TransportFailure, cause?: unknown): void => {
    if (failed !== undefined) return;
    failed = new TransportError(message, { failure, maybeSent: controller !== undefined, cause });
    signal.removeEventListener('abort', stop);
    settle.reject(failed);
    controller?.abort(failed);
  };
  const stop = (): void => fail('stopped before the whole answer had come', 'stopped', signal.reason);
  signal.addEventListener('abort', stop, { once: true });

  return {
    onRequestStart(started) {
      // Stopped while it waited for a socket: undici writes nothing after this.
      if (failed !== undefined) started.abort(failed);
      else controller = started;
    },
    onResponseStart(_controller, status, headers) {
      const retryAfter = headers['retry-after'];
      head = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined };
    },
    onResponseData(_controller, chunk) {
      size += chunk.length;
      if (size > maxAnswerBytes) fail(`the answer has more than ${maxAnswerBytes} bytes`, 'oversized');
      else chunks.push(chunk);
    },
    onResponseEnd() {
      signal.removeEventListener('abort', stop);
      settle.resolve({ ...head, body: Buffer.concat(chunks) });
    },
    onResponseError(_controller, error) {
      fail(error.message, 'cut', error);
    },
  };
}
