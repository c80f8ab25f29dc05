import { Pool, type Dispatcher } from 'undici';

/** Carries one HTTP request. The default is {@link pooledTransport}; give your own for a proxy or for tests. */
export interface Transport {
  /**
   * Sends a request once and reads the whole answer, whatever its HTTP status. Follows no redirect, repeats nothing,
   * and stops as soon as `signal` aborts.
   *
   * @throws TransportError; anything else that is thrown is taken as "may have been sent".
   */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Frees the sockets, after the running requests. May be asked more than once. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Ends the request, from DNS to the last byte of the answer. */
  readonly signal: AbortSignal;
  /** An answer with more bytes than this is cut off with the failure `oversized`. */
  readonly maxAnswerBytes: number;
}

export interface TransportAnswer {
  readonly status: number;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | undefined;
  readonly body: Uint8Array;
}

/** `cut`: no connection, or it broke. `stopped`: the signal aborted. `oversized`: more bytes than allowed. */
export type TransportFailure = 'cut' | 'stopped' | 'oversized';

export interface TransportErrorOptions {
  readonly failure: TransportFailure;
  /** False only when it is certain that not one byte of the request was written. */
  readonly maybeSent: boolean;
  readonly cause?: unknown;
}

/** A request without a whole answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: TransportFailure;
  readonly maybeSent: boolean;

  constructor(message: string, { failure, maybeSent, cause }: TransportErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.maybeSent = maybeSent;
  }
}

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
  return {
    send: (request) => new Promise((resolve, reject) => dispatch(pool, request, { resolve, reject })),
    close: () => (closing ??= pool.close()),
  };
}

interface Settle {
  readonly resolve: (answer: TransportAnswer) => void;
  readonly reject: (error: TransportError) => void;
}

function dispatch(pool: Pool, request: TransportRequest, settle: Settle): void {
  const { signal } = request;
  if (signal.aborted) {
    const stopped = { failure: 'stopped', maybeSent: false, cause: signal.reason } as const;
    settle.reject(new TransportError('stopped before it was sent', stopped));
    return;
  }
  const { origin, pathname, search } = new URL(request.url);
  const { method, headers } = request;
  pool.dispatch(
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
