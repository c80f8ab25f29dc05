import { noChange, type TemplateResult } from 'lit/html.js';
import { banksPart } from './banks-part.ts';
import { CheckoutController } from './controllers/checkout.ts';
import { inlinedSession } from './early.ts';
import { fire } from './events.ts';
import { firstAnnouncement } from './first-announcement.ts';
import { focusTarget } from './focus.ts';
import type { Looks } from './looks.ts';
import { PgwElement } from './pgw-element.ts';
import type { Changed } from './reactive-element.ts';
import { resultPart } from './result-part.ts';
import { startPart } from './start-part.ts';
import {
  initialState,
  needsLater,
  needsMore,
  usableChannels,
  type BankCategory,
  type CheckoutState,
} from './state.ts';
import { checkoutStyles } from './styles/index.ts';
import { checkoutView } from './views/checkout-view.ts';
import type { ListActions } from './views/view.ts';
import { whenIdle } from './when-idle.ts';

/** How long the list may stand without any sign before the rest runs all the same: time passes, connections go. */
const restMs = 3000;

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
    channels: { read: readIds },
    bankCategory: { attribute: 'bank-category' },
    summary: {},
    rememberBank: { attribute: 'remember-bank' },
  };
  static override styles: string = checkoutStyles;

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
    fire: (name, detail) => fire(this, name, detail),
    onChange: (before, after) => this.#changed(before, after),
  });

  /** What the shop's server drew, as long as that is what the shopper sees. */
  #served: readonly ChildNode[] | null = null;
  #looks: Looks | null = null;
  /** What need not be said once that can be: that the list is here. */
  #heard = initialState;

  #wake = (): void => {};
  /** The first sign of a shopper. Until then what follows from the list is brought, but does not run. */
  readonly #awake: Promise<void> = new Promise((resolve) => (this.#wake = resolve));

  constructor() {
    super();
    for (const sign of ['pointerover', 'focusin']) this.addEventListener(sign, this.#wake, { once: true });
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

  protected override willUpdate(changed: Changed): void {
    const { state, life } = this.#checkout;
    if (life !== null && this.#looks === null && startPart.here !== null)
      this.#looks = new startPart.here.Looks({
        life,
        state: () => this.#checkout.state,
        heard: this.#heard,
        say: this.say,
        announcer: this.announcer,
        renderRoot: this.renderRoot,
        requestUpdate: () => this.requestUpdate(),
      });
    if (this.#served?.length && this.#looks && state.phase.name === 'choosing') this.#takeOver(state);
    if (!this.order) return;
    if (changed.has('order') || changed.has('endpoint')) this.#checkout.load();
    else {
      if (changed.has('channels')) void this.#checkout.refresh();
      if (changed.has('bankCategory')) life?.refreshBanks();
    }
  }

  override connectedCallback(): void {
    this.#served ??= [...(this.shadowRoot?.childNodes ?? [])];
    super.connectedCallback();
    for (const sign of ['pointerover', 'change']) this.renderRoot.addEventListener(sign, this.#pointed);
  }

  protected override render(): TemplateResult | typeof noChange {
    const state = this.#shown();
    const { name } = state.phase;
    if (this.#isServed(state)) return noChange;
    const view = {
      ...this.base(),
      state,
      hasSummary: this.summary !== 'none',
      life: this.#looks,
      act: this.#act,
    };
    return this.framed(checkoutView(view), ['loading', 'submitting', 'unsure'].includes(name));
  }

  protected override updated(): void {
    const { state, byPress } = this.#checkout;
    if (this.#served?.length && !this.#isServed(this.#shown())) this.#replace(this.#served);
    this.#looks?.updated();
    if (needsMore(state) && !(this.#looks && (resultPart.here || !needsLater(state.phase)))) {
      if (!this.isStranded) this.need(() => this.#more());
      return;
    }
    if (state.focus === null || !this.say.isReady) return;
    const target = focusTarget(this.renderRoot, state);
    if (byPress || this.isFocusFree()) target?.focus();
    // Somebody is at work elsewhere on the page: what asked for the focus is heard instead.
    else this.announcer.say(target?.textContent ?? '');
    this.#checkout.focused();
  }

  /** Whether the list that the server drew stays for now: the element has nothing better before its list is alive. */
  #isServed({ phase: { name } }: CheckoutState): boolean {
    return !!this.#served?.length && (name === 'loading' || (name === 'choosing' && !this.#looks));
  }

  #changed(before: CheckoutState, after: CheckoutState): void {
    const first = firstAnnouncement(before, after);
    if (first !== null) this.announcer.say(this.say.text(first[0]), first[1]);
    else void this.#looks?.changed(before, after);
    if (before.phase.name !== 'loading' || after.phase.name !== 'choosing') return;
    this.#heard = after;
    const { session } = after;
    whenIdle(() => {
      void startPart.prefetch();
      if (session?.channels.some(({ kind }) => kind === 'provider')) void banksPart.prefetch();
      // What it shows at once; and the server's list is not taken away under a press.
      if (session?.mode === 'hosted' || session?.expiresAt || this.#served?.length) this.#wake();
      const rest = new Promise((resolve) => setTimeout(resolve, restMs));
      void Promise.race([this.#awake, rest]).then(() => this.#checkout.enliven());
    });
  }

  /** What was chosen in the list that the server drew stays chosen. */
  #takeOver({ session }: CheckoutState): void {
    const { chosenIn } = startPart.here ?? {};
    const channelId = Number(chosenIn?.(this.renderRoot, 'channel') ?? Number.NaN);
    if (session !== null && usableChannels(session).some(({ id }) => id === channelId))
      this.#checkout.choose(channelId, chosenIn?.(this.renderRoot, 'bank'));
  }

  #replace(nodes: readonly ChildNode[]): void {
    this.#served = [];
    if (startPart.here) startPart.here.replaceServed(this.renderRoot, nodes);
    else for (const node of nodes) node.remove();
  }

  /** Loads what the phase is drawn with. */
  async #more(): Promise<void> {
    const [life] = await Promise.all([
      this.#checkout.enliven(),
      needsLater(this.#checkout.state.phase) ? resultPart.load() : null,
    ]);
    if (life === null) throw new Error('The part can’t be had.');
  }

  #shown(): CheckoutState {
    const { state } = this.#checkout;
    // Without the words of its language the list can't be read yet.
    if (!this.say.isReady) return { ...initialState, phase: { name: 'loading', isSlow: true } };
    const isMissing = this.isStranded && needsMore(state) && state.phase.name !== 'leaving';
    return isMissing ? { ...state, phase: { name: 'failed', cause: 'load' } } : state;
  }

  /** A channel under a mouse or a finger, or one that is chosen, in the server's list too. Whatever else is pointed at comes by here as well. */
  readonly #pointed = ({ type, target }: Event): void => {
    const radio = target instanceof Element && target.closest('label')?.control;
    if (!(radio instanceof HTMLInputElement) || radio.name !== 'channel' || radio.disabled) return;
    const channelId = Number(radio.value);
    if (type !== 'change' || this.#served?.length) void this.#checkout.expect(channelId);
    else this.#checkout.choose(channelId);
  };

  readonly #act: ListActions = {
    click: ({ detail }) => this.#checkout.life?.clicked(detail),
    pay: (event) => {
      event.preventDefault();
      this.pay();
    },
    reload: () => {
      // What there is to show is known: only what shows it is missing.
      if (this.isStranded && needsMore(this.#checkout.state)) this.need(() => this.#more());
      else this.#checkout.load(true);
    },
    copied: this.copied,
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
