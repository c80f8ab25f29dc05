import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { banksUrl } from '../banks-url.ts';
import { readBanks } from '../read-banks.ts';
import { sortedBanks } from '../bank-order.ts';
import { ask, type Fetcher } from '../ask.ts';
import { recallBank } from '../recent-bank.ts';
import type { BankList } from '../state.ts';

const limitMs = 10_000;
const freshMs = 60_000;
const settleMs = 250;

export interface BanksOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly order: () => string;
  /** Whether the bank of the last payment on this device may be recalled. */
  readonly remembersBank: () => boolean;
  /** BCP 47, by which banks are sorted; default: the browser's. */
  readonly language?: () => string;
  readonly onBanks: (channelId: number, list: BankList) => void;
}

/** Asks for the banks of channels, each of them once at a time. Only the channel that is wanted last is told of. */
export class BanksController implements ReactiveController {
  /** Counts the wishes. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is here already, and when it came. */
  readonly #known = new Map<number, { at: number; readonly list: BankList }>();
  readonly #asking = new Map<number, Promise<BankList | null>>();
  /** What was asked before it was wanted. */
  readonly #expected = new Set<number>();
  #ended = new AbortController();
  readonly #options: BanksOptions;

  constructor(host: ReactiveControllerHost, options: BanksOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#stop();
  }

  /**
   * The banks of a channel. Kept for a minute. `settled` asks a quarter of a second after the channel was chosen, so that
   * walking through the list by keys costs nothing; `soon` at once; `anew` at once, whatever is kept.
   */
  want(channelId: number, when: 'settled' | 'soon' | 'anew' = 'settled'): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    const known = this.#known.get(channelId);
    if (known !== undefined && when === 'anew') known.at = 0;
    this.#options.onBanks(channelId, known?.list ?? { status: 'loading' });
    if (this.#fresh(channelId) !== null) return;
    const waitMs = when === 'settled' && !this.#asking.has(channelId) ? settleMs : 0;
    this.#timer = setTimeout(() => void this.#load(channelId), waitMs);
  }

  /** Asks, once, for the banks of a channel that is about to be wanted, so that they can be shown at once. A failure is nobody's. */
  expect(channelId: number): void {
    if (this.#known.has(channelId) || this.#expected.has(channelId)) return;
    this.#expected.add(channelId);
    void this.#ask(channelId);
  }

  /** What is known of the banks no longer holds: the next question is sent, the list stays until its answer. */
  doubt(): void {
    for (const known of this.#known.values()) known.at = 0;
  }

  /** Nothing is known any more. */
  forget(): void {
    this.#known.clear();
    this.#expected.clear();
    this.#stop();
  }

  #stop(): void {
    this.#ended.abort();
    this.#ended = new AbortController();
    this.#asking.clear();
  }

  #fresh(channelId: number): BankList | null {
    const known = this.#known.get(channelId);
    return known !== undefined && Date.now() - known.at < freshMs ? known.list : null;
  }

  async #load(channelId: number): Promise<void> {
    const turn = this.#turn;
    const list = this.#fresh(channelId) ?? (await this.#ask(channelId));
    if (turn !== this.#turn) return;
    const { onBanks } = this.#options;
    if (list !== null) onBanks(channelId, list);
    else if (!this.#known.has(channelId)) onBanks(channelId, { status: 'failed' });
  }

  /** The banks, kept from now on; null where they can't be had. */
  #ask(channelId: number): Promise<BankList | null> {
    const before = this.#asking.get(channelId);
    if (before !== undefined) return before;
    const asking = this.#send(channelId).finally(() => {
      if (this.#asking.get(channelId) === asking) this.#asking.delete(channelId);
    });
    this.#asking.set(channelId, asking);
    return asking;
  }

  async #send(channelId: number): Promise<BankList | null> {
    const { endpoint, order, fetcher, remembersBank, language } = this.#options;
    const { signal } = this.#ended;
    const url = banksUrl(endpoint(), channelId, order());
    const answer = await ask(url, { fetcher: fetcher(), read: readBanks, limitMs, signal });
    if (answer.kind !== 'ok' || signal.aborted) return null;
    const remembered = remembersBank() ? recallBank(channelId) : null;
    const recentId = answer.body.some((bank) => bank.id === remembered) ? remembered : null;
    const list = { status: 'ready', banks: sortedBanks(answer.body, language?.()), recentId } as const;
    this.#known.set(channelId, { at: Date.now(), list });
    return list;
  }
}
