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

/** Asks for the banks of a channel. A newer question makes the older answer void. */
export class BanksController implements ReactiveController {
  #picking = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is here already, and when it came. */
  readonly #known = new Map<number, { at: number; readonly list: BankList }>();
  readonly #options: BanksOptions;

  constructor(host: ReactiveControllerHost, options: BanksOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#picking.abort();
    clearTimeout(this.#timer);
  }

  /**
   * The banks of a channel. Kept for a minute. `settled` asks a quarter of a second after the channel was chosen, so that
   * walking through the list by keys costs nothing; `soon` at once; `anew` at once, whatever is kept.
   */
  want(channelId: number, when: 'settled' | 'soon' | 'anew' = 'settled'): void {
    clearTimeout(this.#timer);
    this.#picking.abort();
    const { onBanks } = this.#options;
    const known = this.#known.get(channelId);
    onBanks(channelId, known?.list ?? { status: 'loading' });
    if (known !== undefined && Date.now() - known.at < freshMs && when !== 'anew') return;
    this.#timer = setTimeout(() => void this.#load(channelId), when === 'settled' ? settleMs : 0);
  }

  /** What is known of the banks no longer holds: the next question is sent, the list stays until its answer. */
  doubt(): void {
    for (const known of this.#known.values()) known.at = 0;
  }

  /** Nothing is known any more. */
  forget(): void {
    this.#known.clear();
  }

  async #load(channelId: number): Promise<void> {
    const { signal } = (this.#picking = new AbortController());
    const { endpoint, order, fetcher, remembersBank, language, onBanks } = this.#options;
    const url = banksUrl(endpoint(), channelId, order());
    const answer = await ask(url, { fetcher: fetcher(), read: readBanks, limitMs, signal });
    if (signal.aborted) return;
    if (answer.kind === 'ok') {
      const remembered = remembersBank() ? recallBank(channelId) : null;
      const recentId = answer.body.some((bank) => bank.id === remembered) ? remembered : null;
      const list = { status: 'ready', banks: sortedBanks(answer.body, language?.()), recentId } as const;
      this.#known.set(channelId, { at: Date.now(), list });
      onBanks(channelId, list);
    } else if (!this.#known.has(channelId)) {
      onBanks(channelId, { status: 'failed' });
    }
  }
}
