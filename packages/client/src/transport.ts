/** Carries one HTTP request. The default is a keep-alive pool; give another for a proxy or for tests. */
export interface Transport {
  /**
   * Sends a request once and reads the whole answer, whatever its HTTP status. Follows no redirect, repeats nothing,
   * and stops as soon as `signal` aborts.
   *
   * @throws TransportError; anything else that is thrown is taken as "may have been sent".
   */
  send(request: TransportRequest): Promise<TransportResponse>;
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
  readonly maxResponseBytes: number;
}

export interface TransportResponse {
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
