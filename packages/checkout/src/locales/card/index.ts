import type { TextsLike } from '../text.ts';
import type { cardTexts } from './en.ts';

/** The texts of the card form: apart from the others, because only its own script needs them. */
export type CardTexts = TextsLike<typeof cardTexts>;
