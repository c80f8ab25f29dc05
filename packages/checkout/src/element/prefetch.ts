import type { Fetcher } from '../api/request.ts';
import { isObject } from '../api/response-guards.ts';

const maxAgeMs = 60_000;

/** The responses that loader/checkout.js requested before the elements were defined, by URL. */
const globals = globalThis as { pgwPrefetched?: Record<string, Promise<Response> | undefined> };

/** A replacement for `fetch` that uses each response of the loader once. */
export const fetchWithPrefetch: Fetcher = (url, init) => {
  const { pgwPrefetched = {} } = globals;
  const prefetched = pgwPrefetched[url];
  if (init.method !== undefined || prefetched === undefined) return fetch(url, init);
  pgwPrefetched[url] = undefined;
  return Promise.race([prefetched, rejectOnAbort(init.signal)]);
};

/** Reads `<script type="application/json" data-pgw-session>` of an element. Null after a minute. */
export function readInlinedSession(element: Element): unknown {
  const text = element.querySelector(':scope > script[data-pgw-session]')?.textContent;
  if (!text) return null;
  try {
    const session: unknown = JSON.parse(text);
    return isFresh(session) ? session : null;
  } catch {
    return null;
  }
}

/** Whether a session is new, and not from a cached page. Also false if the clock of the device is wrong. */
function isFresh(session: unknown): boolean {
  return isObject(session) && Math.abs(Date.now() - Date.parse(String(session['serverTime']))) < maxAgeMs;
}

function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
}
