import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { filterSession, type Inputs } from '../channels/index.ts';
import { isFinalState, takeRetriedChoice, takeShown } from '../result/index.ts';
import {
  initialState,
  isExpired,
  type CheckoutState,
  type FailureCause,
  type InputEvent,
  type Phase,
  type PhoneScreenChange,
} from '../state/checkout-state.ts';
import type { PendingStage } from '../state/view.ts';
import { createControllers, type CheckoutControllers } from './controllers.ts';
import type { ChannelChoice, CheckoutOptions } from './options.ts';
import { fireEvents } from './page-events.ts';
import { reduce, type CheckoutAction } from './reducer.ts';

const deadlineRetryMs = 5000;
const startedPhases: readonly Phase['name'][] = ['redirecting', 'phone', 'result'];

const getReference = (phase: Phase): string | null => ('payment' in phase ? phase.payment.reference : null);

/** Holds the state of one checkout, and reacts to its changes with requests, events and redirects. */
export class CheckoutController implements ReactiveController {
  #state: CheckoutState = initialState;
  /** Whether the last change was an action of the shopper. In this case the element may move the focus. */
  #isUserInitiated = false;
  /** Changes with each load, refresh and click on Pay. Responses to older requests are ignored. */
  #requestId = 0;
  /** Whether the session was ever requested, and when it was received; Unix time in ms. */
  #isRequested = false;
  #receivedAt = 0;
  readonly #controllers: CheckoutControllers;
  readonly #host: ReactiveControllerHost;
  readonly #options: CheckoutOptions;

