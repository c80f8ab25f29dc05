import { noChange, type CSSResult, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { configCodes } from './ask.ts';
import { CheckoutController } from './controllers/checkout.ts';
import { inlinedSession } from './early-session.ts';
import { fire } from './events.ts';
import { firstAnnouncement, type Announcement } from './first-announcement.ts';
import { focusTarget } from './focus.ts';
import { PgwElement } from './pgw-element.ts';
import { cardPart, resultPart, startPart } from './parts.ts';
import { initialState, needsLater, usableChannels, type BankCategory, type CheckoutState } from './state.ts';
import { ServedList } from './served-list.ts';
import { checkoutStyles } from './styles/index.ts';
import { whenIdle } from './when-idle.ts';
import { checkoutView } from './views/checkout-view.ts';
import type { CheckoutActions, View } from './views/view.ts';

/**
 * Takes the payment of one order: how to pay, the press, the way to the bank, and the outcome when it is known here.
 *
 * @tagname pgw-checkout
 * @event {CustomEvent<PgwEvents['pgw-ready']>} pgw-ready - The ways to pay are on screen. `{ order, channels }`
 * @event {CustomEvent<PgwEvents['pgw-change']>} pgw-change - A channel or bank was picked. `{ channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-before-pay']>} pgw-before-pay - Pay was pressed, nothing was sent. Can be cancelled; `detail.waitUntil(promise)` is awaited.
 * @event {CustomEvent<PgwEvents['pgw-submit']>} pgw-submit - The payment is being sent. `{ order, channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-redirect']>} pgw-redirect - The browser is about to leave. `{ reference, by }`
 * @event {CustomEvent<PgwEvents['pgw-result']>} pgw-result - The outcome of a payment is shown. `{ reference, state }`
 * @event {CustomEvent<PgwEvents['pgw-error']>} pgw-error - Something failed. `{ code }`
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
    channels: { converter: { fromAttribute: readIds } },
    bankCategory: { attribute: 'bank-category' },
    summary: {},
    rememberBank: { attribute: 'remember-bank' },
  };
  static override styles: CSSResultGroup = [...checkoutStyles];

  /**
   * The shop's id of the order. Required; the price is the server's business.
   * @attr order
   */
  declare order: string;
  /**
   * Ids of the only channels to offer, as an attribute with commas between them; null for all. No lock: what must not
   * be paid some way is the server's to refuse.
   * @attr channels
   */
  declare channels: readonly number[] | null;
  /**
   * The only kind of banks to offer, `personal` or `business`; null for both, with a switch where a channel has both.
   * @attr bank-category
   */
  declare bankCategory: BankCategory | null;
  /**
   * `none`: the page shows the amount itself.
   * @attr summary
   */
  declare summary: string | null;
  /**
   * `off`: the id of the last bank is not kept on this device.
   * @attr remember-bank
   */
  declare rememberBank: string | null;

  readonly #checkout = new CheckoutController(this, {
    ...this.server,
    settings: () => ({
      order: this.order,
      channels: this.channels,
      bankCategory: this.bankCategory,
      remembersBank: this.rememberBank !== 'off',
    }),
    exit: () => this.exit ?? undefined,
    inlined: () => inlinedSession(this),
    language: () => this.say.language,
    fire: (name, detail) => {
      if ('code' in detail && configCodes.includes(detail.code)) tellOperator(detail.code);
      return fire(this, name, detail);
    },
    onChange: (before, after) => this.#changed(before, after),
  });

  #served = new ServedList(null);

  /** Once the update is on screen: lets the panel that it took away close. */
  #closePanel = (): void => {};

  constructor() {
    super();
    this.order = '';
    this.channels = null;
    this.bankCategory = null;
    this.summary = null;
    this.rememberBank = null;
  }

  /** As a press of Pay: what is missing is marked, else the payment starts. */
  pay(): void {
    this.#checkout.pay();
  }

  /** Whether everything Pay needs is there. What is missing is marked, and gets the focus. */
  validate(): boolean {
    return this.#checkout.validate();
  }

  /**
   * Asks the server again, for example because the cart has changed: what has changed is shown, the choice stays where
   * it can. While a payment is under way nothing is asked. Never rejects: a server that can't be asked changes nothing.
   */
  async refresh(): Promise<void> {
    await this.#checkout.refresh();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.#served.isShown) this.#takeOver(this.#checkout.state);
    if (this.order === '') return;
    if (changed.has('order') || changed.has('endpoint')) this.#checkout.load();
    else {
      if (changed.has('channels')) void this.#checkout.refresh();
      if (changed.has('bankCategory')) this.#checkout.refreshBanks();
    }
  }

  protected override get lateStyles(): readonly CSSResult[] {
    const { here } = cardPart;
    return here === null ? super.lateStyles : [...super.lateStyles, here.cardStyles];
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.#served = new ServedList(this.shadowRoot);
    return super.createRenderRoot();
  }

  override render(): TemplateResult | typeof noChange {
    const { name } = this.#checkout.state.phase;
    if (this.#served.isShown && this.#shown().phase.name === 'loading') return noChange;
    return this.framed(
      checkoutView(this.#view()),
      name === 'loading' || name === 'submitting' || name === 'unsure',
    );
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.#shown().phase.name !== 'loading') this.#served.remove();
    this.#closePanel();
    this.#closePanel = () => {};
    const { state, byPress } = this.#checkout;
    if (needsLater(state.phase) && this.later === null) {
      if (!this.isStranded) this.needLater();
      return;
    }
    if (state.focus === null || !this.say.isReady) return;
    const target = focusTarget(this.renderRoot, state);
    if (byPress || this.isFocusFree()) target?.focus();
    this.#checkout.focused();
  }

  #changed(before: CheckoutState, after: CheckoutState): void {
    if (resultPart.here !== null && before.channelId !== after.channelId)
      this.#closePanel = resultPart.here.panelCloser(this.renderRoot);
    const first = firstAnnouncement(before, after, this.say);
    this.#announce(first);
    // That the list is here is not said, so nothing is loaded for it.
    const isNews = before.phase.name !== 'loading' || needsLater(after.phase);
    if (first === null && isNews) void this.#hear(before, after);
    if (before.phase === after.phase) return;
    if (after.phase.name === 'choosing') whenIdle(() => this.#prefetch());
  }

  /** What was chosen in the list that the server drew stays chosen. */
  #takeOver({ phase, session }: CheckoutState): void {
    const channelId = Number(this.#served.chosen('channel') ?? Number.NaN);
    const bankId = this.#served.chosen('bank');
    if (phase.name !== 'choosing' || session === null) return;
    if (!usableChannels(session).some(({ id }) => id === channelId)) return;
    this.#checkout.act({ type: 'choose', channelId });
    if (bankId !== null) this.#checkout.act({ type: 'choose-bank', bankId });
  }

  /** What is to be heard of a change, once the part that knows is here. */
  async #hear(before: CheckoutState, after: CheckoutState): Promise<void> {
    const isLater = needsLater(after.phase) || after.secondsLeft !== null;
    const start = startPart.here ?? (await startPart.load().catch(() => null));
    const later = isLater ? (resultPart.here ?? (await resultPart.load().catch(() => null))) : null;
    this.requestUpdate();
    // Where a part can't be had, the failure that is shown instead takes the focus.
    if (this.#checkout.state !== after) return;
    this.#announce(
      start?.announcement(before, after, this.say) ??
        later?.laterAnnouncement(before, after, this.say) ??
        null,
    );
  }

  #announce(heard: Announcement | null): void {
    if (heard !== null) this.announcer.say(heard.text, heard.how, heard.delayMs);
  }

  /** So that nothing waits after the list. Where it fails, it is tried again when the part is needed. */
  #prefetch(): void {
    const update = (): void => this.requestUpdate();
    const ignore = (): void => {};
    startPart.load().then(update, ignore);
    const part = resultPart.load();
    part.then(({ rememberShape }) => rememberShape(this.#checkout.state.session)).then(update, ignore);
    // Only while a shop is being made its pages come over plain http: what only its developer can mend.
    if (location.protocol === 'http:')
      import('./advice.ts').then(({ adviseOnColours }) => adviseOnColours(this.renderRoot), ignore);
  }

  #view(): View {
    const { patience } = this.#checkout;
    return {
      ...this.base(),
      state: this.#shown(),
      hasSummary: this.summary !== 'none',
      patience,
      later: this.later,
      cardPanel: this.#cardPanel(),
      start: startPart.here,
      act: this.#act,
    };
  }

  /** Draws the form for cards, once it is here. */
  #cardPanel(): View['cardPanel'] {
    const { here } = cardPart;
    const { form } = this.#checkout.card;
    if (here === null || form === null) return null;
    const isBusy = this.#checkout.state.phase.name !== 'choosing';
    return ({ name }) => here.cardPanel({ form, say: this.say, channel: name, isBusy });
  }

  #shown(): CheckoutState {
    const { state } = this.#checkout;
    // Without the words of its language the list can't be read yet.
    if (!this.say.isReady) return { ...initialState, phase: { name: 'loading', isSlow: true } };
    const isMissing = this.isStranded && needsLater(state.phase) && state.phase.name !== 'leaving';
    return isMissing ? { ...state, phase: { name: 'failed', cause: 'load' } } : state;
  }

  readonly #act: CheckoutActions = {
    click: ({ detail }) => this.#checkout.clicked(detail),
    choose: (channelId) => this.#checkout.act({ type: 'choose', channelId }),
    chooseBank: (bankId) => this.#checkout.act({ type: 'choose-bank', bankId }),
    chooseCategory: (category) => this.#checkout.act({ type: 'choose-category', category }),
    search: (query) => this.#checkout.act({ type: 'search', query }),
    retryBanks: () => this.#checkout.refreshBanks(),
    retryCard: () => void this.#checkout.card.want(),
    pay: (event) => {
      event.preventDefault();
      this.pay();
    },
    reload: () => {
      if (this.isStranded) this.needLater();
      this.#checkout.load(true);
    },
    check: () => this.#checkout.check(),
    retry: () => this.#checkout.backToList(),
    another: () => this.#checkout.backToList(),
    restart: () => this.#checkout.load(true),
    copied: this.copied,
    checkDuplicate: () => void this.#checkout.checkDuplicate(),
    checkInterrupted: () => this.#checkout.checkInterrupted(),
  };
}

/** Tells the shop's developer; nobody else misses it when it can't be told. */
function tellOperator(code: string): void {
  resultPart.load().then(
    (part) => part.tellOperator(code),
    () => {},
  );
}

function readIds(text: string | null): readonly number[] | null {
  if (text === null) return null;
  return text.split(',').map(Number).filter(Number.isSafeInteger);
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-checkout': PgwCheckout;
  }
}
