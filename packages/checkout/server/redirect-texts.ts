import type { RedirectTexts } from '@pgw/protocol/internal';
import { findLocale, hasLanguage } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';

/**
 * Returns the texts in the first language that the element has, or in English.
 *
 * @param languages - BCP 47 tags in the browser's order of preference.
 * @param bank - The name of the bank, the wallet or the gateway; null if it is not known.
 */
export async function redirectTexts(
  languages: readonly string[],
  bank: string | null,
): Promise<RedirectTexts> {
  const localize = new Localize({ locale: await findLocale(languages.find(hasLanguage) ?? 'en') });
  const values = { bank: bank ?? localize.text('bank') };
  const { language, direction } = localize;
  return {
    language,
    direction,
    title: localize.text('redirect', values),
    link: localize.text('redirect.link', values),
  };
}
