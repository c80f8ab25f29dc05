import type { StorefrontRedirect } from '@pgw/protocol';
import type { CSSResultGroup, PropertyValues, TemplateResult } from 'lit';
import { announcement } from './announcement.ts';
import { PaymentController } from './controllers/payment.ts';
import { SessionController } from './controllers/session.ts';
import { StatusController } from './controllers/status.ts';
import { fire } from './events.ts';
import { currentChoice, currentKind } from './kinds/index.ts';
import { focusTarget } from './focus.ts';
import { leave } from './leave.ts';
import { PgwElement } from './pgw-element.ts';
import { rememberBank } from './recent-bank.ts';
import {
  chosenBank,
  initialState,
  reduce,
  type CheckoutEvent,
  type CheckoutState,
  type Phase,
} from './state.ts';
import { checkoutStyles } from './styles/index.ts';
import { searchKey } from './search-key.ts';
import { checkoutView } from './views/checkout-view.ts';
import type { CheckoutActions, View } from './views/view.ts';

/**
 * Takes the payment of one order: how to pay, the press, the way to the bank, and the outcome when it is known here.
 *
 * @attr order - The shop's id of the order. Required; the price is the server's business.
 * @attr endpoint - Where the shop's server answers; default: the directory of this script, else `/pgw`.
 * @attr theme - `auto` (the page's color-scheme), `light` or `dark`.
 * @attr summary - `none`: the page shows the amount itself.
 * @attr frame - `none`: no border, radius or padding.
 * @attr heading-level - Level of the headings, 2 by default.
 * @attr remember-bank - `off`: the bank of the last payment is not kept on this device.
 * @event pgw-ready - The ways to pay are on screen.
 * @event pgw-change - A channel or bank was picked.
 * @event pgw-submit - Pay was pressed and sent.
 * @event pgw-redirect - The browser is about to leave.
 * @event pgw-result - The outcome of a payment is shown.
 * @event pgw-error - Something failed; `detail.code` says what.
 * @slot header - Above the amount.
 * @slot before-pay - Above Pay: terms.
 * @slot support - Help, on every screen of a failure.
 * @slot success-actions - In place of "View your order".
 * @slot footer - At the end of the footer.
 * @slot - Shown while the script is missing, and when the list can't be had.
 */
export class PgwCheckout extends PgwElement {
  static override properties = {
    ...PgwElement.properties,
    order: {},
    summary: {},
    rememberBank: { attribute: 'remember-bank' },
  };
  static override styles: CSSResultGroup = [...checkoutStyles];

  declare order: string;
  declare summary: string | null;
  declare rememberBank: string | null;

