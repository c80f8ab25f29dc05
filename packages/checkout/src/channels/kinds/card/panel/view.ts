import type { Localize } from '../../../../locales/localize.ts';
import type { CardForm } from '../form.ts';

/** Everything that the card panel renders. */
export interface CardView {
  readonly form: CardForm;
  readonly localize: Localize;
  /** The name of the channel. It is the label of the panel. */
  readonly channel: string;
  /** True while a payment is being started. The shopper cannot change the card in this time. */
  readonly isBusy: boolean;
}
