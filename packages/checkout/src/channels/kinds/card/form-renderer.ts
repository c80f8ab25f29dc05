import type { CheckoutView } from '../../../state/view.ts';
import type { CardForm } from './form.ts';
import { cardModule } from './lazy.ts';
import type { CardView } from './panel/view.ts';

/** Returns the function that renders the card form; null until the form is loaded. */
export function createCardFormRenderer(
  form: CardForm | null,
  view: Pick<CardView, 'localize' | 'isBusy' | 'decline'>,
): CheckoutView['renderCardForm'] {
  const { value: module } = cardModule;
  if (module === null || form === null) return null;
  return ({ name }) => module.renderCardPanel({ ...view, form, channel: name });
}
