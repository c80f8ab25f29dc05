import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isConfigurationProblem } from '../api/problems.ts';
import { request, type ApiFailure, type ApiResponse, type Fetcher } from '../api/request.ts';
import { readSession, createSessionUrl } from '../api/session.ts';
import { delay } from '../lazy-module.ts';
import type { FailureCause } from '../state/checkout-state.ts';

/** The delays after which a failed request is repeated. */
const retryAfterMs = [1000, 3000];
/** The placeholders appear after 150 ms and are shown for at least 300 ms, so that nothing flickers. */
const slowAfterMs = 150;
const minSlowMs = 300;

export interface SessionOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly order: () => string;
  /** Returns the session that the page contains, or null. It is used for the first load. */
  readonly inlinedSession: () => unknown;
  readonly onSlow: () => void;
  readonly onSession: (session: StorefrontSession) => void;
  readonly onFailure: (cause: FailureCause, code: string) => void;
}

/** Requests the session of an order. A newer `load` cancels the older one. `fetch` is never canceled. */
export class SessionController implements ReactiveController {
  #isFirst = true;
  #abort = new AbortController();
  readonly #options: SessionOptions;

  constructor(host: ReactiveControllerHost, options: SessionOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#abort.abort();
  }

  /** Loads the session with up to two retries. Each request may take 10 s. */
  async load(): Promise<void> {
    const { inlinedSession, onSlow, onSession, onFailure } = this.#options;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    let slowSince = 0;
    const timer = setTimeout(() => {
      slowSince = Date.now();
      onSlow();
    }, slowAfterMs);
    const inlined = this.#isFirst ? readSession(inlinedSession()) : null;
    this.#isFirst = false;
    const response: ApiResponse<StorefrontSession> = inlined
      ? { kind: 'ok', body: inlined }
      : await this.#requestWithRetry(signal);
    clearTimeout(timer);
    if (slowSince > 0) await delay(slowSince + minSlowMs - Date.now());
    if (signal.aborted) return;
    if (response.kind === 'ok') onSession(response.body);
    else onFailure(...toFailure(response));
  }

  /** Requests the session once. Resolves to null if it cannot be loaded. */
  async fetch(): Promise<StorefrontSession | null> {
    const response = await this.#request();
    return response.kind === 'ok' ? response.body : null;
  }

  async #requestWithRetry(signal: AbortSignal): Promise<ApiResponse<StorefrontSession>> {
    let response = await this.#request(signal);
    for (const delayMs of retryAfterMs) {
      if (!isRetryable(response) || signal.aborted) break;
      await delay(delayMs);
      if (!signal.aborted) response = await this.#request(signal);
    }
    return response;
  }

  #request(signal?: AbortSignal): Promise<ApiResponse<StorefrontSession>> {
    const { endpoint, order, fetcher } = this.#options;
    const url = createSessionUrl(endpoint(), order());
    return request(url, { fetcher: fetcher(), read: readSession, signal });
  }
}

function isRetryable(response: ApiResponse<unknown>): boolean {
  if (response.kind !== 'problem') return response.kind === 'network-error';
  return response.status >= 500 && !isConfigurationProblem(response.code);
}

function toFailure(failure: ApiFailure): [cause: FailureCause, code: string] {
  if (failure.kind !== 'problem') return ['load', failure.kind];
  const { code } = failure;
  if (isConfigurationProblem(code)) return ['config', code];
  return [code === 'unknown-order' ? code : 'load', code];
}
