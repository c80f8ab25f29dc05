import type { CardTerms } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import { getChosenChannel, type CheckoutState, type MissingInput } from '../../../state/checkout-state.ts';
import type { CardForm } from './form.ts';
import { cardModule } from './lazy.ts';
import type { CardEvent } from './state.ts';
import type { SendCard, StartedCardPayment } from './send.ts';

export interface CardOptions {
  readonly state: () => CheckoutState;
  readonly dispatch: (event: CardEvent) => void;
}

const noCardTerms: CardTerms = { brands: [], canSave: false, savedCards: [] };

/** Loads the card form and sends the card. Only the form holds the card data. */
export class CardController {
  #form: CardForm | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: CardOptions;

  constructor(host: ReactiveControllerHost, options: CardOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** The form; null until it is loaded. */
  get form(): CardForm | null {
    return this.#form;
  }

  async load(): Promise<void> {
    if (this.#form !== null) return;
    const { state, dispatch } = this.#options;
    dispatch({ type: 'card-form', status: 'loading' });
    const module = await cardModule.load().catch(() => null);
    if (module !== null) {
      this.#form ??= new module.CardForm(this.#host, {
        cardTerms: () => getChosenChannel(state())?.card ?? noCardTerms,
        merchant: () => state().session?.order.merchant ?? '',
      });
    }
    dispatch({ type: 'card-form', status: module === null ? 'failed' : 'ready' });
  }

  /**
   * Checks the card. Returns the first field with an error, or null. The form marks all errors.
   * Before the form is loaded, the card number is missing.
   */
  validate(): MissingInput | null {
    return this.#form === null ? 'cc-number' : this.#form.validate();
  }

  /**
   * Sends the card of a payment. Resolves to null if the card cannot be encrypted or the form is not
   * loaded.
   */
  async send(started: StartedCardPayment): ReturnType<SendCard> {
    if (this.#form === null) return null;
    return cardModule.value?.sendCard(this.#form, started) ?? null;
  }
}
