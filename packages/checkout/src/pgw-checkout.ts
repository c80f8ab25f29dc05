import {
  noChange,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { bankModule } from './banks/index.ts';
import { cardModule } from './card/index.ts';
import { listExtrasModule, rememberListShape, ServerRenderedList } from './channels/index.ts';
import { PgwElement } from './element/base-element.ts';
import { fire } from './element/events.ts';
import { mayTakeFocus } from './element/focus.ts';
import { inlinedSession } from './element/prefetch.ts';
import { runWhenIdle } from './element/when-idle.ts';
import { getAnnouncement } from './flow/announcements.ts';
import { CheckoutController } from './flow/checkout-controller.ts';
import { checkoutView } from './flow/checkout-view.ts';
import { focusTarget } from './flow/focus-target.ts';
import { checkoutStyles } from './flow/styles.ts';
import { inAppBrowserModule, isInAppBrowser } from './pay/index.ts';
import { resultModule, resultPhase } from './result/index.ts';
import {
  initialState,
  usableChannels,
  type BankCategory,
  type CheckoutState,
} from './state/checkout-state.ts';
import type { CheckoutActions, CheckoutView } from './state/view.ts';

/**
 * Takes the payment of one order: the choice, the redirect to the bank, and the outcome if it is known on this page.
 *
 * @tagname pgw-checkout
 * @event {CustomEvent<PgwEvents['pgw-ready']>} pgw-ready - The channels are shown. `{ order, channels }`
 * @event {CustomEvent<PgwEvents['pgw-change']>} pgw-change - A channel or bank was chosen. `{ channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-before-pay']>} pgw-before-pay - Pay was pressed, nothing is sent yet. Can be cancelled; `detail.waitUntil(promise)` is awaited.
 * @event {CustomEvent<PgwEvents['pgw-submit']>} pgw-submit - The payment is being sent. `{ order, channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-redirect']>} pgw-redirect - The browser is about to be redirected. `{ reference }`
 * @event {CustomEvent<PgwEvents['pgw-result']>} pgw-result - The outcome of a payment is shown. `{ reference, state }`
 * @event {CustomEvent<PgwEvents['pgw-error']>} pgw-error - Something failed. `{ code }`
 * @slot header - Above the amount.
 * @slot before-pay - Above Pay: terms.
 * @slot support - Help, on every screen of a failure.
 * @slot success-actions - In place of "View your order".
 * @slot footer - At the end of the footer.
 * @slot - Shown while the script is missing, and when the list cannot be loaded.
 */
export class PgwCheckout extends PgwElement {
  static override properties: PropertyDeclarations = {
    ...PgwElement.properties,
    order: {},
    channels: { converter: parseIds },
    bankCategory: { attribute: 'bank-category' },
    summary: {},
    rememberBank: { attribute: 'remember-bank' },
  };
  static override styles: CSSResultGroup = [...checkoutStyles];

  /**
   * The shop's id of the order. Required. The server knows its price.
   * @attr order
   */
  declare order: string;
  /**
   * Ids of the only channels to offer, as an attribute separated by commas; null for all. This is not a restriction: channels that
   * must not be used have to be refused by the server.
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
   * `off`: the id of the last bank is not stored on this device.
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
    navigation: () => this.navigation ?? undefined,
    inlinedSession: () => inlinedSession(this),
    language: () => this.localize.language,
    fire: (name, detail) => fire(this, name, detail),
    onChange: (before, after) => this.#onChange(before, after),
  });

  #serverList: ServerRenderedList | null = null;
  /** Whether the shopper is choosing a channel with a mouse or a finger. */
  #isPointer = false;
  /** Called after the next update, to animate a panel that it removes. */
  #closePanel = (): void => {};

  constructor() {
    super();
    this.order = '';
    this.channels = null;
    this.bankCategory = null;
    this.summary = null;
    this.rememberBank = null;
  }

  /** Like a click on Pay: marks what is missing, or starts the payment. */
  pay(): void {
    this.#checkout.pay();
  }

  /** Whether the choice is complete. What is missing is marked, and gets the focus. */
  validate(): boolean {
    return this.#checkout.validate();
  }

  /**
   * Requests the order again, for example because the cart has changed. The choice stays if it is still possible. Does nothing while
   * a payment is being started. Never rejects: if the request fails, nothing changes.
   */
  async refresh(): Promise<void> {
    await this.#checkout.refresh();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const nodes = [...(this.shadowRoot?.childNodes ?? [])];
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) this.#serverList = new ServerRenderedList(root, nodes);
    for (const type of ['pointerover', 'change']) root.addEventListener(type, this.#onListEvent);
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.addStylesOf(bankModule, cardModule, resultModule);
    if (!this.order) return;
    if (changed.has('order') || changed.has('endpoint')) this.#checkout.load();
    else {
      if (changed.has('channels')) void this.#checkout.refresh();
      if (changed.has('bankCategory')) this.#checkout.reloadBanks();
    }
  }

  protected override render(): TemplateResult | typeof noChange {
    const state = this.#shownState();
    if (this.#keepsServerList(state)) return noChange;
    const isBusy = ['loading', 'submitting', 'verifying'].includes(state.phase.name);
    return this.framed(checkoutView(this.#view(state)), isBusy);
  }

  protected override updated(): void {
    const { state, isUserInitiated } = this.#checkout;
    if (this.#serverList?.isShown && !this.#keepsServerList(this.#shownState())) this.#serverList.remove();
    this.#closePanel();
    this.#closePanel = () => {};
    if (resultPhase(state.phase) !== null && resultModule.value === null) {
      if (!this.hasModuleFailed) this.requireModule(resultModule);
      return;
    }
    if (state.focus === null || !this.localize.isReady) return;
    const target = focusTarget(this.renderRoot, state);
    if (isUserInitiated || mayTakeFocus(this)) target?.focus();
    // Another element of the page has the focus: the text is announced instead.
    else this.announcer.announce({ text: target?.textContent.trim() ?? '', role: 'status' });
    this.#checkout.focused();
  }

  /** Whether the list from the server stays for now, because its own list is not ready. */
  #keepsServerList({ phase, channelId, banks }: CheckoutState): boolean {
    if (!this.#serverList?.isShown) return false;
    if (phase.name === 'loading') return true;
    const list = channelId === null ? undefined : banks[channelId];
    return phase.name === 'choosing' && this.#serverList.hasBanks && list?.status === 'loading';
  }

  #onChange(before: CheckoutState, after: CheckoutState): void {
    if (before.channelId !== after.channelId && this.hasUpdated)
      this.#closePanel = listExtrasModule.value?.closePanel(this.renderRoot) ?? this.#closePanel;
    const announcement = getAnnouncement(before, after, this.localize);
    if (announcement !== null) this.announcer.announce(announcement);
    if (before.phase.name === 'loading' && after.phase.name === 'choosing') this.#onList(after);
  }

  /** The list is about to be shown. */
  #onList({ session }: CheckoutState): void {
    rememberListShape(session);
    if (this.#serverList?.isShown && session !== null) {
      const channelId = Number(this.#serverList.chosen('channel') ?? Number.NaN);
      if (usableChannels(session).some(({ id }) => id === channelId))
        this.#checkout.chooseChannel(channelId, {
          bankId: this.#serverList.chosen('bank'),
          isPointer: true,
        });
    }
    runWhenIdle(() => {
      if (session?.channels.some(({ kind }) => kind === 'provider')) bankModule.prefetch();
      resultModule.prefetch();
      listExtrasModule.prefetch(({ checkContrast }) => checkContrast(this.renderRoot));
    });
    if (isInAppBrowser()) inAppBrowserModule.prefetch(() => this.requestUpdate());
  }

  #shownState(): CheckoutState {
    const { state } = this.#checkout;
    // Without its texts the list cannot be read.
    if (!this.localize.isReady) return { ...initialState, phase: { name: 'loading', isSlow: true } };
    const isMissing = this.hasModuleFailed && resultPhase(state.phase) !== null;
    return isMissing ? { ...state, phase: { name: 'failed', cause: 'load' } } : state;
  }

  #view(state: CheckoutState): CheckoutView {
    return {
      ...this.baseView(),
      state,
      hasSummary: this.summary !== 'none',
      pendingStage: this.#checkout.pendingStage,
      cardForm: this.#cardForm(state),
      actions: this.#actions,
    };
  }

  #cardForm({ phase }: CheckoutState): CheckoutView['cardForm'] {
    const { value: module } = cardModule;
    const { form } = this.#checkout.card;
    if (module === null || form === null) return null;
    const { localize } = this;
    const isBusy = phase.name !== 'choosing';
    return ({ name }) => module.cardPanel({ form, localize, channel: name, isBusy });
  }

  /** A channel that the mouse is over, or that was chosen, in the element's own list or in the one from the server. */
  readonly #onListEvent = ({ type, target }: Event): void => {
    const radio = target instanceof Element && target.closest('label')?.control;
    if (!(radio instanceof HTMLInputElement) || radio.name !== 'channel' || radio.disabled) return;
    const channelId = Number(radio.value);
    if (type !== 'change' || this.#serverList?.isShown) this.#checkout.prefetchBanks(channelId);
    else this.#checkout.chooseChannel(channelId, { bankId: null, isPointer: this.#isPointer });
    if (type === 'change') this.#isPointer = false;
  };

  readonly #actions: CheckoutActions = {
    clickList: ({ detail }) => {
      // A click by the keyboard has no count. A click on a label is followed by one on its radio button, without a count either.
      this.#isPointer ||= detail > 0;
    },
    pay: (event) => {
      event.preventDefault();
      this.pay();
    },
    payOnPhone: () => this.#checkout.pay(true),
    changePhone: (change) => this.#checkout.changePhone(change),
    reload: () => {
      // The session is known if only the module that shows it is missing.
      if (this.hasModuleFailed && resultPhase(this.#checkout.state.phase) !== null)
        this.requireModule(resultModule);
      else this.#checkout.load(true);
    },
    restart: () => this.#checkout.load(true),
    chooseBank: (bankId) => this.#checkout.dispatchBankEvent({ type: 'choose-bank', bankId }),
    chooseCategory: (category) => this.#checkout.dispatchBankEvent({ type: 'choose-category', category }),
    search: (query) => {
      this.#checkout.dispatchBankEvent({ type: 'search', query });
      // The button that cleared the search is removed.
      if (!query) this.renderRoot.querySelector<HTMLElement>('#search')?.focus();
    },
    reloadBanks: () => this.#checkout.reloadBanks(),
    reloadCardForm: () => void this.#checkout.card.load(),
    check: () => this.#checkout.checkPayment(),
    retry: () => this.#checkout.backToList('retry'),
    chooseAnother: () => this.#checkout.backToList('choose-another'),
    continuePayment: () => this.#checkout.continuePayment(),
    showDuplicate: () => void this.#checkout.showDuplicate(),
    checkInterrupted: () => this.#checkout.checkInterrupted(),
    showCopyStatus: this.showCopyStatus,
  };
}

function parseIds(text: string | null): readonly number[] | null {
  if (text === null) return null;
  return text.split(',').map(Number).filter(Number.isSafeInteger);
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-checkout': PgwCheckout;
  }
}
