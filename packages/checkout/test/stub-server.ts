import type { StorefrontProblemCode, StorefrontSession } from '@pgw/protocol';
import type { Fetcher } from '../src/api/request.ts';

/** One answer: a body, a ready response, or a function that decides each time. */
type Canned = object | Response | Promise<Response> | (() => Canned);

export interface CannedAnswers {
  readonly session?: Canned;
  readonly banks?: Canned;
  readonly start?: Canned;
  readonly payment?: Canned;
  readonly card?: Canned;
}

export interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

/** A shop's server that answers as told, and remembers what it was asked. */
export interface StubServer {
  readonly fetcher: Fetcher;
  readonly sent: Sent[];
  /** What was sent to start a payment. */
  readonly starts: () => readonly Record<string, unknown>[];
  /** From now on. */
  readonly answer: (answers: CannedAnswers) => void;
}

export function stubServer(first: CannedAnswers): StubServer {
  let answers = first;
  const sent: Sent[] = [];
  return {
    sent,
    starts: () => sent.flatMap(({ path, body }) => (path === '/pgw/payments' && body ? [body] : [])),
    answer: (next) => {
      answers = { ...answers, ...next };
    },
    fetcher: async (url, init) => {
      const { pathname } = new URL(url, 'http://shop.example');
      sent.push({ path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      const canned = pathname.endsWith('/session')
        ? answers.session
        : pathname.endsWith('/banks')
          ? answers.banks
          : pathname.endsWith('/payments')
            ? answers.start
            : pathname.endsWith('/card')
              ? answers.card
              : answers.payment;
      return abortable(respond(canned), init.signal);
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

/** A shop whose price has risen by the time of the press. */
export function dearer(session: StorefrontSession, amount: number): CannedAnswers {
  let { order } = session;
  return {
    session: () => {
      const answer = { ...session, order };
      ({ order } = session);
      return answer;
    },
    start: () => {
      order = { ...order, amount };
      return problem(409, 'total-changed', { order });
    },
  };
}

/** An answer that never comes. */
export const never = (): Promise<Response> => new Promise<Response>(() => {});

/** A connection that is cut. */
export const cut = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

async function respond(canned: Canned | undefined): Promise<Response> {
  if (canned === undefined) return problem(404, 'not-found');
  if (typeof canned === 'function') return respond((canned as () => Canned)());
  if (canned instanceof Response) return canned.clone();
  if (canned instanceof Promise) return canned;
  return new Response(JSON.stringify(canned), { headers: { 'content-type': 'application/json' } });
}

function abortable(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    answer.then(resolve, reject);
  });
}
