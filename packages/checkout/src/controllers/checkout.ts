import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import type { Life } from '../life.ts';
import { askEarly } from '../early.ts';
import { onlyChannels } from '../merchant-filter.ts';
import { resultPart } from '../result-part.ts';
import { startPart } from '../start-part.ts';
import { reduceChoosing } from '../reduce-choosing.ts';
import {
  chosenChannel,
  initialState,
  type CheckoutState,
  type ChoosingEvent,
  type Missing,
} from '../state.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import type { Core } from './core.ts';
import { banksUrl } from '../banks-url.ts';
import { SessionController } from './session.ts';

/**
 * One checkout, without a look: the list, the choice, and the press of Pay. Whatever follows from them is its `life`, which is
 * loaded once the list stands.
 */
export class CheckoutController implements Core, ReactiveController, EventListenerObject {
  #state: CheckoutState = initialState;
  /** Null until it is here. */
  life: Life | null = null;
  byPress = false;
  turn = 0;
  askedAt = 0;
  answeredAt = 0;
  readonly session: SessionController;
  readonly options: CheckoutOptions;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost, options: CheckoutOptions) {
    this.#host = host;
    this.options = options;
    this.session = new SessionController(host, {
      ...options,
      order: () => options.settings().order,
      onSlow: () => this.dispatch({ type: 'load-slow' }),
      onSession: (session) => {
        this.dispatch({ type: 'loaded', session: this.offered(session), byPress: this.byPress });
        this.life?.count();
      },
      onFailure: (cause, code) => {
        this.dispatch({ type: 'load-failed', cause, byPress: this.byPress });
        options.fire('pgw-error', { code });
        if (cause === 'config')
          resultPart.load().then(
            ({ tellOperator }) => tellOperator(code),
            () => {},
          );
        addEventListener('online', this);
      },
    });
    host.addController(this);
  }

  /** What may be shown. */
  get state(): CheckoutState {
    return this.#state;
  }

  hostConnected(): void {
    // Whatever was asked when the element was taken out of the page is asked again.
    const isWaiting = ['loading', 'submitting', 'unsure'].includes(this.#state.phase.name);
    if (this.askedAt > 0 && isWaiting) this.load();
  }

  hostDisconnected(): void {
    this.turn += 1;
    removeEventListener('online', this);
  }

  /** The connection is back. */
  handleEvent(): void {
    const { phase } = this.#state;
    if (phase.name === 'failed' && phase.cause === 'load') this.load();
  }

  /** Asks the server for everything anew. The choice is kept where it can still be had. */
  load(byPress = false): void {
    this.byPress = byPress;
    this.turn += 1;
    this.askedAt = Date.now();
    removeEventListener('online', this);
    this.life?.reset();
    this.dispatch({ type: 'load' });
    void this.session.load();
  }

  /** Asks the server again and changes only what has changed. While something is under way, nothing is asked. */
  async refresh(): Promise<void> {
    await (await this.enliven())?.refresh();
  }

  /** Whether everything that Pay needs is there; what is missing is marked, and gets the focus. */
  validate(): boolean {
    const missing = this.#missing();
    this.byPress = true;
    if (missing !== null) this.dispatch({ type: 'pay', missing });
    return missing === null;
  }

  /** As a press of Pay. */
  pay(): void {
    this.byPress = true;
    this.dispatch({ type: 'pay', missing: this.#missing() });
  }

  choose(channelId: number, bankId: string | null = null): void {
    this.dispatch({ type: 'choose', channelId, bankId });
    if (this.life === null) void this.expect(channelId);
  }

  /** A channel is about to be chosen: brings what it asks, and its banks beside it. */
  async expect(channelId: number): Promise<void> {
    const { endpoint, fetcher, settings } = this.options;
    const channel = this.#state.session?.channels.find(({ id }) => id === channelId);
    if (this.life === null && channel?.kind === 'provider')
      askEarly(fetcher(), banksUrl(endpoint(), channelId, settings().order));
    (await this.enliven())?.expect(channelId);
  }

  /** The focus that was asked for has been given: once for a press. */
  focused(): void {
    this.byPress = false;
    this.#state = reduceChoosing(this.#state, { type: 'focused' });
  }

  /** Brings what follows from the list; null where it can't be had. */
  async enliven(): Promise<Life | null> {
    const part = startPart.here ?? (await startPart.load().catch(() => null));
    if (part !== null && this.life === null) {
      this.life = new part.Life(this.#host, this);
      this.life.changed({ ...this.#state, phase: initialState.phase }, this.#state);
      this.#host.requestUpdate();
    }
    return this.life;
  }

  offered(session: StorefrontSession): StorefrontSession {
    this.answeredAt = Date.now();
    return onlyChannels(session, this.options.settings().channels);
  }

  dispatch(event: ChoosingEvent): void {
    this.change(reduceChoosing(this.#state, event));
  }

  change(after: CheckoutState): void {
    const before = this.#state;
    if (after === before) return;
    this.#state = after;
    this.#host.requestUpdate();
    const { settings, fire, onChange } = this.options;
    onChange(before, after);
    const { phase, channelId, bankId, session } = after;
    if (phase.name === 'choosing' && before.phase.name === 'loading')
      fire('pgw-ready', { order: settings().order, channels: session?.channels.length ?? 0 });
    if (this.life !== null) this.life.changed(before, after);
    else if (phase.name === 'submitting' && before.phase.name !== 'submitting') void this.#send();
    if (channelId !== before.channelId || bankId !== before.bankId) fire('pgw-change', { channelId, bankId });
  }

  #missing(): Missing | null {
    const { session } = this.#state;
    const kind = session?.mode === 'hosted' ? 'direct' : chosenChannel(this.#state)?.kind;
    if (kind === undefined) return 'channel';
    if (this.life !== null) return this.life.missing();
    return kind === 'direct' ? null : kind === 'card' ? 'cc-number' : 'bank';
  }

  /** What sends the payment is here as a rule. Where it can't be had, nothing is sent, and the shopper reads so. */
  async #send(): Promise<void> {
    const turn = (this.turn += 1);
    if ((await this.enliven()) !== null || turn !== this.turn) return;
    this.options.fire('pgw-error', { code: 'lost' });
    this.dispatch({ type: 'not-sent' });
  }
}
