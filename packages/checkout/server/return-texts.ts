import type { StorefrontPaymentState } from '@pgw/protocol';
import type { ReturnTexts } from '@pgw/protocol/internal';
import { findLocale, hasLanguage } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';
import type { TextId } from '../src/locales/en.ts';

const titles: Readonly<Record<StorefrontPaymentState, TextId>> = {
  pending: 'pending',
  paid: 'success',
  authorized: 'authorized',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  refunding: 'refunding',
  refunded: 'refunded',
};

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
    title: localize.text(titles[state]),
    text: localize.text('phone.returned'),
  };
}
