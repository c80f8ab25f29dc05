import type { StorefrontPayment } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import { getCurrentChoice, getCurrentKind } from '../channels/index.ts';
import type { FireEvent, PgwEvents } from '../element/events.ts';
import { type NavigationAdapter, navigate } from '../element/navigation.ts';
import { getTotal, type CheckoutState, type Phase } from '../state/checkout-state.ts';
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

  /** Fires `pgw-before-pay`, and starts the payment unless a listener cancels it or `isCurrent` then returns false. */
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

  /** Loads the payment of the notice about a duplicate payment; null if there is none. */
  async loadDuplicate(): Promise<StorefrontPayment | null> {
    const { notice } = this.#options.state();
    const { reference = null } = notice?.kind === 'start' ? notice : {};
    return reference === null ? null : this.#starter.find(reference);
  }
}

const linkAfterMs = 1500;
const stuckAfterMs = 4000;

interface RedirectOptions {
  readonly navigation: () => NavigationAdapter | undefined;
  /** Called if the page is still shown: with `link` after 1.5 s, with `stuck` after 4 s or if the redirect fails. */
  readonly onHelp: (help: 'link' | 'stuck') => void;
}

/** Redirects to the bank after the redirect screen is rendered. */
class RedirectController {
  #timers: readonly ReturnType<typeof setTimeout>[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #options: RedirectOptions;

  constructor(host: ReactiveControllerHost, options: RedirectOptions) {
    this.#host = host;
    this.#options = options;
  }

  async redirect(url: string): Promise<void> {
    const { navigation, onHelp } = this.#options;
    await this.#host.updateComplete;
    for (const timer of this.#timers) clearTimeout(timer);
    if (!navigate(url, navigation())) return onHelp('stuck');
    // The timers are not stopped when the element is moved within the page, because the shopper still needs
    // the link.
    this.#timers = [
      setTimeout(() => onHelp('link'), linkAfterMs),
      setTimeout(() => onHelp('stuck'), stuckAfterMs),
    ];
  }
}

const timeoutMs = 30_000;

type BeforePay = PgwEvents['pgw-before-pay'];

/** `failed`: a promise was rejected, or was not settled after `timeoutMs`. */
type BeforePayResult = 'continue' | 'canceled' | 'failed';

/** Fires `pgw-before-pay` and waits for the promises of its listeners. */
async function fireBeforePay(
  fire: (name: 'pgw-before-pay', detail: BeforePay) => boolean,
  detail: Omit<BeforePay, 'waitUntil'>,
): Promise<BeforePayResult> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>): void => void promises.push(promise);
  if (!fire('pgw-before-pay', { ...detail, waitUntil })) return 'canceled';
  if (promises.length === 0) return 'continue';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('A promise of pgw-before-pay took too long.')), timeoutMs);
  });
  try {
    await Promise.race([Promise.all(promises), timeout]);
    return 'continue';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
