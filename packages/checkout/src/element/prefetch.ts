import type { Fetcher } from '../api/request.ts';
import { isObject } from '../api/response-guards.ts';

const maxAgeMs = 60_000;

/**
 * Responses that the loader of the script tag requested before the elements were defined, by URL. loader/checkout.js uses the
 * same name.
 */
const page = globalThis as { pgwPrefetched?: Record<string, Promise<Response> | undefined> };

/** Like `fetch`, but uses the response that the loader has already requested for the URL, once. */
export const prefetchedFetch: Fetcher = (url, init) => {
  const { pgwPrefetched = {} } = page;
  const prefetched = pgwPrefetched[url];
  if (init.method !== undefined || prefetched === undefined) return fetch(url, init);
  pgwPrefetched[url] = undefined;
  return Promise.race([prefetched, rejectOnAbort(init.signal)]);
};

/** The session in the page's `<script type="application/json" data-pgw-session>`; null if there is none, or an old one. */
export function inlinedSession(element: Element): unknown {
  const text = element.querySelector(':scope > script[data-pgw-session]')?.textContent;
  if (!text) return null;
  try {
    const session: unknown = JSON.parse(text);
    return isFresh(session) ? session : null;
  } catch {
    return null;
  }
}

/** Do not use the session of a cached page. If the device's clock is wrong, the session is requested again. */
function isFresh(session: unknown): boolean {
  return isObject(session) && Math.abs(Date.now() - Date.parse(String(session['serverTime']))) < maxAgeMs;
}

function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
}
