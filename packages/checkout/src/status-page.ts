import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ReactiveControllerHost } from './reactive-element.ts';
import type { Fetcher } from './ask.ts';
import type { Announcer } from './controllers/announcer.ts';
import { StatusController } from './controllers/status.ts';
import { fire } from './events.ts';
import type { Patience } from './polling.ts';
import { lost } from './views/failure.ts';
import { footer } from './views/footer.ts';
import { pendingText, result } from './views/result.ts';
import { screen } from './views/screen.ts';
import type { Frame, ResultActions } from './views/view.ts';

/** The element whose page it is, as far as the page needs it. */
export interface StatusPageOptions {
  readonly element: ReactiveControllerHost & HTMLElement;
  readonly announcer: Announcer;
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  /** The payment's reference; null where only the page's address may name one. */
  readonly payment: () => string | null;
  /** Takes the whole tab to an address. */
  readonly leave: (url: string) => void;
  readonly base: () => Frame;
  readonly copied: ResultActions['copied'];
  /** Whether a focus would take nothing away. */
  readonly isFocusFree: () => boolean;
}

/** What <pgw-payment-status> does and shows. */
export class StatusPage {
  readonly #options: StatusPageOptions;
  readonly #status: StatusController;
  #known: StorefrontPayment | null = null;
  #isLost = false;
  #said: Patience | null = null;

  constructor(options: StatusPageOptions) {
    this.#options = options;
    const { element } = options;
    this.#status = new StatusController(element, {
      ...options,
      onPayment: (payment) => this.#heard(payment),
      onLost: (code) => this.#lose(code),
    });
  }

  /** Whether it is still to be found out what there is to show. */
  get isBusy(): boolean {
    return !this.#isLost && this.#known === null;
  }

  /** Asks what became of the payment that is named now. */
  follow(): void {
    const query = new URLSearchParams(location.search);
    const reference = this.#options.payment() || query.get('payment') || query.get('ReferenceCode');
    this.#known = null;
    this.#status.stop();
    this.#isLost = !reference;
    if (reference) this.#status.follow(reference);
    else fire(this.#options.element, 'pgw-error', { code: 'unknown-payment' });
  }

  view(): TemplateResult {
    return html`${this.#content()}${footer(this.#options.base(), this.#known?.order.gateway ?? null)}`;
  }

  #content(): TemplateResult {
    const base = this.#options.base();
    const { say } = base;
    const { patience } = this.#status;
    if (this.#isLost && say.isReady) return html`${lost(base, say.text('shop'))}<slot></slot>`;
    if (this.#known !== null && say.isReady) {
      return result({ ...base, payment: this.#known, patience, act: this.#act });
    }
    return screen(base, {
      state: 'pending',
      picture: 'spinner',
      title: say.text('pend'),
      text: say.rich(patience === 0 ? 'pend.0' : 'pend.1', { bank: say.text('bank') }),
      rest: nothing,
    });
  }

  #heard(payment: StorefrontPayment): void {
    const { element } = this.#options;
    const before = this.#known?.state;
    this.#known = payment;
    element.requestUpdate();
    if (before === payment.state) return;
    fire(element, 'pgw-result', { reference: payment.reference, state: payment.state });
    void this.#focusTitle();
  }

  #lose(code: string): void {
    const { element } = this.#options;
    this.#isLost = true;
    element.requestUpdate();
    fire(element, 'pgw-error', { code });
    void this.#focusTitle();
  }

  /** While something else on the page has the focus, the title is said instead. */
  async #focusTitle(): Promise<void> {
    const { element, base, isFocusFree, announcer } = this.#options;
    await base().say.ready;
    await element.updateComplete;
    const title = element.shadowRoot?.querySelector<HTMLElement>('#title');
    if (isFocusFree()) title?.focus();
    else announcer.say(title?.textContent ?? '');
  }

  /** After every update on screen: each sentence of the wait is heard once. */
  updated(): void {
    if (this.#known?.state !== 'pending') return;
    const { patience } = this.#status;
    if (this.#said === patience) return;
    const isFirst = this.#said === null;
    this.#said = patience;
    if (isFirst) return;
    const { base, announcer } = this.#options;
    const { say } = base();
    const { id, words } = pendingText({ payment: this.#known, patience, say });
    announcer.say(say.text(id, words));
  }

  readonly #retry = (): void => {
    if (this.#known === null) return;
    const { reference, orderUrl, shopUrl } = this.#known;
    const { element, leave } = this.#options;
    if (fire(element, 'pgw-retry', { reference }))
      leave(orderUrl ?? (typeof shopUrl === 'string' ? shopUrl : '/'));
  };

  readonly #act: ResultActions = {
    check: () => this.#status.askNow(),
    retry: this.#retry,
    another: this.#retry,
    restart: this.#retry,
    copied: (what, said) => this.#options.copied(what, said),
  };
}
