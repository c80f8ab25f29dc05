import { type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { appBrowser } from './app-browser.ts';
import { configCodes } from './ask.ts';
import { announcement } from './announcement.ts';
import { CheckoutController } from './controllers/checkout.ts';
import { fire } from './events.ts';
import { focusTarget } from './focus.ts';
import { PgwElement } from './pgw-element.ts';
import { searchKey } from './search-key.ts';
import { initialState, type BankCategory, type CheckoutState } from './state.ts';
import { checkoutStyles } from './styles/index.ts';
import { tellOperator } from './tell-operator.ts';
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
    fire: (name, detail) => {
      if ('code' in detail && configCodes.includes(detail.code)) tellOperator(detail.code);
      return fire(this, name, detail);
    },
    onChange: (before, after) => this.#announce(before, after),
  });

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
    if (this.order === '') return;
    if (changed.has('order') || changed.has('endpoint')) this.#checkout.load();
    else {
      if (changed.has('channels')) void this.#checkout.refresh();
      if (changed.has('bankCategory')) this.#checkout.refreshBanks();
    }
  }

  override render(): TemplateResult {
    const { name } = this.#checkout.state.phase;
    return this.framed(
      checkoutView(this.#view()),
      name === 'loading' || name === 'submitting' || name === 'unsure',
    );
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { state, byPress } = this.#checkout;
    if (state.focus === null || !this.say.isReady) return;
    const target = focusTarget(this.renderRoot, state);
    if (byPress || this.isFocusFree()) target?.focus();
    this.#checkout.focused();
  }

  #announce(before: CheckoutState, after: CheckoutState): void {
    const heard = announcement(before, after, this.say);
    if (heard !== null) this.announcer.say(heard.text, heard.how, heard.delayMs);
  }

  #view(): View {
    const { state, patience } = this.#checkout;
    return {
      ...this.base(),
      // Without the words of its language the list can't be read yet.
      state: this.say.isReady ? state : { ...initialState, phase: { name: 'loading', isSlow: true } },
      hasSummary: this.summary !== 'none',
      patience,
      app: appBrowser(),
      act: this.#act,
    };
  }

  readonly #act: CheckoutActions = {
    choose: (channelId) => this.#checkout.act({ type: 'choose', channelId }),
    chooseBank: (bankId) => this.#checkout.act({ type: 'choose-bank', bankId }),
    chooseCategory: (category) => this.#checkout.act({ type: 'choose-category', category }),
    search: (query) => this.#checkout.act({ type: 'search', query }),
    searchKey: (event) => searchKey(event, this.#checkout.state, this.#act),
    retryBanks: () => this.#checkout.refreshBanks(),
    pay: (event) => {
      event.preventDefault();
      this.pay();
    },
    reload: () => this.#checkout.load(true),
    check: () => this.#checkout.check(),
    retry: () => this.#checkout.backToList(),
    another: () => this.#checkout.backToList(),
    restart: () => this.#checkout.load(true),
    copy: (event, reference) => void this.copy(event, reference),
    checkDuplicate: () => void this.#checkout.checkDuplicate(),
    checkInterrupted: () => this.#checkout.checkInterrupted(),
    copyLink: () => void this.copyLink(),
  };
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
