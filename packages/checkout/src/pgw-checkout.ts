import {
  noChange,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { isOneOf, isText } from './api/response-guards.ts';
import {
  Folding,
  getCurrentKind,
  panelModules,
  recallChannel,
  rememberListShape,
  ServerRenderedList,
  type BankCategory,
} from './channels/index.ts';
import { PgwElement } from './element/base-element.ts';
import { fire } from './element/events.ts';
import { mayTakeFocus } from './element/focus.ts';
import { readInlinedSession } from './element/prefetch.ts';
import { acceptIds, isNone } from './element/properties.ts';
import { getAnnouncement } from './flow/announcements.ts';
import { CheckoutController } from './flow/checkout-controller.ts';
import { renderCheckout } from './flow/checkout-view.ts';
import { findFocusTarget, moveFocus } from './flow/focus-target.ts';
import { prefetchModules } from './flow/prefetch-modules.ts';
import { checkoutStyles } from './flow/styles.ts';
import { resultModule, toResultPhase } from './result/index.ts';
import { initialState, getUsableChannels, type CheckoutState } from './state/checkout-state.ts';
import type { CheckoutActions, CheckoutView } from './state/view.ts';

const isBankCategory = isOneOf(['personal', 'business']);

/**
 * Takes the payment of one order: the list of channels, the redirect to the bank, and the outcome.
 *
 * @tagname pgw-checkout
 * @event {CustomEvent<PgwEvents['pgw-ready']>} pgw-ready - The channels are shown. `{ order, channels }`
 * @event {CustomEvent<PgwEvents['pgw-change']>} pgw-change - The chosen channel or bank has changed. `{ channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-before-pay']>} pgw-before-pay - Pay was pressed, and nothing is sent yet. Cancel the event to stop the payment. `detail.waitUntil(promise)` delays the payment.
 * @event {CustomEvent<PgwEvents['pgw-submit']>} pgw-submit - The payment is being sent. `{ order, channelId, bankId }`
 * @event {CustomEvent<PgwEvents['pgw-redirect']>} pgw-redirect - The browser is about to be redirected. `{ reference }`
 * @event {CustomEvent<PgwEvents['pgw-result']>} pgw-result - The outcome of a payment is shown. `{ reference, state }`
 * @event {CustomEvent<PgwEvents['pgw-error']>} pgw-error - Something failed. `{ code }`
 * @slot header - Content above the amount.
 * @slot before-pay - Content above Pay, such as terms.
 * @slot support - Help for the shopper, on the screens of failures, of the QR code and of an unfinished payment.
 * @slot success-actions - Content in place of "View your order".
 * @slot footer - Content at the end of the footer.
 * @slot - Content that is shown until the script runs, and if the list cannot be loaded.
 */
export class PgwCheckout extends PgwElement {
  /** The reactive properties of the element, as Lit defines them. */
  static override properties: PropertyDeclarations = {
    ...PgwElement.properties,
    order: { type: isText },
    // A template may create an equal list each time it renders.
    channels: { type: acceptIds, hasChanged: (ids, before) => String(ids) !== String(before) },
    bankCategory: { type: isBankCategory, attribute: 'bank-category' },
    summary: { type: isNone },
    rememberBank: { type: isNone, attribute: 'remember-bank' },
  };
  /** The style sheets of the element. */
  static override styles: CSSResultGroup = [...checkoutStyles];

  /**
   * The shop's id of the order. Required. The element receives the price from the server.
   * @attr order
   */
  declare order: string;
  /**
   * The ids of the channels to offer; null for all. The attribute separates them by commas. This only filters
   * the list: the server has to refuse channels that must not be used.
   * @attr channels
   */
  declare channels: readonly number[] | null;
  /**
   * The category of banks to offer, `personal` or `business`; null for both, with a switch.
   * @attr bank-category
   */
  declare bankCategory: BankCategory | null;
  /**
   * `none`: hides the strip with the amount.
   * @attr summary
   */
  declare summary: 'none' | null;
  /**
   * `none`: the ids of the last channel and the last bank are not stored on this device, and the list has the order
   * of the server.
   * @attr remember-bank
   */
  declare rememberBank: 'none' | null;

  readonly #checkout = new CheckoutController(this, {
    ...this.server,
    settings: () => ({
      order: this.order,
      channels: this.channels,
      bankCategory: this.bankCategory,
      remembersBank: this.rememberBank !== 'none',
    }),
    navigation: () => this.navigation ?? undefined,
    inlinedSession: () => readInlinedSession(this),
    recentChannelId: () =>
      this.rememberBank === 'none' || this.#serverList?.isUsed ? null : recallChannel(),
    language: () => this.localize.language,
    fire: (name, detail) => fire(this, name, detail),
    onChange: (before, after) => this.#onChange(before, after),
  });

  #serverList: ServerRenderedList | null = null;
  #folding: Folding | null = null;

  /** Starts the payment if the choice is complete. Otherwise marks what is missing and focuses it. */
  pay(): void {
    this.#checkout.pay();
  }

  /** Returns whether the choice is complete. Marks what is missing and moves the focus there. */
  validate(): boolean {
    return this.#checkout.validate();
  }

  /**
   * Requests the order again, for example because the cart has changed. Keeps the choice if it is possible.
   * After a failed load, starts the load again. Does nothing while the element loads the order, or starts or
   * shows a payment. Never rejects. If the request fails, nothing changes.
   */
  async refresh(): Promise<void> {
    await this.#checkout.refresh();
  }

  /** Creates the shadow root, and keeps a list that the server rendered into it. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const nodes = [...(this.shadowRoot?.childNodes ?? [])];
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) {
      this.#serverList = new ServerRenderedList(root, nodes);
      this.#folding = new Folding(root, {
        state: () => this.#checkout.state,
        fold: (isFolded) => this.#checkout.fold(isFolded),
      });
    }
    for (const type of ['pointerover', 'change']) root.addEventListener(type, this.#onListEvent);
    return root;
  }

  /** Loads the order or the banks after a change of the attributes. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#folding?.beforeRender(this.#checkout.state);
    this.addStylesOf(...panelModules, resultModule);
    if (!this.order) return;
    if (changed.has('order') || changed.has('endpoint')) this.#checkout.load();
    else {
      if (changed.has('channels')) void this.#checkout.refresh();
      if (changed.has('bankCategory')) this.#checkout.reloadPanel();
    }
  }

  /** Renders the current screen. */
  protected override render(): TemplateResult | typeof noChange {
    const state = this.#getShownState();
    if (this.#keepsServerList(state)) return noChange;
    const isBusy = ['loading', 'submitting', 'verifying'].includes(state.phase.name);
    return this.renderFrame(renderCheckout(this.#createView(state)), isBusy);
  }

  /** Removes the list of the server, and moves the focus if the new state requires it. */
  protected override updated(): void {
    const { state, isUserInitiated } = this.#checkout;
    if (this.#serverList?.isShown && !this.#keepsServerList(this.#getShownState())) this.#serverList.remove();
    this.#folding?.afterRender();
    if (toResultPhase(state.phase) !== null && resultModule.value === null) {
      if (!this.hasModuleFailed) this.requireModule(resultModule);
      return;
    }
    if (state.focus === null || !this.localize.isReady) return;
    const target = findFocusTarget(this.renderRoot, state);
    if (isUserInitiated || mayTakeFocus(this)) moveFocus(this.renderRoot, target);
    // Another element of the page has the focus, so the text is announced instead.
    else this.announcer.announce({ text: target?.textContent.trim() ?? '', role: 'status' });
    this.#checkout.clearFocus();
  }

  /** An empty value is probably due to the link of the shopper, and a missing attribute to the page. */
  protected override handleMissing(): boolean {
    if (this.order) return false;
    this.#checkout.refuse(this.hasAttribute('order') ? 'unknown-order' : 'config', 'missing-order');
    return true;
  }

  /** Whether the list from the server is still shown, because the element's own list is not ready. */
  #keepsServerList(state: CheckoutState): boolean {
    if (!this.#serverList?.isShown) return false;
    if (state.phase.name === 'loading') return true;
    const isLoading = getCurrentKind(state)?.isLoading?.(state) ?? false;
    return state.phase.name === 'choosing' && this.#serverList.hasBanks && isLoading;
  }

  #onChange(before: CheckoutState, after: CheckoutState): void {
    const announcement = getAnnouncement(before, after, this.localize);
    if (announcement !== null) this.announcer.announce(announcement);
    else if (before.phase.name !== after.phase.name) this.announcer.clear();
    if (before.phase.name === 'loading' && after.phase.name === 'choosing') this.#prepareList(after);
    // The module has the reason why a card was declined, and texts of notices.
    const { declinedPayment, notice } = after;
    if ((before.declinedPayment === null && declinedPayment !== null) || notice !== before.notice)
      resultModule.prefetch(() => this.requestUpdate());
  }

  /** Called before a loaded list is shown. Keeps the choice that was made in the list from the server. */
  #prepareList({ session, recentChannelId }: CheckoutState): void {
    rememberListShape(session, recentChannelId);
    if (this.#serverList?.isShown && session !== null) {
      const channelId = Number(this.#serverList.getChosenId('channel') ?? Number.NaN);
      const bankId = this.#serverList.getChosenId('bank');
      if (getUsableChannels(session).some(({ id }) => id === channelId))
        this.#checkout.chooseChannel(channelId, { bankId, isPointer: true, isFolded: false });
    }
    prefetchModules(session, () => this.requestUpdate());
  }

  #getShownState(): CheckoutState {
    const { state } = this.#checkout;
    // The texts are not loaded yet, so placeholders are shown.
    if (!this.localize.isReady) return { ...initialState, phase: { name: 'loading', isSlow: true } };
    const isModuleMissing = this.hasModuleFailed && toResultPhase(state.phase) !== null;
    return isModuleMissing ? { ...state, phase: { name: 'failed', cause: 'load' } } : state;
  }

  #createView(state: CheckoutState): CheckoutView {
    return {
      ...this.createBaseView(),
      state,
      hasSummary: this.summary !== 'none',
      pendingStage: this.#checkout.pendingStage,
      renderCardForm: this.#checkout.inputs.createCardFormRenderer(
        this.localize,
        resultModule.value?.renderDecline,
      ),
      findServerMarks: (id) => this.#serverList?.findMarks(id),
      actions: this.#actions,
    };
  }

  /** Prefetches the banks of a channel under the mouse, and chooses a channel after a change. */
  readonly #onListEvent = ({ type, target }: Event): void => {
    const radio = target instanceof Element && target.closest('label')?.control;
    if (!(radio instanceof HTMLInputElement) || radio.name !== 'channel' || radio.disabled) return;
    const channelId = Number(radio.value);
    if (type !== 'change' || this.#serverList?.isShown) this.#checkout.inputs.prefetch(channelId);
    else {
      const isPointer = this.#folding?.isPointer ?? false;
      this.#checkout.chooseChannel(channelId, { bankId: null, isPointer, isFolded: isPointer });
    }
  };

  readonly #actions: CheckoutActions = {
    unfold: () => {
      this.#checkout.fold(false);
      void this.updateComplete.then(() => this.#folding?.focusChosen());
    },
    pay: (event) => {
      event.preventDefault();
      this.pay();
    },
    payOnPhone: () => this.#checkout.pay(true),
    changePhoneScreen: (change) => this.#checkout.changePhoneScreen(change),
    reload: () => {
      // The session is loaded. Only the module for the screen is missing.
      if (this.hasModuleFailed && toResultPhase(this.#checkout.state.phase) !== null)
        this.requireModule(resultModule);
      else this.#checkout.load(true);
    },
    restart: () => this.#checkout.load(true),
    changeInput: (event) => this.#checkout.changeInput(event),
    reloadPanel: () => this.#checkout.reloadPanel(),
    check: () => this.#checkout.checkPayment(),
    retry: () => this.#checkout.leavePayment('retry'),
    chooseAnother: () => this.#checkout.leavePayment('choose-another'),
    continuePayment: () => this.#checkout.leavePayment('continue'),
    continueOnPhone: () => this.#checkout.repeatPayment(true),
    repeat: () => this.#checkout.repeatPayment(),
    showDuplicate: () => void this.#checkout.showDuplicate(),
    checkInterrupted: () => this.#checkout.checkInterrupted(),
    showCopyStatus: this.showCopyStatus,
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-checkout': PgwCheckout;
  }
}
