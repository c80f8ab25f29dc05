import type { StorefrontProblemCode, StorefrontSession } from '@pgw/protocol';
import type { Fetcher } from '../src/api/request.ts';

/** A body, a response, or a function that returns one of them for each request. */
type StubResponse = object | Response | Promise<Response> | (() => StubResponse);

export interface StubResponses {
  readonly session?: StubResponse;
  readonly banks?: StubResponse;
  readonly start?: StubResponse;
  readonly payment?: StubResponse;
  readonly card?: StubResponse;
}

export interface SentRequest {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

/** A stub of a shop's server. It sends the given responses and records the requests. */
export interface StubServer {
  readonly fetcher: Fetcher;
  /** The requests that the server received. */
  readonly sent: SentRequest[];
  /** The bodies of the requests that started a payment. */
  readonly listStarts: () => readonly Record<string, unknown>[];
  /** Replaces responses for the following requests. */
  readonly respond: (responses: StubResponses) => void;
}

export function stubServer(initialResponses: StubResponses): StubServer {
  let responses = initialResponses;
  const sent: SentRequest[] = [];
  return {
    sent,
    listStarts: () => sent.flatMap(({ path, body }) => (path === '/pgw/payments' && body ? [body] : [])),
    respond: (next) => {
      responses = { ...responses, ...next };
    },
    fetcher: async (url, init) => {
      const { pathname } = new URL(url, 'http://shop.example');
      sent.push({ path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      return withAbort(createResponse(findResponse(responses, pathname)), init.signal);
    },
  };
}

function findResponse(responses: StubResponses, path: string): StubResponse | undefined {
  if (path.endsWith('/session')) return responses.session;
  if (path.endsWith('/banks')) return responses.banks;
  if (path.endsWith('/payments')) return responses.start;
  if (path.endsWith('/card')) return responses.card;
  return responses.payment;
}

/** Creates a response with a problem code. `members` are added to its body. */
export function problem(
  status: number,
  code: StorefrontProblemCode,
  members: object = {},
  headers: Record<string, string> = {},
): Response {
  const body = { type: 'about:blank', title: code, status, code, detail: code, ...members };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/**
 * Creates the responses of a shop that raises the price of the order before Pay is pressed. Each start is refused with
 * the new price. The next session has the new price too, and the sessions after it have the old price again.
 */
export function withHigherPrice(session: StorefrontSession, amount: number): StubResponses {
  let { order } = session;
  return {
    session: () => {
      const result = { ...session, order };
      ({ order } = session);
      return result;
    },
    start: () => {
      order = { ...order, amount };
      return problem(409, 'total-changed', { order });
    },
  };
}

/** A response that never arrives. */
export const never = (): Promise<Response> => new Promise<Response>(() => {});

/** A connection that fails. */
export const networkError = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

async function createResponse(response: StubResponse | undefined): Promise<Response> {
  if (response === undefined) return problem(404, 'not-found');
  if (typeof response === 'function') return createResponse((response as () => StubResponse)());
  if (response instanceof Response) return response.clone();
  if (response instanceof Promise) return response;
  return new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } });
}

/** Rejects if the request is aborted before the response arrives. */
function withAbort(result: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    result.then(resolve, reject);
  });
}
