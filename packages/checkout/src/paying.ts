import type { StorefrontPayment } from '@pgw/protocol';
import type { ReactiveControllerHost } from './reactive-element.ts';
import { askPage } from './before-pay.ts';
import type { CheckoutOptions } from './controllers/checkout-options.ts';
import { Departure } from './controllers/departure.ts';
import { PaymentController, type PaymentOptions } from './controllers/payment.ts';
import { currentChoice, currentKind } from './kinds/index.ts';
import { total, type CheckoutState, type Phase } from './state.ts';

export interface PayingOptions
  extends CheckoutOptions, Pick<PaymentOptions, 'dispatch' | 'findOpen' | 'onProblem' | 'sendCard'> {
  readonly state: () => CheckoutState;
  /** The browser is about to leave. */
  readonly onLeave: () => void;
}

/** From the press to the bank: the page has its say, the payment is sent, and the browser leaves. */
export class Paying {
  readonly #options: PayingOptions;
  readonly #payment: PaymentController;
  readonly #departure: Departure;

  constructor(host: ReactiveControllerHost, options: PayingOptions) {
    this.#options = options;
    this.#payment = new PaymentController(host, options);
    this.#departure = new Departure(host, {
      ...options,
      onHelp: (help) => options.dispatch({ type: 'help', help }),
    });
  }

  /** Sends the payment that is chosen, unless the page is against it. `isCurrent`: no newer press or load came between. */
  async start(isCurrent: () => boolean): Promise<void> {
    const { fire, settings, state } = this.#options;
    const { session, channelId, bankId } = state();
    const request = currentKind(state())?.request(currentChoice(state()));
    if (session === null || request === undefined) return;
    const { order } = settings();
    const { amount, currencyCode } = session.order;
    const intent = { order, channelId, bankId };
    const verdict = await askPage(fire, { ...intent, amount: total(state()), currencyCode });
    if (!isCurrent()) return;
    if (verdict === 'go') {
      fire('pgw-submit', intent);
      await this.#payment.start({ order, ...request, shownAmount: amount, shownCurrencyCode: currencyCode });
      return;
    }
    if (verdict === 'failed') fire('pgw-error', { code: 'before-pay-failed' });
    this.#options.dispatch({ type: 'refused', notice: verdict === 'failed' ? { kind: 'start' } : null });
  }

  leave(phase: Extract<Phase, { name: 'leaving' }>): void {
    const { onLeave, fire } = this.#options;
    onLeave();
    fire('pgw-redirect', { reference: phase.payment.reference, by: phase.redirect.type });
    void this.#departure.start(phase);
  }

  /** Lets go of the request under way: its answer changes nothing any more. */
  forget(): void {
    this.#payment.forget();
  }

  /** The payment that a notice named, or null when the server can't say. */
  async duplicate(): Promise<StorefrontPayment | null> {
    const { notice } = this.#options.state();
    const reference = notice?.kind === 'duplicate' ? notice.reference : null;
    return reference === null ? null : this.#payment.find(reference);
  }
}
