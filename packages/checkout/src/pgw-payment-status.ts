import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { StatusController, type Patience } from './controllers/status.ts';
import { fire } from './events.ts';
import { leave } from './leave.ts';
import { PgwElement } from './pgw-element.ts';
import { screenStyles } from './styles/index.ts';
import { lost } from './views/failure.ts';
import { footer } from './views/footer.ts';
import { pendingText, result } from './views/result.ts';
import { screen } from './views/screen.ts';
import type { ResultActions } from './views/view.ts';

/**
 * What became of a payment: waits for the shop's server to know, and says so. Believes nothing in the page's address.
 *
 * @tagname pgw-payment-status
 * @attr payment - The payment's reference; left out, `payment` or `ReferenceCode` of the page's query.
 * @attr endpoint - Where the shop's server answers; default: the directory of this script, else `/pgw`.
 * @attr theme - `auto` (the page's color-scheme), `light` or `dark`.
 * @attr heading-level - Level of the title, 2 by default.
 * @attr frame - `none`: no border, radius or padding.
 * @event pgw-result - The server's word changed.
 * @event pgw-retry - The shopper wants to pay again; unless cancelled, the order's page opens.
 * @event pgw-error - The payment can't be found.
 * @slot header - Above everything.
 * @slot success-actions - In place of "View your order".
 * @slot support - Help, on every screen of a failure.
 * @slot footer - At the end of the footer.
 * @slot - Shown when the payment can't be found.
 */
export class PgwPaymentStatus extends PgwElement {
  static override properties = { ...PgwElement.properties, payment: {} };
  static override styles: CSSResultGroup = [...screenStyles];

  declare payment: string | null;

  readonly #status = new StatusController(this, {
    ...this.server,
    onPayment: (payment) => this.#heard(payment),
    onLost: (code) => this.#lose(code),
  });
  #known: StorefrontPayment | null = null;
  #isLost = false;
  #isFresh = true;
  #said: Patience | null = null;

  constructor() {
    super();
    this.payment = null;
  }

  override render(): TemplateResult {
    const gateway = this.#known?.order.gateway ?? null;
    return this.framed(
      html`${this.#content()}${footer(this.base(), gateway)}`,
      !this.#isLost && this.#known === null,
    );
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('payment') || changed.has('endpoint')) this.#follow();
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#announcePatience();
  }

  #content(): TemplateResult {
    const { say } = this;
    if (this.#isLost && say.isReady) return html`${lost(this.base(), say.text('shop'))}<slot></slot>`;
    if (this.#known !== null && say.isReady) {
      return result({
        ...this.base(),
        payment: this.#known,
        patience: this.#status.patience,
        act: this.#act,
      });
    }
    return screen(this.base(), {
      state: 'pending',
      picture: 'spinner',
      title: say.text('pend'),
      text: say.rich(this.#status.patience === 0 ? 'pend.0' : 'pend.1', { bank: say.text('bank') }),
      rest: nothing,
    });
  }

  #follow(): void {
    const query = new URLSearchParams(location.search);
    const reference = this.payment ?? query.get('payment') ?? query.get('ReferenceCode');
    this.#known = null;
    this.#isLost = !reference;
    if (reference) this.#status.follow(reference);
    else fire(this, 'pgw-error', { code: 'unknown-payment' });
  }

  #heard(payment: StorefrontPayment): void {
    const before = this.#known?.state;
    this.#known = payment;
    this.requestUpdate();
    if (before === payment.state) return;
    fire(this, 'pgw-result', { reference: payment.reference, state: payment.state });
    void this.#focusTitle();
  }

  #lose(code: string): void {
    this.#isLost = true;
    this.requestUpdate();
    fire(this, 'pgw-error', { code });
    void this.#focusTitle();
  }

  /** On a fresh page only while nothing else has the focus. */
  async #focusTitle(): Promise<void> {
    await this.say.ready;
    await this.updateComplete;
    if (!this.#isFresh || this.isFocusFree()) {
      this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
    }
    this.#isFresh = false;
  }

  /** Heard once for each sentence of the wait. */
  #announcePatience(): void {
    if (this.#known?.state !== 'pending') return;
    const { patience } = this.#status;
    if (this.#said === patience) return;
    const isFirst = this.#said === null;
    this.#said = patience;
    if (isFirst) return;
    const { id, words } = pendingText({ payment: this.#known, patience, say: this.say });
    this.announcer.say(this.say.text(id, words));
  }

  readonly #act: ResultActions = {
    check: () => this.#status.askNow(),
    retry: () => this.#retry(),
    another: () => this.#retry(),
    copy: (event, reference) => void this.copy(event, reference),
    restart: () => this.#retry(),
  };

  #retry(): void {
    if (this.#known === null) return;
    const { reference, orderUrl } = this.#known;
    if (fire(this, 'pgw-retry', { reference }) && orderUrl !== null) {
      leave({ type: 'url', url: orderUrl }, this.exit ?? undefined);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-payment-status': PgwPaymentStatus;
  }
}