  #state: CheckoutState = initialState;
  /** Whether the last change began with the shopper: only then is the focus taken along. */
  #byPress = false;
  #gone = new AbortController();
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  readonly #session = new SessionController(this, {
    ...this.server,
    order: () => this.order,
    remembersBank: () => this.rememberBank !== 'off',
    onSlow: () => this.#dispatch({ type: 'load-slow' }),
    onSession: (session) => this.#dispatch({ type: 'loaded', session, byPress: this.#byPress }),
    onFailure: (cause, code) => {
      this.#dispatch({ type: 'load-failed', cause });
      fire(this, 'pgw-error', { code });
    },
    onBanks: (channelId, list) => this.#dispatch({ type: 'banks', channelId, list }),
  });
  readonly #payment = new PaymentController(this, {
    ...this.server,
    findOpen: async () => (await this.#session.peek())?.openPayment ?? null,
    dispatch: (event) => this.#dispatch(event),
    onProblem: (code) => {
      if (code === 'bank-unavailable') this.#session.doubtBanks();
      fire(this, 'pgw-error', { code });
    },
  });
  readonly #status = new StatusController(this, {
    ...this.server,
    onPayment: (payment) => this.#dispatch({ type: 'result', payment }),
    onLost: () => this.#load(false),
  });

  constructor() {
    super();
    this.order = '';
    this.summary = null;
    this.rememberBank = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#gone = new AbortController());
    addEventListener('pageshow', this.#shown, { signal });
    addEventListener('online', this.#connection, { signal });
    addEventListener('offline', this.#connection, { signal });
    document.addEventListener('visibilitychange', this.#visible, { signal });
    this.#connection();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#gone.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if ((changed.has('order') || changed.has('endpoint')) && this.order !== '') this.#load(false);
  }

  override render(): TemplateResult {
    const { name } = this.#state.phase;
    return this.framed(
      checkoutView(this.#view()),
      name === 'loading' || name === 'submitting' || name === 'unsure',
    );
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.#state.focus === null || !this.say.isReady) return;
    const target = focusTarget(this.renderRoot, this.#state);
    if (this.#byPress || this.isFocusFree()) target?.focus();
    this.#state = reduce(this.#state, { type: 'focused' });
  }

  #view(): View {
    return {
      ...this.frame(),
      state: this.say.isReady ? this.#state : { ...initialState, phase: { name: 'loading', isSlow: true } },
      hasSummary: this.summary !== 'none',
      patience: this.#status.patience,
      act: this.#act,
    };
  }

  #load(byPress: boolean): void {
    this.#byPress = byPress;
    this.#payment.forget();
    this.#status.stop();
    this.#dispatch({ type: 'load' });
    void this.#session.load();
  }

  #dispatch(event: CheckoutEvent): void {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state === before) return;
    this.requestUpdate();
    const heard = announcement(before, this.#state, this.say);
    if (heard !== null) this.announcer.say(heard.text, heard.how, heard.delayMs);
    if (before.phase.name !== this.#state.phase.name) this.#enter(this.#state.phase, before.phase);
    this.#tellChoice(before);
  }

  /** What a phase sets going. */
  #enter(phase: Phase, before: Phase): void {
    if (phase.name !== 'result') this.#status.stop();
    switch (phase.name) {
      case 'choosing':
        return this.#offer(before);
      case 'submitting':
        return this.#start();
      case 'leaving':
        return this.#leave(phase);
      case 'result':
        if (phase.payment.state === 'pending') this.#status.follow(phase.payment.reference);
        return;
      case 'loading':
      case 'unsure':
      case 'interrupted':
      case 'failed':
    }
  }

  #offer(before: Phase): void {
    const { session, channelId } = this.#state;
    const channels = session?.channels.length ?? 0;
    if (before.name === 'loading') fire(this, 'pgw-ready', { order: this.order, channels });
    if (channelId !== null) this.#wantBanks();
  }

  #tellChoice(before: CheckoutState): void {
    const { channelId, bankId, phase } = this.#state;
    if (channelId !== before.channelId && phase.name === 'choosing') this.#wantBanks();
    if (channelId !== before.channelId || bankId !== before.bankId) {
      fire(this, 'pgw-change', { channelId, bankId });
    }
    const was = before.phase.name === 'result' ? before.phase.payment.state : null;
    if (phase.name === 'result' && phase.payment.state !== was) {
      fire(this, 'pgw-result', { reference: phase.payment.reference, state: phase.payment.state });
    }
  }

  #wantBanks(isPress = false): void {
    const { channel } = currentChoice(this.#state);
    if (channel?.kind === 'provider') this.#session.wantBanks(channel.id, isPress);
  }

  #start(): void {
    const { session, channelId, bankId } = this.#state;
    const request = currentKind(this.#state)?.request(currentChoice(this.#state));
    if (session === null || request === undefined) return;
    fire(this, 'pgw-submit', { order: this.order, channelId, bankId });
    const { amount, currencyCode } = session.order;
    void this.#payment.start({
      order: this.order,
      ...request,
      shownAmount: amount,
      shownCurrencyCode: currencyCode,
    });
  }

  /** The screen first, then the way out: the shopper sees where the page is going. */
  #leave({ payment, redirect }: Extract<Phase, { name: 'leaving' }>): void {
    const { channelId } = this.#state;
    const bank = chosenBank(this.#state);
    if (bank !== null && channelId !== null && this.rememberBank !== 'off') rememberBank(channelId, bank.id);
    fire(this, 'pgw-redirect', { reference: payment.reference, by: redirect.type });
    void this.#go(redirect);
    this.#later(1500, { type: 'help', help: 'link' });
    this.#later(4000, { type: 'help', help: 'stuck' });
  }

  async #go(redirect: StorefrontRedirect): Promise<void> {
    await this.updateComplete;
    const hasLeft = leave(redirect, this.exit ?? undefined);
    if (!hasLeft) this.#dispatch({ type: 'help', help: 'stuck' });
  }

  #later(ms: number, event: CheckoutEvent): void {
    this.#timers.push(setTimeout(() => this.#dispatch(event), ms));
  }

  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted && this.order !== '') this.#load(false);
  };

  readonly #connection = (): void => this.#dispatch({ type: 'connection', isOffline: !navigator.onLine });

  readonly #visible = (): void => {
    if (document.visibilityState === 'visible' && this.#state.phase.name === 'choosing') this.#wantBanks();
  };

  readonly #act: CheckoutActions = {
    choose: (channelId) => this.#dispatch({ type: 'choose', channelId }),
    chooseBank: (bankId) => this.#dispatch({ type: 'choose-bank', bankId }),
    search: (query) => this.#dispatch({ type: 'search', query }),
    searchKey: (event) => searchKey(event, this.#state, this.#act),
    retryBanks: () => this.#wantBanks(true),
    pay: (event) => {
      event.preventDefault();
      this.#byPress = true;
      const missing = currentKind(this.#state)?.missing(currentChoice(this.#state));
      this.#dispatch({ type: 'pay', missing: missing === undefined ? 'channel' : missing });
    },
    reload: () => this.#load(true),
    check: () => this.#status.askNow(),
    retry: () => this.#backToList(),
    another: () => this.#backToList(),
    copy: (reference) => void this.copy(reference),
    checkDuplicate: () => void this.#checkDuplicate(),
    checkInterrupted: () => {
      this.#byPress = true;
      const { phase } = this.#state;
      if (phase.name === 'interrupted') this.#dispatch({ type: 'result', payment: phase.payment });
    },
  };

  #backToList(): void {
    this.#byPress = true;
    this.#dispatch({ type: 'back-to-list' });
  }

  async #checkDuplicate(): Promise<void> {
    this.#byPress = true;
    const { notice } = this.#state;
    const reference = notice?.kind === 'duplicate' ? notice.reference : null;
    const found = reference === null ? null : await this.#payment.find(reference);
    if (found !== null) this.#dispatch({ type: 'result', payment: found });
    else this.#load(true);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-checkout': PgwCheckout;
  }
}
