/**
 * Sends HTTP requests. The default transport is a keep-alive pool. Implement another transport for a proxy or
 * for tests.
 */
export interface Transport {
  /**
   * Sends a request once and reads the whole response, for any HTTP status. The transport must not follow
   * redirects, must not retry, and must stop when `signal` aborts.
   *
   * @throws TransportError. After any other error, the client assumes that the request may have been sent.
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes the sockets when the pending requests have ended. The client may call it several times. */
  close(): Promise<void>;
}

/**
 * The connection of a request:
 * - `any`: a kept or a new connection.
 * - `recent`: the gateway would keep the connection for at least a second more. Requests that move money need it,
 *   because their outcome is unknown when the gateway closes the connection at the same time.
 * - `new`: a new connection. The client repeats a request on it.
 */
export type ConnectionChoice = 'any' | 'recent' | 'new';

/** A request that a {@link Transport} sends. */
export interface TransportRequest {
  /** The absolute URL, with the query of a GET. */
  readonly url: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST';
  /** All headers, including authorization and signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of a POST. It may contain a card or a password, so do not log it. */
  readonly body: string | undefined;
  /** Aborts the request at any time, from the DNS lookup to the last byte of the response. */
  readonly signal: AbortSignal;
  /** Maximum size of the response in bytes. A longer response fails with `oversized`. */
  readonly maxResponseBytes: number;
  /** The connection that the request needs. Default `any`. `fetchTransport` and `dispatcherTransport` ignore it. */
  readonly connection?: ConnectionChoice | undefined;
}

/** A response that a {@link Transport} received. */
export interface TransportResponse {
  /** HTTP status. */
  readonly status: number;
  /** The unparsed `Retry-After` header, if any. */
  readonly retryAfter: string | undefined;
  /**
   * The `Content-Encoding` header, when `body` still has this coding. The client decodes gzip, deflate and br.
   * Omit it when the transport has decoded the body.
   */
  readonly contentEncoding?: string | undefined;
  /** The `Content-Encoding` that the transport has decoded, if any. The error of a body that is no JSON names it. */
  readonly decodedFrom?: string | undefined;
  /** The whole body. */
  readonly body: Uint8Array;
}

/**
 * The reason why a request failed:
 * - `connection-failed`: the connection was not made or was lost.
 * - `aborted`: the signal aborted.
 * - `oversized`: the response was too long.
 */
export type TransportFailure = 'connection-failed' | 'aborted' | 'oversized';

/** Options of the constructor of {@link TransportError}. */
export interface TransportErrorOptions {
  /** The reason why the request failed. */
  readonly failure: TransportFailure;
  /** False only when it is certain that no byte of the request was sent. */
  readonly maybeSent: boolean;
  /**
   * True when an established connection was lost before it was used for this request, or when a reused connection was
   * lost before the first byte of the response. Default false. The client then sends the request once more on a new
   * connection, if nothing was sent or the operation only reads.
   */
  readonly isStaleConnection?: boolean | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/** Error thrown by a {@link Transport} when no complete response was received. */
export class TransportError extends Error {
  /** The name of the class. */
  override readonly name = 'TransportError';
  /** The reason why the request failed. */
  readonly failure: TransportFailure;
  /** False only when it is certain that no byte of the request was sent. */
  readonly maybeSent: boolean;
  /** True when an established connection was lost: see {@link TransportErrorOptions.isStaleConnection}. */
  readonly isStaleConnection: boolean;

  constructor(message: string, options: TransportErrorOptions) {
    const { failure, maybeSent, isStaleConnection = false, cause } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.maybeSent = maybeSent;
    this.isStaleConnection = isStaleConnection;
  }
}