  constructor(host: ReactiveControllerHost, options: CheckoutOptions) {
    this.#host = host;
    this.#options = options;
    this.#controllers = createControllers(host, options, {
      state: () => this.#state,
      dispatch: (event) => this.#dispatch(event),
      onSession: (session) => {
        const previous = takeRetriedChoice(options.settings().order);
        this.#isUserInitiated ||= previous !== null;
        const isUserInitiated = this.#isUserInitiated;
        const shown = takeShown(options.settings().order);
        const choices = { previous, shown, recentChannelId: options.recentChannelId() };
        this.#dispatch({ type: 'loaded', session: this.#receive(session), isUserInitiated, ...choices });
        this.#startDeadline();
      },
      onFailure: (cause, code) => this.refuse(cause, code),
      onProblem: (code) => {
        if (code === 'bank-unavailable') this.inputs.invalidate();
        options.fire('pgw-error', { code });
      },
      onExpired: () => void this.#confirmExpiry(),
      onOutdated: () => this.load(),
      onOnline: () => void this.refresh(),
      onVisible: () => this.#refreshShown(),
    });
    host.addController(this);
  }

  get inputs(): Inputs {
    return this.#controllers.inputs;
  }

  get state(): CheckoutState {
    return this.#state;
  }

  get isUserInitiated(): boolean {
    return this.#isUserInitiated;
  }

  get pendingStage(): PendingStage {
    return this.#controllers.poller.pendingStage;
  }

  hostConnected(): void {
    // Responses to requests from before the removal of the element are ignored.
    const isWaiting = ['loading', 'submitting', 'verifying'].includes(this.#state.phase.name);
    if (this.#isRequested && isWaiting) this.load();
  }

  hostDisconnected(): void {
    this.#requestId += 1;
  }

  /** Loads the session. The choice is kept if it is still possible. */
  load(isUserInitiated = false): void {
    this.#isUserInitiated = isUserInitiated;
    this.#requestId += 1;
    this.#isRequested = true;
    this.#controllers.pay.cancel();
    this.#controllers.poller.stop();
    this.#controllers.deadline.stop();
    this.inputs.reset();
    this.#dispatch({ type: 'load' });
    void this.#controllers.session.load();
  }

  /** Shows why there is no list. */
  refuse(cause: FailureCause, code: string): void {
    this.#dispatch({ type: 'load-failed', cause, isUserInitiated: this.#isUserInitiated });
    this.#options.fire('pgw-error', { code });
  }

  /** Requests the session again and shows the differences. Only for the list and for failures. */
  async refresh(): Promise<void> {
    const { name } = this.#state.phase;
    if (name === 'failed' && this.#options.settings().order) this.load();
    if (name !== 'choosing') return;
    const requestId = (this.#requestId += 1);
    const session = await this.#controllers.session.fetch();
    if (requestId !== this.#requestId) return;
    if (session === null) this.#startDeadline();
    else this.#refreshWith(session);
  }

  /** Returns whether the choice is complete. Marks what is missing and moves the focus there. */
  validate(): boolean {
    const missing = this.inputs.findMissing();
    this.#isUserInitiated = true;
    if (missing !== null) this.#dispatch({ type: 'pay', missing });
    return missing === null;
  }

  /** Starts the payment, or marks what is missing. `paysOnPhone`: shows a QR code instead of redirecting. */
  pay(paysOnPhone = false): void {
    this.#isUserInitiated = true;
    this.#dispatch({ type: 'pay', missing: this.inputs.findMissing(), paysOnPhone });
  }

  changePhoneScreen(change: PhoneScreenChange): void {
    this.#isUserInitiated ||= change === 'continue';
    this.#dispatch({ type: 'phone', change });
  }

  chooseChannel(channelId: number, { bankId, isPointer, isFolded }: ChannelChoice): void {
    const isNew = channelId !== this.#state.channelId;
    this.#dispatch({ type: 'choose-channel', channelId, bankId, isFolded });
    if (isNew && this.#state.phase.name === 'choosing') this.inputs.load(isPointer ? 'now' : 'delayed');
  }

  /** Folds the channels that are not chosen into one row, or shows all channels. */
  fold(isFolded: boolean): void {
    this.#dispatch({ type: 'fold', isFolded });
  }

  /** Handles a choice or a search in the panel of the channel. */
  changeInput(event: InputEvent): void {
    this.#dispatch(event);
  }

  /** Loads the panel again: after a failed request, or because the shop offers another category of banks. */
  reloadPanel(): void {
    this.inputs.invalidate();
    this.inputs.load('reload');
  }

  /** Requests the payment that is shown. */
  checkPayment(): void {
    this.changePhoneScreen('check');
    this.#controllers.poller.requestNow();
  }

  /** Leaves the shown payment. `retry` keeps its choice in the list, `choose-another` clears it, `continue` redirects. */
  leavePayment(type: 'retry' | 'choose-another' | 'continue'): void {
    this.#isUserInitiated = true;
    this.#dispatch({ type });
  }

  /** Starts the pending payment again. For an unchanged choice the server returns the same payment. */
  repeatPayment(paysOnPhone = false): void {
    this.leavePayment('retry');
    if (this.#state.phase.name === 'choosing' && this.inputs.findMissing() === null) this.pay(paysOnPhone);
  }

  /** Shows the pending payment from which the shopper came back. */
  checkInterrupted(): void {
    const { phase } = this.#state;
    if (phase.name === 'interrupted') this.#showPayment(phase.payment);
  }

  /** Shows the payment of a notice. Loads the session if this fails, or if the notice has no reference. */
  async showDuplicate(): Promise<void> {
    const { notice } = this.#state;
    const payment = await this.#controllers.pay.loadDuplicate();
    if (notice !== this.#state.notice) return;
    if (payment !== null) this.#showPayment(payment);
    else this.load(true);
  }

  /** Call this after the focus was moved to `state.focus`. It does not render anything. */
  clearFocus(): void {
    this.#isUserInitiated = false;
    this.#state = reduce(this.#state, { type: 'focused' });
  }

  #showPayment(payment: StorefrontPayment): void {
    this.#isUserInitiated = true;
    this.#dispatch({ type: 'result', payment });
  }

  #dispatch(event: CheckoutAction): void {
    const before = this.#state;
    const after = reduce(before, event);
    if (after === before) return;
    this.#state = after;
    this.#host.requestUpdate();
    const { settings, fire, onChange } = this.#options;
    onChange(before, after);
    this.#react(before, after);
    fireEvents(before, after, { order: settings().order, fire });
  }

  /** Reacts to a change of the phase or of the total. */
  #react(before: CheckoutState, after: CheckoutState): void {
    const { phase, notice } = after;
    if (before.phase.name !== phase.name) {
      if (startedPhases.includes(phase.name)) this.#controllers.tabs.notify();
      // The payment has a deadline of its own.
      if (before.phase.name === 'phone' || phase.name === 'phone') this.#startDeadline();
      if (before.phase.name === 'submitting' && startedPhases.includes(phase.name)) this.inputs.remember();
      this.#enter(phase);
    } else if (getReference(before.phase) !== getReference(phase)) this.#enter(phase);
    // Fees and limits depend on the amount.
    if (notice?.kind === 'total' && notice !== before.notice) void this.refresh();
  }

  #enter(phase: Phase): void {
    const { poller, pay } = this.#controllers;
    const isPolled = phase.name === 'result' || phase.name === 'phone' || phase.name === 'interrupted';
    if (isPolled) return poller.start(phase.payment.reference, isFinalState(phase.payment.state));
    poller.stop();
    if (phase.name === 'redirecting') pay.redirect(phase);
    else if (phase.name === 'submitting') {
      const requestId = (this.#requestId += 1);
      void pay.start(() => requestId === this.#requestId);
    } else if (phase.name === 'choosing') {
      this.inputs.load('now');
      if (this.#state.secondsLeft === 0) void this.#confirmExpiry();
    }
  }

  #startDeadline(): void {
    this.#controllers.deadline.start(this.#state, this.#receivedAt);
  }

  /** Requests the session, because the server has to confirm that the deadline has passed. */
  async #confirmExpiry(): Promise<void> {
    if (this.#state.phase.name === 'phone') {
      this.#controllers.poller.requestNow();
      this.#controllers.deadline.retry(deadlineRetryMs);
    }
    if (this.#state.phase.name !== 'choosing') return;
    const requestId = this.#requestId;
    const session = await this.#controllers.session.fetch();
    if (requestId !== this.#requestId) return;
    this.#isUserInitiated = false;
    if (session === null) this.#controllers.deadline.retry(deadlineRetryMs);
    else if (isExpired(session) && session.openPayment === null)
      this.#dispatch({ type: 'load-failed', cause: 'expired' });
    else this.#refreshWith(session);
  }

  #refreshWith(session: StorefrontSession): void {
    this.#isUserInitiated = false;
    this.#dispatch({ type: 'refreshed', session: this.#receive(session) });
    this.#startDeadline();
  }

  /** Stores the time of a response. Returns its session with the channels of the `channels` attribute. */
  #receive(session: StorefrontSession): StorefrontSession {
    this.#receivedAt = Date.now();
    return filterSession(session, this.#options.settings().channels);
  }

  /** Loads what may have changed in another tab: the payment of the order, and the banks if their cache has expired. */
  #refreshShown(): void {
    const { name } = this.#state.phase;
    if (name === 'choosing') {
      this.inputs.load('delayed');
      void this.refresh();
    } else if (this.#isRequested) void this.#refreshPayment();
  }

  async #refreshPayment(): Promise<void> {
    const { name } = this.#state.phase;
    if (['loading', 'submitting', 'verifying'].includes(name)) return;
    this.#controllers.poller.requestNow();
    const requestId = this.#requestId;
    const session = await this.#controllers.session.fetch();
    if (session !== null && requestId === this.#requestId) this.#refreshWith(session);
  }
}
