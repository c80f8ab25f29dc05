import type { Fetcher } from './ask.ts';

/** What waits longer is asked for anew. */
const freshMs = 60_000;

/**
 * As `fetch`, but takes the answer that the loader of the script tag asked for meanwhile (`globalThis.pgwEarly`, by address):
 * once, and only while the page is young.
 */
export const earlyFetch: Fetcher = (url, init) => {
  // Another script of ours puts it there: promises of responses, by the address asked for.
  const { pgwEarly = {} } = globalThis as { pgwEarly?: Record<string, Promise<Response>> };
  const key = [url, new URL(url, document.baseURI).href].find((address) => address in pgwEarly) ?? url;
  const early = pgwEarly[key];
  if (init.method !== undefined || early === undefined) return fetch(url, init);
  Reflect.deleteProperty(pgwEarly, key);
  return performance.now() > freshMs ? fetch(url, init) : Promise.race([early, ended(init.signal)]);
};

/** The session that the page brought along in `<script type="application/json" data-pgw-session>`; null without a fresh one. */
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

/** A page out of a cache brings an old session. A clock that is wrong costs a question, no more. */
function isFresh(session: unknown): boolean {
  if (typeof session !== 'object' || session === null || !('serverTime' in session)) return false;
  return Math.abs(Date.now() - Date.parse(String(session.serverTime))) < freshMs;
}

function ended(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('Nobody waits any more.')));
  });
}
