import type { ReactiveControllerHost } from './reactive-element.ts';
import { configCodes } from './ask.ts';
import { CardController } from './controllers/card.ts';
import type { Core } from './controllers/core.ts';
import { FollowUp } from './controllers/follow-up.ts';
import { watchPage } from './controllers/page-watch.ts';
import { Banks } from './controllers/lazy-banks.ts';
import { currentChoice, currentKind } from './kinds/index.ts';
import { Paying } from './paying.ts';
import { resultPart } from './result-part.ts';
import type { Patience } from './polling.ts';
import { reducePaying } from './reduce-paying.ts';
import {
  isOver,
  type BankCategory,
  type CheckoutState,
  type ChoosingEvent,
  type Missing,
  type PayingEvent,
  type Phase,
  type StandingEvent,
} from './state.ts';

const staleMs = 30_000;
const askAgainMs = 5000;

/** What follows from the list of one checkout: what a choice asks, the press of Pay, time, and every other question to the server. */
export class Life {
  /** Whether a channel is being chosen with a pointer: who points does not walk through the list. */
  #isPointed = false;
  /** The form for cards. */
  readonly card: CardController;
  readonly #core: Core;
  readonly #banks: Banks;
  readonly #paying: Paying;
  readonly #followUp: FollowUp;

  constructor(host: ReactiveControllerHost, core: Core) {
    this.#core = core;
    const { options, session } = core;
    const state = (): CheckoutState => core.state;
    const dispatch = (event: LifeEvent): void => this.#dispatch(event);
    this.card = new CardController(host, { state, dispatch });
    this.#banks = new Banks(host, core);
    this.#paying = new Paying(host, {
      ...options,
      state,
      dispatch,
      sendCard: (started) => this.card.send(started),
      findOpen: async () => (await session.peek())?.openPayment ?? null,
      onLeave: () => this.#banks.remember(),
      onProblem: (code) => {
        if (code === 'bank-unavailable') this.#banks.doubt();
        options.fire('pgw-error', { code });
        if (configCodes.includes(code))
          resultPart.load().then(
            ({ tellOperator }) => tellOperator(code),
            () => {},
          );
      },
    });
    this.#followUp = new FollowUp(host, {
      ...options,
      onPayment: (payment) => dispatch({ type: 'result', payment }),
      onLost: () => core.load(),
      onTime: (secondsLeft) => dispatch({ type: 'time', secondsLeft }),
      onOver: () => void this.#end(),
    });
    watchPage(host, {
      onRestored: () => options.settings().order && core.load(),
      onConnection: (isOffline) => dispatch({ type: 'connection', isOffline }),
      onVisible: () => this.#seen(),
    });
    this.count();
  }

  /** How long the shopper has waited for the payment on screen. */
  get patience(): Patience {
    return this.#followUp.patience;
  }

  /** After every change. */
  changed(before: CheckoutState, after: CheckoutState): void {
    const { phase, channelId } = after;
    if (before.phase.name !== phase.name) this.#enter(phase);
    else if (channelId !== before.channelId && phase.name === 'choosing')
      this.#wantPanel(this.#isPointed ? 'soon' : 'settled');
    this.#isPointed = false;
    // Fees and limits go with the amount.
    if (after.notice?.kind === 'total' && after.notice !== before.notice) void this.refresh();
    const was = before.phase.name === 'result' ? before.phase.payment.state : null;
    if (phase.name !== 'result' || phase.payment.state === was) return;
    const { reference, state } = phase.payment;
    this.#core.options.fire('pgw-result', { reference, state });
  }

  /** Everything is asked for anew: lets go of what was under way. */
  reset(): void {
    this.#paying.forget();
    this.#followUp.unfollow();
    this.#followUp.stopCount();
    this.#banks.forget();
  }

  /** Counts to the deadline of the session that has just been answered. */
  count(): void {
    const { state, answeredAt } = this.#core;
    if (state.session !== null) void this.#followUp.count(state.session, answeredAt);
  }

  /** What Pay still needs. */
  missing(): Missing | null {
    const { state } = this.#core;
    const choice = currentChoice(state);
    return choice.channel?.kind === 'card'
      ? this.card.missing()
      : (currentKind(state)?.missing(choice) ?? null);
  }

  /** A channel is about to be chosen. */
  expect(channelId: number): void {
    const channel = this.#core.state.session?.channels.find(({ id }) => id === channelId);
    if (channel?.kind === 'provider') void this.#banks.expect(channelId);
  }

  /** A click on the channels. What keys choose comes as a click too, one without presses to count. */
  clicked(presses: number): void {
    // A click on a label is followed by one on its radio, without presses of its own.
    this.#isPointed ||= presses > 0;
  }

  /** Asks the server again and changes only what has changed. While something is under way, nothing is asked. */
  async refresh(): Promise<void> {
    const { name } = this.#core.state.phase;
    if (name === 'failed') this.#core.load();
    if (name !== 'choosing') return;
    const turn = (this.#core.turn += 1);
    this.#core.askedAt = Date.now();
    const session = await this.#core.session.peek();
    if (turn !== this.#core.turn) return;
    if (session === null) this.count();
    else this.#refreshed(session);
  }

  /** Asks for the banks again: they failed, or others are wanted now. */
  refreshBanks(): void {
    this.#banks.doubt();
    this.#wantPanel('anew');
  }

  chooseBank(bankId: string): void {
    this.#banks.dispatch({ type: 'choose-bank', bankId });
  }

  chooseCategory(category: BankCategory): void {
    this.#banks.dispatch({ type: 'choose-category', category });
  }

  search(query: string): void {
    this.#banks.dispatch({ type: 'search', query });
  }

  /** Asks at once what became of the payment on screen. */
  check(): void {
    this.#followUp.askNow();
  }

  backToList(): void {
    this.#press({ type: 'back-to-list' });
  }

  /** The shopper, who came back early, wants to know first. */
  checkInterrupted(): void {
    const { phase } = this.#core.state;
    if (phase.name === 'interrupted') this.#press({ type: 'result', payment: phase.payment });
  }

  /** Asks about the payment that a notice named. */
  async checkDuplicate(): Promise<void> {
    const { notice } = this.#core.state;
    const payment = await this.#paying.duplicate();
    if (notice !== this.#core.state.notice) return;
    if (payment !== null) this.#press({ type: 'result', payment });
    else this.#core.load(true);
  }

  #press(event: LifeEvent): void {
    this.#core.byPress = true;
    this.#dispatch(event);
  }

  #dispatch(event: LifeEvent): void {
    this.#core.change(reducePaying(this.#core.state, event));
  }

  /** What a phase sets going. */
  #enter(phase: Phase): void {
    if (phase.name !== 'result') this.#followUp.unfollow();
    if (phase.name === 'choosing') this.#offer();
    else if (phase.name === 'submitting') void this.#start();
    else if (phase.name === 'leaving') this.#paying.leave(phase);
    else if (phase.name === 'result' && phase.payment.state === 'pending')
      void this.#followUp.follow(phase.payment);
  }

  #offer(): void {
    const { channelId, secondsLeft } = this.#core.state;
    if (channelId !== null) this.#wantPanel('soon');
    if (secondsLeft === 0) void this.#end();
  }

  async #start(): Promise<void> {
    const turn = (this.#core.turn += 1);
    await this.#paying.start(() => turn === this.#core.turn);
  }

  /** What the chosen channel needs to ask. */
  #wantPanel(when: 'settled' | 'soon' | 'anew' = 'settled'): void {
    const { channel } = currentChoice(this.#core.state);
    if (channel?.kind === 'provider') void this.#banks.want(channel.id, when);
    if (channel?.kind === 'card') void this.card.want();
  }

  /** The deadline has passed here; whether it has, the server says. */
  async #end(): Promise<void> {
    const core = this.#core;
    if (core.state.phase.name !== 'choosing') return;
    const { turn } = core;
    const session = await core.session.peek();
    if (turn !== core.turn) return;
    core.byPress = false;
    if (session === null) this.#followUp.countAgain(askAgainMs);
    else if (isOver(session) && session.openPayment === null)
      core.dispatch({ type: 'load-failed', cause: 'expired' });
    else this.#refreshed(session);
  }

  #refreshed(session: Parameters<Core['offered']>[0]): void {
    this.#core.byPress = false;
    this.#dispatch({ type: 'refreshed', session: this.#core.offered(session) });
    this.count();
  }

  #seen(): void {
    if (this.#core.state.phase.name !== 'choosing') return;
    this.#wantPanel();
    if (Date.now() - this.#core.askedAt > staleMs) void this.refresh();
  }
}

type LifeEvent = ChoosingEvent | StandingEvent | PayingEvent;
