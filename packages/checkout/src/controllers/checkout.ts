import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { askPage } from '../before-pay.ts';
import { currentChoice, currentKind } from '../kinds/index.ts';
import { onlyBanks, onlyChannels } from '../merchant-filter.ts';
import { rememberChoice } from '../recent-bank.ts';
import { reduce } from '../reduce.ts';
import { initialState, isOver, total, type CheckoutEvent, type CheckoutState, type Phase } from '../state.ts';
import { tellPage } from '../tell-page.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import { Deadline } from './deadline.ts';
import { Departure } from './departure.ts';
import { watchPage } from './page-watch.ts';
import { PaymentController } from './payment.ts';
import { SessionController } from './session.ts';
import { StatusController, type Patience } from './status.ts';

const staleMs = 30_000;
const askAgainMs = 5000;

/** One checkout, without a look: what is shown, what may be done, and every question to the shop's server. */
export class CheckoutController implements ReactiveController {
  #state: CheckoutState = initialState;
  #byPress = false;
  /** Counts loads and presses: what an older one still brings is dropped. */
  #run = 0;
  #askedAt = 0;
  readonly #host: ReactiveControllerHost;
  readonly #options: CheckoutOptions;
  readonly #session: SessionController;
  readonly #payment: PaymentController;
  readonly #status: StatusController;
  readonly #deadline: Deadline;
  readonly #departure: Departure;

  constructor(host: ReactiveControllerHost, options: CheckoutOptions) {
    this.#host = host;
    this.#options = options;
    const { settings, fire } = options;
    const dispatch = (event: CheckoutEvent): void => this.#dispatch(event);
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
    this.#payment = new PaymentController(host, {
      ...options,
      dispatch,
      findOpen: async () => (await this.#session.peek())?.openPayment ?? null,
      onProblem: (code) => {
        if (code === 'bank-unavailable') this.#session.doubtBanks();
        fire('pgw-error', { code });
      },
    });
    this.#status = new StatusController(host, {
      ...options,
      onPayment: (payment) => dispatch({ type: 'result', payment }),
      onLost: () => this.load(),
    });
    this.#deadline = new Deadline(host, {
      onTime: (secondsLeft) => dispatch({ type: 'time', secondsLeft }),
      onOver: () => void this.#end(),
    });
    this.#departure = new Departure(host, {
      ...options,
      onHelp: (help) => dispatch({ type: 'help', help }),
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
    return this.#status.patience;
  }

  /** Asks at once what became of the payment on screen. */
  check(): void {
    this.#status.askNow();
  }

  hostConnected(): void {
    // Whatever was asked when the element was taken out of the page is asked again.
    const isWaiting = ['loading', 'submitting', 'unsure'].includes(this.#state.phase.name);
    if (this.#askedAt > 0 && isWaiting) this.load();
  }

  hostDisconnected(): void {
    this.#run += 1;
  }

  /** Asks the server for everything anew. The choice is kept where it can still be had. */
  load(byPress = false): void {
    this.#byPress = byPress;
    this.#run += 1;
    this.#askedAt = Date.now();
    this.#payment.forget();
    this.#status.stop();
    this.#deadline.stop();
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
    this.#wantBanks(true);
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
    event: Extract<CheckoutEvent, { type: 'choose' | 'choose-bank' | 'choose-category' | 'search' }>,
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
    const { notice } = this.#state;
    const reference = notice?.kind === 'duplicate' ? notice.reference : null;
    const found = reference === null ? null : await this.#payment.find(reference);
    if (found !== null) this.#dispatch({ type: 'result', payment: found });
    else this.load(true);
  }

  /** The focus that was asked for has been given. */
  focused(): void {
    this.#state = reduce(this.#state, { type: 'focused' });
  }

  #missing(): 'channel' | 'bank' | null {
    const kind = currentKind(this.#state);
    return kind === null ? 'channel' : kind.missing(currentChoice(this.#state));
  }

  #dispatch(event: CheckoutEvent): void {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state === before) return;
    this.#host.requestUpdate();
    this.#options.onChange(before, this.#state);
    const { phase, channelId } = this.#state;
    if (before.phase.name !== phase.name) this.#enter(phase, before.phase);
    else if (channelId !== before.channelId && phase.name === 'choosing') this.#wantBanks();
    tellPage(before, this.#state, this.#options.fire);
  }

  /** What a phase sets going. */
  #enter(phase: Phase, before: Phase): void {
    if (phase.name !== 'result') this.#status.stop();
    if (phase.name === 'choosing') this.#offer(before);
    else if (phase.name === 'submitting') void this.#start();
    else if (phase.name === 'leaving') this.#leave(phase);
    else if (phase.name === 'result' && phase.payment.state === 'pending')
      this.#status.follow(phase.payment.reference);
  }

  #offer(before: Phase): void {
    const { session, channelId, secondsLeft } = this.#state;
    if (before.name === 'loading') {
      const { order } = this.#options.settings();
      this.#options.fire('pgw-ready', { order, channels: session?.channels.length ?? 0 });
    }
    if (channelId !== null) this.#wantBanks();
    if (secondsLeft === 0) void this.#end();
  }

  #wantBanks(isPress = false): void {
    const { channel } = currentChoice(this.#state);
    if (channel?.kind === 'provider') this.#session.wantBanks(channel.id, isPress);
  }

  /** The session as the shop wants it shown; its time is counted from now on. */
  #watched(session: StorefrontSession): StorefrontSession {
    this.#deadline.watch(session);
    return onlyChannels(session, this.#options.settings().channels);
  }

  /** The page has its say, then the payment is sent. */
  async #start(): Promise<void> {
    const { session, channelId, bankId } = this.#state;
    const request = currentKind(this.#state)?.request(currentChoice(this.#state));
    if (session === null || request === undefined) return;
    const { order } = this.#options.settings();
    const { amount, currencyCode } = session.order;
    const run = (this.#run += 1);
    const intent = { order, channelId, bankId };
    const { fire } = this.#options;
    const verdict = await askPage(fire, { ...intent, amount: total(this.#state), currencyCode });
    if (run !== this.#run) return;
    if (verdict === 'go') {
      fire('pgw-submit', intent);
      await this.#payment.start({ order, ...request, shownAmount: amount, shownCurrencyCode: currencyCode });
      return;
    }
    if (verdict === 'failed') fire('pgw-error', { code: 'before-pay-failed' });
    this.#dispatch({ type: 'refused', notice: verdict === 'failed' ? { kind: 'start' } : null });
  }

  #leave(phase: Extract<Phase, { name: 'leaving' }>): void {
    if (this.#options.settings().remembersBank) rememberChoice(this.#state);
    this.#options.fire('pgw-redirect', { reference: phase.payment.reference, by: phase.redirect.type });
    void this.#departure.start(phase);
  }

  /** The deadline has passed here; whether it has, the server says. */
  async #end(): Promise<void> {
    if (this.#state.phase.name !== 'choosing') return;
    const run = this.#run;
    const session = await this.#session.peek();
    if (run !== this.#run) return;
    this.#byPress = false;
    if (session === null) this.#deadline.askAgain(askAgainMs);
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
    this.#wantBanks();
    if (Date.now() - this.#askedAt > staleMs) void this.refresh();
  }
}
