import type { StorefrontPayment } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import type { FireEvent } from '../element/events.ts';
import type { NavigationAdapter } from '../element/navigation.ts';
import { getCurrentChoice, getCurrentKind } from '../channels/index.ts';
import { getTotal, type CheckoutState, type Phase } from '../state/checkout-state.ts';
import { fireBeforePay } from './before-pay.ts';
import { RedirectController } from './redirect.ts';
import { PaymentStarter, type StartOptions } from './start-payment.ts';

export interface PayOptions extends StartOptions {
  readonly state: () => CheckoutState;
  readonly order: () => string;
  readonly navigation: () => NavigationAdapter | undefined;
  readonly fire: FireEvent;
}

/** Handles a click on Pay: fires the event for the page, starts the payment, and redirects to the bank. */
export class PayController {
  readonly #options: PayOptions;
  readonly #starter: PaymentStarter;
  readonly #redirect: RedirectController;

  constructor(host: ReactiveControllerHost, options: PayOptions) {
    this.#options = options;
    this.#starter = new PaymentStarter(host, options);
    this.#redirect = new RedirectController(host, {
      navigation: options.navigation,
      onHelp: (help) => options.dispatch({ type: 'redirect-help', help }),
    });
  }

  /**
   * Fires `pgw-before-pay`, and starts the payment unless a listener cancels the event or fails. The payment
   * is also not started if `isCurrent` then returns false: the shopper has pressed Pay again, or the session
   * is loaded again.
   */
  async start(isCurrent: () => boolean): Promise<void> {
    const { fire, order: getOrder, state } = this.#options;
    const { session, channelId, bankId } = state();
    const choiceFields = getCurrentKind(state())?.createRequestFields(getCurrentChoice(state()));
    if (session === null || choiceFields === undefined) return;
    const order = getOrder();
    const { amount, currencyCode } = session.order;
    const intent = { order, channelId, bankId };
    const result = await fireBeforePay(fire, { ...intent, amount: getTotal(state()), currencyCode });
    if (!isCurrent()) return;
    if (result === 'continue') {
      fire('pgw-submit', intent);
      await this.#starter.start({
        order,
        ...choiceFields,
        shownAmount: amount,
        shownCurrencyCode: currencyCode,
      });
      return;
    }
    if (result === 'failed') fire('pgw-error', { code: 'before-pay-failed' });
    this.#options.dispatch({ type: 'refused', notice: result === 'failed' ? { kind: 'start' } : null });
  }

  redirect({ payment, redirect }: Extract<Phase, { name: 'redirecting' }>): void {
    this.#options.fire('pgw-redirect', { reference: payment.reference });
    void this.#redirect.redirect(redirect.url);
  }

  /** Ignores the response to the pending request, if there is one. */
  cancel(): void {
    this.#starter.cancel();
  }

  /**
   * Loads the payment that the notice about a duplicate payment refers to. Resolves to null if there is no
   * such notice, if it has no reference, or if the payment cannot be loaded.
   */
  async loadDuplicate(): Promise<StorefrontPayment | null> {
    const { notice } = this.#options.state();
    const reference = notice?.kind === 'duplicate' ? notice.reference : null;
    return reference === null ? null : this.#starter.find(reference);
  }
}
