import { PgwError } from '@pgw/protocol';
import { getErrorMessage } from '@pgw/protocol/internal';
import { findUnsupportedCoding } from '../response/content-encoding.ts';
import {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportRequest,
} from './transport.ts';

/** A function that behaves like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Creates a transport with your `fetch`, for a proxy or for a platform with its own `fetch`. `close` does
 * nothing.
 *
 * A failed `fetch` does not report whether the request was sent. Nothing was sent when the error has a known
 * code of a failed connection. After any other error, the outcome of an operation that moves money is
 * unknown.
 *
 * @throws PgwError `invalid-configuration` when `fetch` is not a function.
 */
export function fetchTransport(fetch: Fetch): Transport {
  if (typeof fetch !== 'function')
    throw new PgwError('invalid-configuration', 'fetchTransport: fetch must be a function.');
  return {
    send: (request) => sendWithFetch(fetch, request),
    close: async () => undefined,
  };
}

async function sendWithFetch(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { url, method, headers, body, signal } = request;
  if (signal.aborted) {
    const options = { failure: 'aborted', maybeSent: false, cause: signal.reason } as const;
    throw new TransportError('the request was aborted before it was sent', options);
  }
  try {
    // A signature is for one URL, so redirects are not followed.
    const init: RequestInit = {
      method,
      headers: { ...headers },
      body: body ?? null,
      signal,
      redirect: 'manual',
    };
    const response = await fetch(url, init);
    const bytes = await readBody(response, request);
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return { status: response.status, retryAfter, ...readContentEncoding(response), body: bytes };
  } catch (error) {
    throw error instanceof TransportError ? error : toTransportError(error, signal);
  }
}

/**
 * `fetch` decodes the codings of the default transport, and some versions decode more. Every transport refuses the same
 * codings. `fetch` does not report a body that was cut off, so the coding is kept for the error.
 */
function readContentEncoding({
  headers,
}: Response): Pick<TransportResponse, 'contentEncoding' | 'decodedFrom'> {
  const contentEncoding = headers.get('content-encoding') ?? undefined;
  if (contentEncoding === undefined) return {};
  return findUnsupportedCoding(contentEncoding) === undefined
    ? { decodedFrom: contentEncoding }
    : { contentEncoding };
}

async function readBody(response: Response, request: TransportRequest): Promise<Uint8Array> {
  const { maxResponseBytes, signal } = request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // The throw ends the loop, which cancels the stream and closes the connection.
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxResponseBytes) {
        const message = `the response has more than ${maxResponseBytes} bytes`;
        throw new TransportError(message, { failure: 'oversized', maybeSent: true });
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    const contentEncoding = response.headers.get('content-encoding');
    if (cause instanceof TransportError || signal.aborted || contentEncoding === null) throw cause;
    // `fetch` does not report whether the connection was lost or the body is not valid in its coding.
    const message = `the response with the Content-Encoding ${JSON.stringify(contentEncoding)} could not be read`;
    throw new TransportError(message, { failure: 'connection-failed', maybeSent: true, cause });
  }
  return Buffer.concat(chunks);
}

function toTransportError(error: unknown, signal: AbortSignal): TransportError {
  if (signal.aborted) {
    const options = { failure: 'aborted', maybeSent: true, cause: signal.reason } as const;
    return new TransportError('the request was aborted before the response was complete', options);
  }
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new TransportError(getErrorMessage(reason), {
    failure: 'connection-failed',
    maybeSent: !isConnectionError(reason),
    cause: error,
  });
}

/** Error codes of Node and undici for a failed connection. */
const connectionErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && connectionErrorCodes.has(String(error.code));
}
