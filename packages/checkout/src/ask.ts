import { isObject, isText, type Loose } from './answers.ts';

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
  /** From Retry-After, in milliseconds, an hour at most. */
  readonly retryAfterMs: number | null;
  /** Whatever else the answer says, not read yet. */
  readonly details: Loose;
}

/** Problems that only whoever runs the shop can mend. */
export const configCodes: readonly string[] = [
  'gateway-misconfigured',
  'wrong-mount-path',
  'body-already-parsed',
  'not-found',
];

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
  const { fetcher, read, limitMs, send, signal } = options;
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, limitMs);
  signal?.addEventListener('abort', end);
  try {
    const response = await fetcher(url, { ...request(send), signal: limit.signal });
    // A connection cut half-way through still throws.
    const body = parsed(await response.text());
    if (!response.ok) return problemOf(response, body);
    const value = read(body);
    return value === null ? { kind: 'babble' } : { kind: 'ok', body: value };
  } catch {
    return { kind: 'lost' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function request(send: unknown): RequestInit {
  // Like a preload of the page in every respect, so that its answer is taken.
  if (send === undefined) return {};
  const json = 'application/json';
  return { method: 'POST', headers: { accept: json, 'content-type': json }, body: JSON.stringify(send) };
}

/** JSON; undefined when it isn't. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf({ status, headers }: Response, body: unknown): Answer<never> {
  const details = isObject(body) ? body : {};
  const { code } = details;
  if (!isText(code) && status !== 429) return { kind: status >= 500 ? 'lost' : 'babble' };
  const retryAfterMs = waitOf(headers.get('retry-after') ?? '');
  return { kind: 'problem', code: isText(code) ? code : '', status, retryAfterMs, details };
}

/** Milliseconds to wait, of seconds or a date, an hour at most: a timer of a month would end at once. Null for neither, and for no time. */
function waitOf(header: string): number | null {
  const ms = Number(header) * 1000 || Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, 36e5) : null;
}
