import type { StorefrontPaymentState } from '@pgw/protocol';
import type { ReturnTexts } from '@pgw/protocol/internal';
import { outcomeTexts } from '../src/locales/en-outcomes.ts';
import { addEnglishTexts } from '../src/locales/english-texts.ts';
import { findLocale, hasLanguage } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';
import { outcomeTitles } from '../src/result/screens/titles.ts';

addEnglishTexts(outcomeTexts);

/**
 * Returns the texts in the first of the languages that the element supports, else in English.
 *
 * @param languages - BCP 47 tags in the browser's order of preference.
 * @param state - The state of the payment.
 */
export async function returnTexts(
  languages: readonly string[],
  state: StorefrontPaymentState,
): Promise<ReturnTexts> {
  const localize = new Localize({ locale: await findLocale(languages.find(hasLanguage) ?? 'en') });
  const { language, direction } = localize;
  return {
    language,
    direction,
    title: localize.text(outcomeTitles[state]),
    text: localize.text('phone.returned'),
  };
}
