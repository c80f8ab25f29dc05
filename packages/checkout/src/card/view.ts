import type { CardTexts } from '../locales/card/index.ts';
import type { CardForm } from './card-form.ts';

/** Says the texts of the card form, in the language of the element. */
export interface CardSay {
  readonly text: (id: keyof CardTexts, words?: Readonly<Record<string, string | number>>) => string;
  /** The same for the page: each value is set apart. */
  readonly rich: (id: keyof CardTexts, words: Readonly<Record<string, string | number>>) => unknown;
}

/** All that the panel draws from. */
export interface CardView {
  readonly form: CardForm;
  readonly say: CardSay;
  /** What the panel belongs to, for those who can't see where it stands. */
  readonly channel: string;
  /** While a payment is under way nothing can be changed. */
  readonly isBusy: boolean;
}
