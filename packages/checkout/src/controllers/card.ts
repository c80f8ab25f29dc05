import type { CardTerms } from '@pgw/protocol';
import type { ReactiveControllerHost } from '../reactive-element.ts';
import type { CardForm } from '../card/card-form.ts';
import type { SendCard, StartedByCard } from '../card/send.ts';
import { cardPart } from '../card-part.ts';
import { chosenChannel, type CheckoutState, type Missing, type StandingEvent } from '../state.ts';

export interface CardOptions {
  readonly state: () => CheckoutState;
  readonly dispatch: (event: StandingEvent) => void;
}

const noTerms: CardTerms = { brands: [], canSave: false, savedCards: [] };

/** The form for cards of one checkout: loaded once a channel needs it, and the only one who sees what is typed into it. */
export class CardController {
  #form: CardForm | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: CardOptions;

  constructor(host: ReactiveControllerHost, options: CardOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Null until it is here. */
  get form(): CardForm | null {
    return this.#form;
  }

  /** Loads the form, unless it is here. */
  async want(): Promise<void> {
    if (this.#form !== null) return;
    const { state, dispatch } = this.#options;
    dispatch({ type: 'card-form', status: 'loading' });
    const part = await cardPart.load().catch(() => null);
    await part?.learnMore();
    if (part !== null) {
      this.#form ??= new part.CardForm(this.#host, {
        terms: () => chosenChannel(state())?.card ?? noTerms,
        merchant: () => state().session?.order.merchant ?? '',
      });
    }
    dispatch({ type: 'card-form', status: part === null ? 'failed' : 'ready' });
  }

  /** What the card still needs, marked in the form; null for nothing. */
  missing(): Missing | null {
    return this.#form === null ? 'cc-number' : this.#form.validate();
  }

  /** Sends the card; null when it can't be encrypted. */
  async send(started: StartedByCard): ReturnType<SendCard> {
    return this.#form && (cardPart.here?.sendCard(this.#form, started) ?? null);
  }
}
