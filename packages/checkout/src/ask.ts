import type { StorefrontOrder } from '@pgw/protocol';
import { isObject, isOrder } from './answers.ts';

/** What the element sends requests with: `fetch`, or a stand-in of it. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

/**
 * What became of a question to the shop's server.
 * `lost`: no answer, or none that says what happened (cut, over time, 5xx without a code). `babble`: an answer that
 * can't be understood. `problem`: the server said what is wrong.
 */
export type Answer<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | Problem
  | { readonly kind: 'lost' }
  | { readonly kind: 'babble' };

export interface Problem {
  readonly kind: 'problem';
  /** A code of `StorefrontProblemCode`, or one that a newer server knows. */
  readonly code: string;
  readonly status: number;
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** With `total-changed`: the order as it stands now. */
  readonly order: StorefrontOrder | null;
  /** The payment to ask about. */
  readonly reference: string | null;
}

/** Problems that only whoever runs the shop can mend. */
export const configCodes: readonly string[] = ['gateway-misconfigured', 'body-already-parsed', 'not-found'];

export interface AskOptions<Body> {
  readonly fetcher: Fetcher;
  /** Turns the parsed body into what it should be, or null. */
  readonly read: (body: unknown) => Body | null;
  readonly limitMs: number;
  /** Sent as JSON by POST; left out, the question is a GET. */
  readonly send?: unknown;
  /** Ends the question early; its answer is then `lost`. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks the shop's server one question within one time limit. Never throws. */
export async function ask<Body>(url: string, options: AskOptions<Body>): Promise<Answer<Body>> {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, options.limitMs);
  options.signal?.addEventListener('abort', end);
  try {
    const response = await options.fetcher(url, { ...request(options.send), signal: limit.signal });
    const body = await bodyOf(response);
    if (!response.ok) return problemOf(response, body);
    const value = options.read(body);
    return value === null ? { kind: 'babble' } : { kind: 'ok', body: value };
  } catch {
    return { kind: 'lost' };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', end);
  }
}

function request(send: unknown): RequestInit {
  // Like a preload of the page in every respect, so that its answer is taken.
  if (send === undefined) return {};
  return {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(send),
  };
}

/** The body as JSON; undefined when it isn't. A connection cut half-way through still throws. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(response: Response, body: unknown): Problem | { kind: 'lost' } | { kind: 'babble' } {
  const { status } = response;
  const code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : '';
  if (code === '' && status !== 429) return { kind: status >= 500 ? 'lost' : 'babble' };
  const details = isObject(body) ? body : {};
  const { order, reference } = details;
  return {
    kind: 'problem',
    code,
    status,
    retryAfterMs: retryAfterMs(response),
    order: isOrder(order) ? order : null,
    reference: typeof reference === 'string' && reference !== '' ? reference : null,
  };
}

function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
