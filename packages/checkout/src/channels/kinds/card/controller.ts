import type { CardTerms } from '@pgw/protocol';
import type { ReactiveControllerHost } from 'lit';
import { getChosenChannel, type CheckoutState, type MissingInput } from '../../../state/checkout-state.ts';
import type { CheckoutView } from '../../../state/view.ts';
import type { CardForm } from './form.ts';
import { cardModule } from './lazy.ts';
import type { CardView } from './panel/view.ts';
import type { SendCard, StartedCardPayment } from './send.ts';
import type { CardEvent } from '../../../state/checkout-state.ts';

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

  /** Returns the first field with an error, or null. Before the form is loaded, the card number is missing. */
  validate(): MissingInput | null {
    return this.#form === null ? 'cc-number' : this.#form.validate();
  }

  /** Resolves to null if the card cannot be encrypted or the form is not loaded. */
  async send(started: StartedCardPayment): ReturnType<SendCard> {
    if (this.#form === null) return null;
    return cardModule.value?.sendCard(this.#form, started) ?? null;
  }
}

/** Returns the function that renders the card form; null until the form is loaded. */
export function createCardFormRenderer(
  form: CardForm | null,
  view: Pick<CardView, 'localize' | 'isBusy' | 'decline'>,
): CheckoutView['renderCardForm'] {
  const { value: module } = cardModule;
  if (module === null || form === null) return null;
  return ({ name }) => module.renderCardPanel({ ...view, form, channel: name });
}
