import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { readSession } from '../answers.ts';
import { ask, configCodes, type Answer, type Fetcher } from '../ask.ts';
import type { FailureCause } from '../state.ts';

/** How often a lost session is asked for again without a word, and after how long. */
const silentRetriesMs = [1000, 3000];
export const listLimitMs = 10_000;

export interface SessionOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly order: () => string;
  /** The session that the page brought along, for the first load; null without one. */
  readonly inlined?: () => unknown;
  readonly onSlow: () => void;
  readonly onSession: (session: StorefrontSession) => void;
  readonly onFailure: (cause: FailureCause, code: string) => void;
}

/** Asks for the order's session. A newer question makes the older answer void. */
export class SessionController implements ReactiveController {
  #isFirst = true;
  #loading = new AbortController();
  readonly #options: SessionOptions;

  constructor(host: ReactiveControllerHost, options: SessionOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#loading.abort();
  }

  /** Loads the session: 10 s a try, two silent retries when no answer came. */
  async load(): Promise<void> {
    const { inlined, onSlow, onSession, onFailure } = this.#options;
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    // The skeleton comes after 150 ms and then stays for 300 ms at least, so that nothing flickers.
    let shownAt = 0;
    const timer = setTimeout(() => {
      shownAt = Date.now();
      onSlow();
    }, 150);
    const body = this.#isFirst ? readSession(inlined?.()) : null;
    this.#isFirst = false;
    const answer: Answer<StorefrontSession> = body ? { kind: 'ok', body } : await this.#patiently(signal);
    clearTimeout(timer);
    if (shownAt > 0) await wait(shownAt + 300 - Date.now());
    if (signal.aborted) return;
    if (answer.kind === 'ok') onSession(answer.body);
    else onFailure(...failureOf(answer));
  }

  /** What the server says now, without a retry or a change on screen; null when it can't be asked. */
  async peek(): Promise<StorefrontSession | null> {
    const answer = await this.#once();
    return answer.kind === 'ok' ? answer.body : null;
  }

  async #patiently(signal: AbortSignal): Promise<Answer<StorefrontSession>> {
    let answer = await this.#once(signal);
    for (const waitMs of silentRetriesMs) {
      if (!isWorthAnother(answer) || signal.aborted) break;
      await wait(waitMs);
      if (!signal.aborted) answer = await this.#once(signal);
    }
    return answer;
  }

  #once(signal?: AbortSignal): Promise<Answer<StorefrontSession>> {
    const { endpoint, order, fetcher } = this.#options;
    const url = `${endpoint()}/session?order=${encodeURIComponent(order())}`;
    return ask(url, { fetcher: fetcher(), read: readSession, limitMs: listLimitMs, signal });
  }
}

function isWorthAnother(answer: Answer<unknown>): boolean {
  return (
    answer.kind === 'lost' || (answer.kind === 'problem' && answer.status >= 500 && !isFinal(answer.code))
  );
}

/** A server that says it is set up wrongly will say so again. */
function isFinal(code: string): boolean {
  return configCodes.includes(code);
}

function failureOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): [FailureCause, string] {
  if (answer.kind !== 'problem') return ['load', answer.kind];
  const { code } = answer;
  return [isFinal(code) ? 'config' : code === 'unknown-order' ? 'lost' : 'load', code];
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
