import {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportRequest,
} from './transport.ts';

/** A function that behaves as the global `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A transport over a `fetch` of your own: one that goes through a proxy, or that a platform gives. It closes nothing.
 *
 * A `fetch` does not tell whether a request was written before it failed. So only a failure to connect, known by its
 * code, counts as never sent; after any other a call that moves money is unknown.
 */
export function fetchTransport(fetch: Fetch): Transport {
  return {
    send: (request) => sendOver(fetch, request),
    close: async () => undefined,
  };
}

async function sendOver(fetch: Fetch, request: TransportRequest): Promise<TransportResponse> {
  const { url, method, headers, body, signal } = request;
  if (signal.aborted) {
    const stopped = { failure: 'stopped', maybeSent: false, cause: signal.reason } as const;
    throw new TransportError('stopped before it was sent', stopped);
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
    return { status: response.status, retryAfter, body: bytes };
  } catch (error) {
    throw error instanceof TransportError ? error : failureOf(error, signal);
  }
}

async function readBody({ body }: Response, { maxResponseBytes }: TransportRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) {
      const message = `the answer has more than ${maxResponseBytes} bytes`;
      throw new TransportError(message, { failure: 'oversized', maybeSent: true });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(error: unknown, signal: AbortSignal): TransportError {
  if (signal.aborted) {
    const stopped = { failure: 'stopped', maybeSent: true, cause: signal.reason } as const;
    return new TransportError('stopped before the whole answer had come', stopped);
  }
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = reason instanceof Error ? reason.message : 'fetch failed';
  return new TransportError(message, { failure: 'cut', maybeSent: !isUnconnected(reason), cause: error });
}

/** Codes of Node and undici for a connection that was never made. */
const unconnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function isUnconnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unconnected.has(String(error.code));
}
