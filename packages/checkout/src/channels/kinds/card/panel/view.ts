import type { StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import type { Localize } from '../../../../locales/localize.ts';
import type { CardForm } from '../form.ts';

interface DeclineOptions {
  readonly localize: Localize;
  readonly payment: StorefrontPayment;
  /** Whether the shopper pays with a saved card, of which only the security code is entered. */
  readonly isSaved: boolean;
  /** Whether the other channels are folded into one row. */
  readonly isFolded: boolean;
}

/** Renders the notice above the fields of a card that was declined. Its id is `decline`. */
export type RenderDecline = (options: DeclineOptions) => TemplateResult;

/** Everything that the card panel renders. */
export interface CardView {
  readonly form: CardForm;
  readonly localize: Localize;
  /** The name of the channel. It is the label of the panel. */
  readonly channel: string;
  /** Why the card was declined. Null if no card was declined. */
  readonly decline: TemplateResult | null;
  /** True while a payment is being started. The shopper cannot change the card in this time. */
  readonly isBusy: boolean;
}
