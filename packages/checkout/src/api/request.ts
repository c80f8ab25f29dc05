import { isObject, isText, type LooseObject } from './response-guards.ts';

/** `fetch`, or a function that replaces it. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

/** The response of the shop's server to one request. */
export type ApiResponse<Body> = { readonly kind: 'ok'; readonly body: Body } | ApiFailure;

/**
 * The reason why a request failed:
 *
 * - `problem`: the response has a code, or the status `tooManyRequests`.
 * - `network-error`: the outcome is not known, because of a lost connection, a timeout or a server error
 *   (5xx) without a code.
 * - `invalid-response`: the response does not have the expected members, or is another error without a code.
 */
export type ApiFailure = Problem | { readonly kind: 'network-error' } | { readonly kind: 'invalid-response' };

export interface Problem {
  readonly kind: 'problem';
  /** A code of `StorefrontProblemCode` or of a newer server. Empty for `tooManyRequests` without a code. */
  readonly code: string;
  readonly status: number;
  /** The delay of the Retry-After header in milliseconds, at most an hour; null if there is none. */
  readonly retryAfterMs: number | null;
  /** All members of the response. They are not validated. */
  readonly details: LooseObject;
}

/** The HTTP status of a response if the server limits the rate of requests. */
export const tooManyRequests = 429;

export interface RequestOptions<Body> {
  readonly fetcher: Fetcher;
  /** Validates the parsed body. Returns null if it is not valid. */
  readonly read: (body: unknown) => Body | null;
  /** Default: 10 s for a GET, and 30 s for a POST, which waits for the gateway. */
  readonly timeoutMs?: number;
  /** The body of a POST request, which is sent as JSON. Without it the request is a GET. */
  readonly json?: unknown;
  /** Cancels the request. The response is then a `network-error`. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request to the shop's server. Never throws. */
export async function request<Body>(url: string, options: RequestOptions<Body>): Promise<ApiResponse<Body>> {
  const { fetcher, read, json, signal } = options;
  const { timeoutMs = json === undefined ? 10_000 : 30_000 } = options;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetcher(url, { ...createRequestInit(json), signal: controller.signal });
    // A connection that is lost during the body throws here.
    const body = parseJson(await response.text());
    if (!response.ok) return toFailure(response, body);
    const value = read(body);
    return value === null ? { kind: 'invalid-response' } : { kind: 'ok', body: value };
  } catch {
    return { kind: 'network-error' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function createRequestInit(json: unknown): RequestInit {
  // A GET adds no headers, so that the browser can use the response that the page has preloaded.
  if (json === undefined) return {};
  const type = 'application/json';
  return { method: 'POST', headers: { accept: type, 'content-type': type }, body: JSON.stringify(json) };
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFailure({ status, headers }: Response, body: unknown): ApiFailure {
  const details = isObject(body) ? body : {};
  const { code } = details;
  if (!isText(code) && status !== tooManyRequests)
    return { kind: status >= 500 ? 'network-error' : 'invalid-response' };
  const retryAfterMs = readRetryAfter(headers.get('retry-after') ?? '');
  return { kind: 'problem', code: isText(code) ? code : '', status, retryAfterMs, details };
}

/** An hour. A timer of more than 24 days would fire immediately. */
const maxRetryAfterMs = 3_600_000;

/** Returns the delay of a Retry-After header (seconds or a date) in milliseconds; null for a date in the past. */
function readRetryAfter(header: string): number | null {
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : null;
}
