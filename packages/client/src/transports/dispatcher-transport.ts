import { requireOptions } from '@pgw/protocol/internal';
import { PgwError } from '@pgw/protocol';
import type { Dispatcher } from 'undici';
import type { AbortState } from '../deadline.ts';
import { ResponseReader } from '../response/response-reader.ts';
import { createTransport, type DirectRequest } from './direct-send.ts';
import { TransportError, type Transport, type TransportResponse } from './transport.ts';

/**
 * Creates a transport from your dispatcher of undici 7, such as a `ProxyAgent` or an `Agent` with a client
 * certificate. You configure the sockets and timeouts of the dispatcher, and you close it. The `close` method
 * of the client does not close it.
 *
 * @throws PgwError `invalid-configuration` when the object is not a dispatcher, for example with Bun's module `undici`.
 *
 * @example
 * createGatewayClient({ …, transport: dispatcherTransport(new ProxyAgent('http://proxy.example:3128')) });
 */
export function dispatcherTransport(dispatcher: Dispatcher): Transport {
  if (typeof requireOptions(dispatcher, 'dispatcherTransport').dispatch !== 'function')
    throw new PgwError('invalid-configuration', `The dispatcher has no method dispatch. ${fetchAdvice}.`);
  return createTransport(
    (request, abortState) => sendWithDispatcher(dispatcher, request, abortState),
    async () => undefined,
  );
}

/** The next step where undici is missing. */
export const fetchAdvice =
  'Bun replaces undici by a module without connections. There, use the option transport: fetchTransport(fetch)';

/** Sends a request with a dispatcher of undici. */
export function sendWithDispatcher(
  dispatcher: Dispatcher,
  request: DirectRequest,
  abortState: AbortState,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (abortState.isAborted) {
      const options = { failure: 'aborted', maybeSent: false, cause: abortState.reason } as const;
      reject(new TransportError('the request was aborted before it was sent', options));
      return;
    }
    const { origin, path } = getUrlParts(request.url);
    const { method, headers, body = null, maxResponseBytes: maxBytes, connection = 'any' } = request;
    const reader = new ResponseReader({ abortState, maxBytes, connection, promise: { resolve, reject } });
    const options = { origin, path, method, headers, body, reader };
    dispatcher.dispatch(options, reader);
  });
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
