import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readBanks, readSession } from '../answers.ts';
import { ask, configCodes, type Answer, type Fetcher } from '../ask.ts';
import { recallBank } from '../recent-bank.ts';
import type { BankList, FailureCause } from '../state.ts';

/** How often a lost session is asked for again without a word, and after how long. */
const silentRetriesMs = [1000, 3000];
const listLimitMs = 10_000;
const freshMs = 60_000;
const settleMs = 250;

export interface SessionOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly order: () => string;
  /** Whether the bank of the last payment on this device may be recalled. */
  readonly remembersBank: () => boolean;
  /** The session that the page brought along, for the first load; null without one. */
  readonly inlined?: () => unknown;
  /** BCP 47, by which banks are sorted; default: the browser's. */
  readonly language?: () => string;
  readonly onSlow: () => void;
  readonly onSession: (session: StorefrontSession) => void;
  readonly onFailure: (cause: FailureCause, code: string) => void;
  readonly onBanks: (channelId: number, list: BankList) => void;
}

/** Asks for the order's session, and for the banks of a channel. A newer question makes the older answer void. */
export class SessionController implements ReactiveController {
  #isFirst = true;
  #loading = new AbortController();
  #picking = new AbortController();
  #bankTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #banksAt = new Map<number, number>();
  readonly #options: SessionOptions;

  constructor(host: ReactiveControllerHost, options: SessionOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#loading.abort();
    this.#picking.abort();
    clearTimeout(this.#bankTimer);
  }

  /** Loads the session: 10 s a try, two silent retries when no answer came. */
  async load(): Promise<void> {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    this.#banksAt.clear();
    const skeleton = skeletonTimes(this.#options.onSlow);
    const answer = this.#inlined() ?? (await this.#askSession(signal));
    await skeleton.end();
    if (signal.aborted) return;
    if (answer.kind === 'ok') this.#options.onSession(answer.body);
    else this.#options.onFailure(...failureOf(answer));
  }

  /** What the server says now, without a retry or a change on screen; null when it can't be asked. */
  async peek(): Promise<StorefrontSession | null> {
    const answer = await this.#once(undefined);
    return answer.kind === 'ok' ? answer.body : null;
  }

  /**
   * The banks of a channel. Kept for a minute. `settled` asks a quarter of a second after the channel was chosen, so that
   * walking through the list by keys costs nothing; `soon` at once; `anew` at once, whatever is kept.
   */
  wantBanks(channelId: number, when: 'settled' | 'soon' | 'anew' = 'settled'): void {
    clearTimeout(this.#bankTimer);
    this.#picking.abort();
    const age = Date.now() - (this.#banksAt.get(channelId) ?? 0);
    if (age < freshMs && when !== 'anew') return;
    if (!this.#banksAt.has(channelId)) this.#options.onBanks(channelId, { status: 'loading' });
    this.#bankTimer = setTimeout(() => void this.#loadBanks(channelId), when === 'settled' ? settleMs : 0);
  }

  /** What is known of the banks no longer holds: the next question is sent, the list stays until its answer. */
  doubtBanks(): void {
    for (const channelId of this.#banksAt.keys()) this.#banksAt.set(channelId, 0);
  }

  async #loadBanks(channelId: number): Promise<void> {
    const { signal } = (this.#picking = new AbortController());
    const { endpoint, order, fetcher } = this.#options;
    const url = `${endpoint()}/channels/${String(channelId)}/banks?order=${encodeURIComponent(order())}`;
    const answer = await ask(url, { fetcher: fetcher(), read: readBanks, limitMs: listLimitMs, signal });
    if (signal.aborted) return;
    if (answer.kind === 'ok') {
      this.#banksAt.set(channelId, Date.now());
      const remembered = this.#options.remembersBank() ? recallBank(channelId) : null;
      const recentId = answer.body.some((bank) => bank.id === remembered) ? remembered : null;
      this.#options.onBanks(channelId, {
        status: 'ready',
        banks: sorted(answer.body, this.#options.language?.()),
        recentId,
      });
    } else if (!this.#banksAt.has(channelId)) {
      this.#options.onBanks(channelId, { status: 'failed' });
    }
  }

  #inlined(): Answer<StorefrontSession> | null {
    const body = this.#isFirst ? readSession(this.#options.inlined?.()) : null;
    this.#isFirst = false;
    return body && { kind: 'ok', body };
  }

  async #askSession(signal: AbortSignal): Promise<Answer<StorefrontSession>> {
    let answer = await this.#once(signal);
    for (const waitMs of silentRetriesMs) {
      const isWorthAnother = answer.kind === 'lost' || (answer.kind === 'problem' && answer.status >= 500);
      if (!isWorthAnother || isFinal(answer) || signal.aborted) break;
      await wait(waitMs);
      if (signal.aborted) break;
      answer = await this.#once(signal);
    }
    return answer;
  }

  #once(signal: AbortSignal | undefined): Promise<Answer<StorefrontSession>> {
    const { endpoint, order, fetcher } = this.#options;
    const url = `${endpoint()}/session?order=${encodeURIComponent(order())}`;
    return ask(url, { fetcher: fetcher(), read: readSession, limitMs: listLimitMs, signal });
  }
}

/** A server that says it is set up wrongly will say so again. */
function isFinal(answer: Answer<unknown>): boolean {
  return answer.kind === 'problem' && configCodes.includes(answer.code);
}

function failureOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): [FailureCause, string] {
  if (answer.kind !== 'problem') return ['load', answer.kind];
  if (isFinal(answer)) return ['config', answer.code];
  return [answer.code === 'unknown-order' ? 'lost' : 'load', answer.code];
}

/** The skeleton comes after 150 ms and then stays for 300 ms at least, so that nothing flickers. */
function skeletonTimes(onSlow: () => void): { end(): Promise<void> } {
  let shownAt = 0;
  const timer = setTimeout(() => {
    shownAt = Date.now();
    onSlow();
  }, 150);
  return {
    async end() {
      clearTimeout(timer);
      if (shownAt > 0) await wait(shownAt + 300 - Date.now());
    },
  };
}

function sorted<Bank extends { displayName: string }>(
  banks: readonly Bank[],
  language: string | undefined,
): readonly Bank[] {
  const { compare } = new Intl.Collator(language);
  return [...banks].sort((a, b) => compare(a.displayName, b.displayName));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
