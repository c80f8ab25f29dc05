import { isObject, isText, type LooseObject } from './response-guards.ts';

/** `fetch`, or a function that replaces it. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

/** The response of the shop's server to one request. */
export type ApiResponse<Body> = { readonly kind: 'ok'; readonly body: Body } | ApiFailure;

/**
 * `problem`: a response with a code. `network-error`: there is no response, or none from which the outcome is known (a lost
 * connection, a timeout, a 5xx without a code). `invalid-response`: a response without the expected members.
 */
export type ApiFailure = Problem | { readonly kind: 'network-error' } | { readonly kind: 'invalid-response' };

export interface Problem {
  readonly kind: 'problem';
  /** A code of `StorefrontProblemCode`, or one of a newer server. */
  readonly code: string;
  readonly status: number;
  /** From Retry-After, in milliseconds, an hour at most. */
  readonly retryAfterMs: number | null;
  /** The other members of the response, not validated. */
  readonly details: LooseObject;
}

/** Problems that only the operator of the shop can fix. */
export const configurationCodes: readonly string[] = [
  'gateway-misconfigured',
  'wrong-mount-path',
  'body-already-parsed',
  'not-found',
];

export interface RequestOptions<Body> {
  readonly fetcher: Fetcher;
  /** Validates the parsed body; null if it is not valid. */
  readonly read: (body: unknown) => Body | null;
  readonly timeoutMs: number;
  /** Sent as JSON by POST. Without it the request is a GET. */
  readonly json?: unknown;
  /** Cancels the request, whose response is then a `network-error`. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request to the shop's server. Never throws. */
export async function request<Body>(url: string, options: RequestOptions<Body>): Promise<ApiResponse<Body>> {
  const { fetcher, read, timeoutMs, json, signal } = options;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetcher(url, { ...requestInit(json), signal: controller.signal });
    // A connection that is lost during the body throws here.
    const body = parseJson(await response.text());
    if (!response.ok) return failureOf(response, body);
    const value = read(body);
    return value === null ? { kind: 'invalid-response' } : { kind: 'ok', body: value };
  } catch {
    return { kind: 'network-error' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function requestInit(json: unknown): RequestInit {
  // A GET has no headers of its own, so that the browser uses the response of the page's preload.
  if (json === undefined) return {};
  const type = 'application/json';
  return { method: 'POST', headers: { accept: type, 'content-type': type }, body: JSON.stringify(json) };
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf({ status, headers }: Response, body: unknown): ApiFailure {
  const details = isObject(body) ? body : {};
  const { code } = details;
  if (!isText(code) && status !== 429) return { kind: status >= 500 ? 'network-error' : 'invalid-response' };
  const retryAfterMs = retryDelay(headers.get('retry-after') ?? '');
  return { kind: 'problem', code: isText(code) ? code : '', status, retryAfterMs, details };
}

/**
 * The delay of a Retry-After header in milliseconds. The header has seconds or a date; null if it has neither, or a date in the past.
 * At most an hour, because a timer of more than 24 days fires immediately.
 */
function retryDelay(header: string): number | null {
  const ms = Number(header) * 1000 || Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, 36e5) : null;
}
