import type { StorefrontPaymentState } from '@pgw/protocol';
import { findLocale, hasLanguage } from '../src/locales/find-locale.ts';
import { Localize } from '../src/locales/localize.ts';
import type { TextId } from '../src/locales/en.ts';

/** The texts of the page to which a phone returns after it opened a payment by a QR code. */
export interface ReturnTexts {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly text: string;
}

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
 * The texts in the first of the languages that the element has; otherwise in English.
 *
 * @param languages - BCP 47, as the browser accepts them.
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
