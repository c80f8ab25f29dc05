import { isObject } from './answers.ts';
import type { Fetcher } from './ask.ts';

/** What waits longer is asked for anew. */
const freshMs = 60_000;

/** Questions whose asker is not here yet: promises of responses, by the address as it was asked for. The loader of the script tag asks too. */
const page = globalThis as { pgwEarly?: Record<string, Promise<Response> | undefined> };

/** As `fetch`, but takes the answer to a question that was asked early: once. */
export const earlyFetch: Fetcher = (url, init) => {
  const { pgwEarly = {} } = page;
  const early = pgwEarly[url];
  if (init.method !== undefined || early === undefined) return fetch(url, init);
  pgwEarly[url] = undefined;
  return Promise.race([early, ended(init.signal)]);
};

/** Asks for what will be wanted soon. An answer that nobody takes within a minute is asked for anew; so is a failure. */
export function askEarly(fetcher: Fetcher, url: string): void {
  const questions = (page.pgwEarly ??= {});
  if (fetcher !== earlyFetch || questions[url]) return;
  const forget = (): undefined => (questions[url] = undefined);
  (questions[url] = fetch(url)).then(({ ok }) => ok || forget(), forget);
  setTimeout(forget, freshMs);
}

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
  return isObject(session) && Math.abs(Date.now() - Date.parse(String(session['serverTime']))) < freshMs;
}

/** Whoever asked no longer waits. */
function ended(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
}
