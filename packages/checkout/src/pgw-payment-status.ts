import {
  html,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { isText } from './api/response-guards.ts';
import { hasOrder, type PaymentOrStatus } from './api/payments.ts';
import { PgwElement } from './element/base-element.ts';
import { fire } from './element/events.ts';
import { OtherTabs } from './element/other-tabs.ts';
import { mayTakeFocus } from './element/focus.ts';
import { navigate } from './element/navigation.ts';
import { statusStyles } from './flow/styles.ts';
import { PaymentPoller, resultModule } from './result/index.ts';
import type { PendingStage } from './state/view.ts';
import { renderLoadFailed } from './ui/load-failed.ts';
import type { OutcomeActions } from './ui/view.ts';

/**
 * Shows the outcome of a payment. It polls the shop's server until the outcome is final, for at most ten
 * minutes. It reads only the reference from the URL of the page. Without the cookie of the payment, the server
 * sends only the state, and the element shows no order.
 *
 * @tagname pgw-payment-status
 * @attr payment - The reference of the payment. Default: `pgw-payment`, `payment` or `ReferenceCode` of the page's query.
 * @attr endpoint - The URL of the routes on the shop's server. Default: this script's directory, else `/pgw`.
 * @attr theme - `light`, `dark`, or `auto` for the page's `color-scheme`. Default: `auto`.
 * @attr heading-level - The level of the title. Default: 2.
 * @attr frame - `none`: no border, radius or padding.
 * @event pgw-result - The state of the payment changed.
 * @event pgw-retry - The shopper wants to pay again. Cancel the event to stop the navigation to the order.
 * @event pgw-error - The payment or a file of the element cannot be loaded.
 * @slot header - Content above the outcome.
 * @slot success-actions - Content in place of "View your order".
 * @slot support - Help for the shopper, on the screens of failures and after the Back button.
 * @slot footer - Content at the end of the footer.
 * @slot - Content that is shown if there is no reference, or the payment cannot be found.
 */
export class PgwPaymentStatus extends PgwElement {
  /** The reactive properties of the element, as Lit defines them. */
  static override properties: PropertyDeclarations = {
    ...PgwElement.properties,
    payment: { type: isText },
  };
  /** The style sheets of the element. */
  static override styles: CSSResultGroup = [...statusStyles];

  /** The reference of the payment; null or empty for the reference in the page's query. */
  declare payment: string | null;

  #reference: string | undefined;
  #payment: PaymentOrStatus | null = null;
  #isNotFound = false;
  #announcedStage: PendingStage | null = null;
  /** Whether the shopper came back to this page with the browser's Back button. */
  #isReturned = false;
  /** Whether the shopper may have come back without approving the payment. */
  #mayBeUnapproved = false;

  readonly #poller = new PaymentPoller(this, {
    ...this.server,
    onPayment: (payment) => this.#receive(payment),
    onNotFound: (code) => this.#showNotFound(code),
  });
  readonly #tabs = new OtherTabs(this, () => this.#poller.requestNow());

  /** Adds the listener for a page that is restored from the back/forward cache. */
  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pageshow', this.#onPageShow);
    const [navigation] = performance.getEntriesByType('navigation');
    if (!this.hasUpdated && navigation !== undefined && 'type' in navigation)
      this.#isReturned = navigation.type === 'back_forward';
  }

  /** Removes the listener of the page. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pageshow', this.#onPageShow);
  }

  /** Starts to poll the payment after a change of the attributes. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated || changed.has('payment') || changed.has('endpoint')) this.#poll();
    if (this.#reference && resultModule.value === null && !this.hasModuleFailed)
      this.requireModule(resultModule);
    this.addStylesOf(resultModule);
  }

  /** Renders the current screen. */
  protected override render(): TemplateResult {
    const { value: module } = resultModule;
    // Neither the page nor its address names a payment.
    if (!this.#reference) return html`<slot></slot>`;
    if (module === null) {
      if (!this.hasModuleFailed) return this.renderFrame(html`<div class="body screen"></div>`, true);
      return this.renderFrame(
        renderLoadFailed(this.createBaseView(), () => this.requireModule(resultModule)),
        false,
      );
    }
    const view = module.renderStatus({
      ...this.createBaseView(),
      payment: this.#payment,
      isNotFound: this.#isNotFound,
      pendingStage: this.#poller.pendingStage,
      isReturned: this.#isReturned,
      mayBeUnapproved: this.#mayBeUnapproved,
      checkAfterReturn: this.#checkAfterReturn,
      continueAt: (url) => void navigate(url, this.navigation ?? undefined),
      actions: this.#actions,
    });
    return this.renderFrame(view, !this.#isNotFound && this.#payment === null);
  }

  /** Announces a new stage of a pending payment. */
  protected override updated(): void {
    this.#announceStage();
  }

  /** Polls the payment of the attribute, or else the payment of the page's URL. */
  #poll(): void {
    this.#reference = this.payment || findReferenceInUrl();
    this.#payment = null;
    this.#poller.stop();
    this.#isNotFound = false;
    if (this.#reference) this.#poller.start(this.#reference);
  }

  /** Without a reference, nothing is shown. */
  protected override handleMissing(): boolean {
    return !this.#reference;
  }

  #receive(payment: PaymentOrStatus): void {
    const before = this.#payment?.state;
    this.#payment = payment;
    this.requestUpdate();
    if (before === payment.state) return;
    this.announcer.clear();
    this.#tabs.notify();
    fire(this, 'pgw-result', { reference: payment.reference, state: payment.state });
    void this.#focusTitle();
  }

  #showNotFound(code: string): false {
    this.#poller.stop();
    this.#isNotFound = true;
    this.requestUpdate();
    fire(this, 'pgw-error', { code });
    void this.#focusTitle();
    return false;
  }

  /** Focuses the title after it is rendered. If another element of the page has the focus, announces it. */
  async #focusTitle(): Promise<void> {
    await Promise.all([this.language.ready, resultModule.load().catch(() => null)]);
    await this.updateComplete;
    const title = this.renderRoot.querySelector<HTMLElement>('#title');
    if (mayTakeFocus(this)) title?.focus();
    else this.announcer.announce({ text: title?.textContent.trim() ?? '', role: 'status' });
  }

  /** Announces each text of the pending screen once, except the first text. */
  #announceStage(): void {
    const payment = this.#payment;
    if (payment?.state !== 'pending' || !hasOrder(payment)) return;
    if (this.#isReturned || resultModule.value === null) return;
    if (payment.step !== undefined && payment.step !== 'card-unclear') return;
    const { pendingStage } = this.#poller;
    if (this.#announcedStage === pendingStage) return;
    const isFirst = this.#announcedStage === null;
    this.#announcedStage = pendingStage;
    if (isFirst) return;
    const { localize } = this;
    const { id, values } = resultModule.value.getPendingText({
      payment,
      pendingStage,
      mayBeUnapproved: this.#mayBeUnapproved || payment.continueUrl !== undefined,
      localize,
    });
    this.announcer.announce({ text: localize.text(id, values), role: 'status' });
  }

  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.#isReturned = true;
    this.requestUpdate();
  };

  readonly #checkAfterReturn = (): void => {
    this.#isReturned = false;
    this.#mayBeUnapproved = true;
    if (this.#payment !== null) this.#poller.start(this.#payment.reference);
    this.requestUpdate();
    void this.#focusTitle();
  };

  readonly #retry = (): void => {
    if (this.#payment === null || !hasOrder(this.#payment)) return;
    resultModule.value?.rememberRetry(this.#payment);
    this.#payAgain();
  };

  readonly #chooseAnother = (): void => {
    if (this.#payment?.state === 'pending' && hasOrder(this.#payment))
      resultModule.value?.rememberReplacedPayment(this.#payment);
    this.#payAgain();
  };

  readonly #payAgain = (): void => {
    if (this.#payment === null || !hasOrder(this.#payment)) return;
    const { reference, orderUrl, shopUrl } = this.#payment;
    if (fire(this, 'pgw-retry', { reference }))
      navigate(orderUrl ?? (typeof shopUrl === 'string' ? shopUrl : '/'), this.navigation ?? undefined);
  };

  readonly #actions: OutcomeActions = {
    check: () => this.#poller.requestNow(),
    retry: this.#retry,
    chooseAnother: this.#chooseAnother,
    restart: this.#retry,
    showCopyStatus: this.showCopyStatus,
  };
}

/**
 * Returns the reference that the server added to the URL of the page. A URL with its own `payment` has the reference in
 * `pgw-payment`. The server adds its parameter after all others. `ReferenceCode` is the gateway's own name.
 */
function findReferenceInUrl(): string | undefined {
  const query = new URLSearchParams(location.search);
  const values = ['pgw-payment', 'payment', 'ReferenceCode'].map((name) => query.getAll(name).pop());
  return values.find(Boolean);
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-payment-status': PgwPaymentStatus;
  }
}
