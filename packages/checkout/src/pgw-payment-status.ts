import { html, type TemplateResult } from 'lit/html.js';
import { PgwElement } from './pgw-element.ts';
import type { Changed } from './reactive-element.ts';
import { resultPart } from './result-part.ts';
import { startPart } from './start-part.ts';
import type * as result from './result.ts';
import { screenStyles } from './styles/index.ts';
import type { StatusPage } from './status-page.ts';
import { loadFailure } from './views/load-failure.ts';

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
 * @event pgw-retry - The shopper wants to pay again; unless cancelled, the order's page opens, else the shop's front page.
 * @event pgw-error - The payment can't be found.
 * @slot header - Above everything.
 * @slot success-actions - In place of "View your order".
 * @slot support - Help, on every screen of a failure.
 * @slot footer - At the end of the footer.
 * @slot - Shown when the payment can't be found.
 */
export class PgwPaymentStatus extends PgwElement {
  static override properties = { ...PgwElement.properties, payment: {} };
  static override styles: string = screenStyles;

  declare payment: string | null;

  #page: StatusPage | null = null;

  constructor() {
    super();
    this.payment = null;
  }

  protected override willUpdate(changed: Changed): void {
    const isNew = this.#page === null;
    if (resultPart.here === null) {
      if (!this.isStranded) this.#load();
    } else {
      this.#page ??= this.#open(resultPart.here);
      if (isNew || changed.has('payment') || changed.has('endpoint')) this.#page.follow();
    }
  }

  protected override render(): TemplateResult {
    const page = this.#page;
    if (page !== null) return this.framed(page.view(), page.isBusy);
    return this.isStranded
      ? this.framed(
          loadFailure(this.base(), () => this.#load()),
          false,
        )
      : this.framed(html`<div class="body screen"></div>`, true);
  }

  protected override updated(): void {
    this.#page?.updated();
  }

  #load(): void {
    this.need(() => resultPart.load());
  }

  #open({ StatusPage }: typeof result): StatusPage {
    return new StatusPage({
      ...this.server,
      element: this,
      announcer: this.announcer,
      payment: () => this.payment,
      leave: (url) =>
        void startPart.load().then(({ leave }) => leave({ type: 'url', url }, this.exit ?? undefined)),
      base: () => this.base(),
      copied: this.copied,
      isFocusFree: () => this.isFocusFree(),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pgw-payment-status': PgwPaymentStatus;
  }
}
