import type { StorefrontProblemCode, StorefrontSession } from '@pgw/protocol';
import type { Fetcher } from '../src/api/request.ts';

/** A body, a response, or a function that is called for each request. */
type StubResponse = object | Response | Promise<Response> | (() => StubResponse);

export interface StubResponses {
  readonly session?: StubResponse;
  readonly banks?: StubResponse;
  readonly start?: StubResponse;
  readonly payment?: StubResponse;
  readonly card?: StubResponse;
}

export interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

/** A shop's server with the given responses. It records the requests. */
export interface StubServer {
  readonly fetcher: Fetcher;
  readonly sent: Sent[];
  /** The bodies of the requests that started a payment. */
  readonly starts: () => readonly Record<string, unknown>[];
  /** Replaces responses for the following requests. */
  readonly respond: (responses: StubResponses) => void;
}

export function stubServer(first: StubResponses): StubServer {
  let responses = first;
  const sent: Sent[] = [];
  return {
    sent,
    starts: () => sent.flatMap(({ path, body }) => (path === '/pgw/payments' && body ? [body] : [])),
    respond: (next) => {
      responses = { ...responses, ...next };
    },
    fetcher: async (url, init) => {
      const { pathname } = new URL(url, 'http://shop.example');
      sent.push({ path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      const response = pathname.endsWith('/session')
        ? responses.session
        : pathname.endsWith('/banks')
          ? responses.banks
          : pathname.endsWith('/payments')
            ? responses.start
            : pathname.endsWith('/card')
              ? responses.card
              : responses.payment;
      return abortable(respond(response), init.signal);
    },
  };
}

export function problem(
  status: number,
  code: StorefrontProblemCode,
  rest: object = {},
  headers: Record<string, string> = {},
): Response {
  const body = { type: 'about:blank', title: code, status, code, detail: code, ...rest };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** A shop whose price is higher when Pay is pressed. */
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

async function respond(response: StubResponse | undefined): Promise<Response> {
  if (response === undefined) return problem(404, 'not-found');
  if (typeof response === 'function') return respond((response as () => StubResponse)());
  if (response instanceof Response) return response.clone();
  if (response instanceof Promise) return response;
  return new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } });
}

function abortable(result: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    result.then(resolve, reject);
  });
}
