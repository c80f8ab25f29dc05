import type { Dispatcher } from 'undici';
import type { AbortState } from '../deadline.ts';
import {
  TransportError,
  type ConnectionChoice,
  type TransportFailure,
  type TransportResponse,
} from '../transports/transport.ts';

interface ResponseReaderOptions {
  readonly abortState: AbortState;
  readonly maxBytes: number;
  readonly connection: ConnectionChoice;
  readonly promise: {
    readonly resolve: (response: TransportResponse) => void;
    readonly reject: (error: TransportError) => void;
  };
}

/** A connection that several requests use, one after the other. */
export interface ReusableConnection {
  /** True when the next request reuses the connection of an earlier one. */
  readonly isReused: boolean;
  /** Records the end of a response. `announcedMs` is the keep-alive time of its headers. */
  recordResponse(announcedMs: number | undefined): void;
}

/** Collects one response. Before undici calls `onRequestStart`, nothing was sent. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly connection: ConnectionChoice;
  /** The connection of the pool that sends the request. Undefined for a new connection, and for another dispatcher. */
  keptConnection: ReusableConnection | undefined;
  readonly #abortState: AbortState;
  readonly #maxBytes: number;
  readonly #promise: ResponseReaderOptions['promise'];
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #isReused = false;
  #error: TransportError | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #contentEncoding: string | undefined;
  #announcedMs: number | undefined;
  #size = 0;

  constructor({ abortState, maxBytes, connection, promise }: ResponseReaderOptions) {
    this.connection = connection;
    this.#abortState = abortState;
    this.#maxBytes = maxBytes;
    this.#promise = promise;
    abortState.onAbort(this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isReused = this.keptConnection?.isReused ?? false;
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
    this.#announcedMs = parseKeepAlive(headers['keep-alive']?.toString());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes)
      this.#fail(`the response has more than ${this.#maxBytes} bytes`, 'oversized');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#abortState.offAbort(this.#onAbort);
    this.keptConnection?.recordResponse(this.#announcedMs);
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
    const isStarted = this.#controller !== undefined;
    const transportError = new TransportError(message, {
      failure,
      maybeSent: isStarted,
      isStaleConnection: (!isStarted || (this.#isReused && this.#status === 0)) && isLostConnection(cause),
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

/** Returns the time of the header `Keep-Alive: timeout=5` in milliseconds. */
function parseKeepAlive(header: string | undefined): number | undefined {
  const seconds = header === undefined ? undefined : /(?:^|[\s,;])timeout=(\d{1,9})/i.exec(header)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Returns true when an established connection was closed or reset. Errors of a failed connection have other codes. */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_SOCKET' || syscall === 'read' || syscall === 'write';
}
