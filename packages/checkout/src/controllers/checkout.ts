import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { currentChoice, currentKind } from '../kinds/index.ts';
import { onlyBanks, onlyChannels } from '../merchant-filter.ts';
import type { Patience } from '../polling.ts';
import { startPart } from '../parts.ts';
import { reduceChoosing } from '../reduce-choosing.ts';
import type { Paying } from '../paying.ts';
import {
  initialState,
  isOver,
  type CheckoutState,
  type ChoosingEvent,
  type Missing,
  type Phase,
} from '../state.ts';
import { tellPage } from '../tell-page.ts';
import { CardController } from './card.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import { FollowUp } from './follow-up.ts';
import { watchPage } from './page-watch.ts';
import { SessionController } from './session.ts';

const staleMs = 30_000;
const askAgainMs = 5000;

/** One checkout, without a look: what is shown, what may be done, and every question to the shop's server. */
export class CheckoutController implements ReactiveController {
  #state: CheckoutState = initialState;
  /** Whether a channel is being chosen with a pointer: who points does not walk through the list. */
  #isPointed = false;
  #byPress = false;
  /** Counts loads and presses: what an older one still brings is dropped. */
  #run = 0;
  #askedAt = 0;
  readonly #host: ReactiveControllerHost;
  readonly #options: CheckoutOptions;
  readonly #session: SessionController;
  /** The form for cards. */
  readonly card: CardController;
  /** Comes with the part that is loaded later. */
  #paying: Paying | null = null;
  readonly #followUp: FollowUp;

