import type { ReactiveControllerHost } from '../reactive-element.ts';
import { onlyBanks } from '../bank-filter.ts';
import { banksPart } from '../banks-part.ts';
import { banksUrl } from '../banks-url.ts';
import type * as banks from '../banks.ts';
import { askEarly } from '../early.ts';
import type { BankEvent, BankList } from '../state.ts';
import type { BanksController } from './banks.ts';
import type { Core } from './core.ts';

/** The banks of a checkout's channels: what asks for them is loaded once a channel has any. */
export class Banks {
  #controller: BanksController | null = null;
  /** Counts the wishes; an older one is dropped when the part is here. */
  #wishes = 0;
  readonly #host: ReactiveControllerHost;
  readonly #core: Core;

  constructor(host: ReactiveControllerHost, core: Core) {
    this.#host = host;
    this.#core = core;
  }

  /** See `BanksController.expect`. */
  async expect(channelId: number): Promise<void> {
    this.#askEarly(channelId);
    const part = await banksPart.load().catch(() => null);
    if (part !== null) this.#made(part).expect(channelId);
  }

  /** See `BanksController.want`. Where the part can't be had, the banks can't. */
  async want(channelId: number, when: 'settled' | 'soon' | 'anew'): Promise<void> {
    const wish = (this.#wishes += 1);
    if (banksPart.here === null) {
      if (when !== 'settled') this.#askEarly(channelId);
      this.#show(channelId, { status: 'loading' });
    }
    const part = banksPart.here ?? (await banksPart.load().catch(() => null));
    if (wish !== this.#wishes) return;
    if (part === null) this.#show(channelId, { status: 'failed' });
    else this.#made(part).want(channelId, when);
  }

  /** What is known of the banks no longer holds. */
  doubt(): void {
    this.#controller?.doubt();
  }

  forget(): void {
    this.#controller?.forget();
  }

  /** Keeps the bank that is being paid with, if the shop lets us. */
  remember(): void {
    if (this.#core.options.settings().remembersBank) banksPart.here?.rememberChoice(this.#core.state);
  }

  dispatch(event: BankEvent): void {
    const core = this.#core;
    if (banksPart.here !== null) core.change(banksPart.here.reduceBanks(core.state, event));
  }

  /** While what asks for banks is on its way itself. */
  #askEarly(channelId: number): void {
    const { endpoint, fetcher, settings } = this.#core.options;
    if (banksPart.here === null) askEarly(fetcher(), banksUrl(endpoint(), channelId, settings().order));
  }

  #show(channelId: number, list: BankList): void {
    const { state } = this.#core;
    this.#core.change({ ...state, banks: { ...state.banks, [channelId]: list } });
  }

  #made({ BanksController }: typeof banks): BanksController {
    const { settings } = this.#core.options;
    return (this.#controller ??= new BanksController(this.#host, {
      ...this.#core.options,
      order: () => settings().order,
      remembersBank: () => settings().remembersBank,
      onBanks: (channelId, list) =>
        this.dispatch({ type: 'banks', channelId, list: onlyBanks(list, settings().bankCategory) }),
    }));
  }
}
