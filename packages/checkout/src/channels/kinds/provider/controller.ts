import type { StorefrontBank } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createBanksUrl, readBanks } from '../../../api/banks.ts';
import { request, type Fetcher } from '../../../api/request.ts';
import { recallBank } from './recent-bank.ts';
import type { BankList } from '../../../state/checkout-state.ts';

const maxAgeMs = 60_000;
const loadDelayMs = 250;

export interface BankOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly order: () => string;
  /** Loads the module that shows the banks. Resolves to the function that selects and sorts them. */
  readonly loadModule: () => Promise<(banks: readonly StorefrontBank[]) => readonly StorefrontBank[]>;
  /** Whether the bank of the last payment on this device may be recalled. */
  readonly remembersBank: () => boolean;
  readonly onBanks: (channelId: number, list: BankList) => void;
}

/**
 * When `load` sends its request. A request that is already pending is not sent again.
 *
 * - `delayed`: after a quarter of a second, unless the banks are cached. Moving through the list with the
 *   keyboard therefore sends no requests.
 * - `now`: immediately, unless the banks are cached.
 * - `reload`: immediately, even if the banks are cached.
 */
export type LoadMode = 'delayed' | 'now' | 'reload';

interface CachedList {
  /** Unix time in milliseconds; 0 for an invalidated list. */
  readonly loadedAt: number;
  readonly list: BankList;
}

/** If the shopper chooses another channel in the meantime, `onBanks` does not receive the banks of the first one. */
export class BankController implements ReactiveController {
  /** Changes with each `load`. Banks that an older call loaded are ignored. */
  #loadId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #cache = new Map<number, CachedList>();
  readonly #pending = new Map<number, Promise<BankList | null>>();
  readonly #prefetched = new Set<number>();
  #abort = new AbortController();
  readonly #options: BankOptions;

  constructor(host: ReactiveControllerHost, options: BankOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#loadId += 1;
    clearTimeout(this.#timer);
    this.#cancel();
  }

  /** Loads the banks of a channel and passes them to `onBanks`. They are cached for a minute. */
  load(channelId: number, mode: LoadMode): void {
    clearTimeout(this.#timer);
    this.#loadId += 1;
    if (mode === 'reload') this.#expire(channelId);
    const cached = this.#cache.get(channelId);
    this.#options.onBanks(channelId, cached?.list ?? { status: 'loading' });
    if (this.#getFresh(channelId) !== null) return;
    const delayMs = mode === 'delayed' && !this.#pending.has(channelId) ? loadDelayMs : 0;
    this.#timer = setTimeout(() => void this.#load(channelId), delayMs);
  }

  /** Requests the banks of a channel that the shopper may choose next, once for each channel. */
  prefetch(channelId: number): void {
    if (this.#cache.has(channelId) || this.#prefetched.has(channelId)) return;
    this.#prefetched.add(channelId);
    void this.#request(channelId);
  }

  /** Makes the next `load` of each channel send a request. Until its response, the cached list is shown. */
  invalidate(): void {
    for (const channelId of this.#cache.keys()) this.#expire(channelId);
  }

  /** Clears the cache and cancels all requests. */
  reset(): void {
    this.#cache.clear();
    this.#prefetched.clear();
    this.#cancel();
  }

  #cancel(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#pending.clear();
  }

  #expire(channelId: number): void {
    const cached = this.#cache.get(channelId);
    if (cached !== undefined) this.#cache.set(channelId, { ...cached, loadedAt: 0 });
  }

  /** Returns the cached list if it is less than a minute old, else null. */
  #getFresh(channelId: number): BankList | null {
    const cached = this.#cache.get(channelId);
    return cached !== undefined && Date.now() - cached.loadedAt < maxAgeMs ? cached.list : null;
  }

  async #load(channelId: number): Promise<void> {
    const loadId = this.#loadId;
    const list = this.#getFresh(channelId) ?? (await this.#request(channelId));
    if (loadId !== this.#loadId) return;
    const { onBanks } = this.#options;
    if (list !== null) onBanks(channelId, list);
    else if (!this.#cache.has(channelId)) onBanks(channelId, { status: 'failed' });
  }

  /** Returns null if the banks cannot be loaded. Concurrent calls share one request. */
  #request(channelId: number): Promise<BankList | null> {
    const pending = this.#pending.get(channelId);
    if (pending !== undefined) return pending;
    const sent = this.#send(channelId).finally(() => {
      if (this.#pending.get(channelId) === sent) this.#pending.delete(channelId);
    });
    this.#pending.set(channelId, sent);
    return sent;
  }

  async #send(channelId: number): Promise<BankList | null> {
    const { endpoint, order, fetcher, remembersBank, loadModule } = this.#options;
    const { signal } = this.#abort;
    const url = createBanksUrl(endpoint(), channelId, order());
    const [response, sort] = await Promise.all([
      request(url, { fetcher: fetcher(), read: readBanks, signal }),
      loadModule().catch(() => null),
    ]);
    if (response.kind !== 'ok' || sort === null || signal.aborted) return null;
    const banks = sort(response.body);
    const remembered = remembersBank() ? recallBank(channelId) : null;
    const recentId = banks.some((bank) => bank.id === remembered) ? remembered : null;
    const list: BankList = { status: 'ready', banks, recentId };
    this.#cache.set(channelId, { loadedAt: Date.now(), list });
    return list;
  }
}