  constructor(host: ReactiveControllerHost, options: CheckoutOptions) {
    this.#host = host;
    this.#options = options;
    const { settings, fire } = options;
    const dispatch = (event: ChoosingEvent): void => this.#dispatch(event);
    this.#session = new SessionController(host, {
      ...options,
      order: () => settings().order,
      remembersBank: () => settings().remembersBank,
      onSlow: () => dispatch({ type: 'load-slow' }),
      onSession: (session) =>
        dispatch({ type: 'loaded', session: this.#watched(session), byPress: this.#byPress }),
      onFailure: (cause, code) => {
        dispatch({ type: 'load-failed', cause, byPress: this.#byPress });
        fire('pgw-error', { code });
      },
      onBanks: (channelId, list) =>
        dispatch({ type: 'banks', channelId, list: onlyBanks(list, settings().bankCategory) }),
    });
    this.card = new CardController(host, { state: () => this.#state, dispatch });
    this.#followUp = new FollowUp(host, {
      ...options,
      onPayment: (payment) => dispatch({ type: 'result', payment }),
      onLost: () => this.load(),
      onTime: (secondsLeft) => dispatch({ type: 'time', secondsLeft }),
      onOver: () => void this.#end(),
    });
    watchPage(host, {
      onRestored: () => options.settings().order !== '' && this.load(),
      onConnection: (isOffline) => this.#connected(isOffline),
      onVisible: () => this.#seen(),
    });
    host.addController(this);
  }

  get state(): CheckoutState {
    return this.#state;
  }

  /** Whether the last change began with the shopper: then the focus may be taken along. */
  get byPress(): boolean {
    return this.#byPress;
  }

  /** How long the shopper has waited for the payment on screen. */
  get patience(): Patience {
    return this.#followUp.patience;
  }

  /** Asks at once what became of the payment on screen. */
  check(): void {
    this.#followUp.askNow();
  }

  hostConnected(): void {
    // Whatever was asked when the element was taken out of the page is asked again.
    const isWaiting = ['loading', 'submitting', 'unsure'].includes(this.#state.phase.name);
    if (this.#askedAt > 0 && isWaiting) this.load();
  }

  hostDisconnected(): void {
    this.#run += 1;
  }

  /** A click on the channels. What keys choose comes as a click too, one without presses to count. */
  clicked(presses: number): void {
    // A click on a label is followed by one on its radio, without presses of its own.
    this.#isPointed ||= presses > 0;
  }

  /** Asks the server for everything anew. The choice is kept where it can still be had. */
  load(byPress = false): void {
    this.#byPress = byPress;
    this.#run += 1;
    this.#askedAt = Date.now();
    this.#paying?.forget();
    this.#followUp.unfollow();
    this.#followUp.stopCount();
    this.#dispatch({ type: 'load' });
    void this.#session.load();
  }

  /** Asks the server again and changes only what has changed. While something is under way, nothing is asked. */
  async refresh(): Promise<void> {
    const { phase } = this.#state;
    if (phase.name === 'failed') this.load();
    if (phase.name !== 'choosing') return;
    const run = this.#run;
    this.#askedAt = Date.now();
    const session = await this.#session.peek();
    if (session === null || run !== this.#run) return;
    this.#byPress = false;
    this.#dispatch({ type: 'refreshed', session: this.#watched(session) });
  }

  /** Asks for the banks again: they failed, or others are wanted now. */
  refreshBanks(): void {
    this.#session.doubtBanks();
    this.#wantPanel('anew');
  }

  /** Whether everything that Pay needs is there; what is missing is marked, and gets the focus. */
  validate(): boolean {
    const missing = this.#missing();
    this.#byPress = true;
    if (missing !== null) this.#dispatch({ type: 'pay', missing });
    return missing === null;
  }

  /** As a press of Pay. */
  pay(): void {
    this.#byPress = true;
    this.#dispatch({ type: 'pay', missing: this.#missing() });
  }

  /** What the shopper does to the list. */
  act(
    event: Extract<ChoosingEvent, { type: 'choose' | 'choose-bank' | 'choose-category' | 'search' }>,
  ): void {
    this.#dispatch(event);
  }

  backToList(): void {
    this.#byPress = true;
    this.#dispatch({ type: 'back-to-list' });
  }

  /** The shopper, who came back early, wants to know first. */
  checkInterrupted(): void {
    this.#byPress = true;
    const { phase } = this.#state;
    if (phase.name === 'interrupted') this.#dispatch({ type: 'result', payment: phase.payment });
  }

  /** Asks about the payment that a notice named. */
  async checkDuplicate(): Promise<void> {
    this.#byPress = true;
    const found = (await this.#paying?.duplicate()) ?? null;
    if (found !== null) this.#dispatch({ type: 'result', payment: found });
    else this.load(true);
  }

  /** The focus that was asked for has been given. */
  focused(): void {
    this.#state = reduceChoosing(this.#state, { type: 'focused' });
  }

  #missing(): Missing | null {
    const kind = currentKind(this.#state);
    if (kind === null) return 'channel';
    const choice = currentChoice(this.#state);
    return choice.channel?.kind === 'card' ? this.card.missing() : kind.missing(choice);
  }

  #dispatch(event: ChoosingEvent): void {
    this.#change(reduceChoosing(this.#state, event));
  }

  #change(after: CheckoutState): void {
    const before = this.#state;
    this.#state = after;
    if (after === before) return;
    this.#host.requestUpdate();
    this.#options.onChange(before, this.#state);
    const { phase, channelId } = this.#state;
    if (before.phase.name !== phase.name) this.#enter(phase, before.phase);
    else if (channelId !== before.channelId && phase.name === 'choosing')
      this.#wantPanel(this.#isPointed ? 'soon' : 'settled');
    this.#isPointed = false;
    tellPage(before, this.#state, this.#options.fire);
  }

  /** What a phase sets going. */
  #enter(phase: Phase, before: Phase): void {
    if (phase.name !== 'result') this.#followUp.unfollow();
    if (phase.name === 'choosing') this.#offer(before);
    else if (phase.name === 'submitting') void this.#start();
    else if (phase.name === 'leaving') this.#paying?.leave(phase);
    else if (phase.name === 'result' && phase.payment.state === 'pending')
      void this.#followUp.follow(phase.payment);
  }

  #offer(before: Phase): void {
    const { session, channelId, secondsLeft } = this.#state;
    if (before.name === 'loading') {
      const { order } = this.#options.settings();
      this.#options.fire('pgw-ready', { order, channels: session?.channels.length ?? 0 });
    }
    if (channelId !== null) this.#wantPanel();
    if (secondsLeft === 0) void this.#end();
  }

  /** What the chosen channel needs to ask. */
  #wantPanel(when: 'settled' | 'soon' | 'anew' = 'settled'): void {
    const { channel } = currentChoice(this.#state);
    if (channel?.kind === 'provider') this.#session.wantBanks(channel.id, when);
    if (channel?.kind === 'card') void this.card.want();
  }

  /** The session as the shop wants it shown; its time is counted from now on. */
  #watched(session: StorefrontSession): StorefrontSession {
    void this.#followUp.count(session);
    return onlyChannels(session, this.#options.settings().channels);
  }

  /** What sends the payment is here as a rule. Where it can't be had, nothing is sent, and the shopper reads so. */
  async #start(): Promise<void> {
    const run = (this.#run += 1);
    const part = startPart.here ?? (await startPart.load().catch(() => null));
    if (run !== this.#run) return;
    if (part === null) {
      this.#options.fire('pgw-error', { code: 'lost' });
      this.#dispatch({ type: 'not-sent' });
      return;
    }
    this.#paying ??= new part.Paying(this.#host, {
      ...this.#options,
      state: () => this.#state,
      change: (state) => this.#change(state),
      sendCard: (started) => this.card.send(started),
      findOpen: async () => (await this.#session.peek())?.openPayment ?? null,
      onProblem: (code) => {
        if (code === 'bank-unavailable') this.#session.doubtBanks();
        this.#options.fire('pgw-error', { code });
      },
    });
    await this.#paying.start(() => run === this.#run);
  }

  /** The deadline has passed here; whether it has, the server says. */
  async #end(): Promise<void> {
    if (this.#state.phase.name !== 'choosing') return;
    const run = this.#run;
    const session = await this.#session.peek();
    if (run !== this.#run) return;
    this.#byPress = false;
    if (session === null) this.#followUp.countAgain(askAgainMs);
    else if (isOver(session) && session.openPayment === null)
      this.#dispatch({ type: 'load-failed', cause: 'expired' });
    else this.#dispatch({ type: 'refreshed', session: this.#watched(session) });
  }

  #connected(isOffline: boolean): void {
    const { phase } = this.#state;
    this.#dispatch({ type: 'connection', isOffline });
    if (!isOffline && phase.name === 'failed' && phase.cause === 'load') this.load();
  }

  #seen(): void {
    if (this.#state.phase.name !== 'choosing') return;
    this.#wantPanel();
    if (Date.now() - this.#askedAt > staleMs) void this.refresh();
  }
}
