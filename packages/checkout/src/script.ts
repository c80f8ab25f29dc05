import './define.ts';
import { PgwCheckout } from './pgw-checkout.ts';
import type { registerLocale as RegisterLocale } from './locales/registry.ts';

// What a script tag leaves on the page: a module's exports can't be reached from another script of the page.

/** As `registerLocale` of the package; reaches the elements even when another copy of the script defined them. */
export const registerLocale: typeof RegisterLocale = (tag, texts) => {
  const element: unknown = customElements.get('pgw-checkout');
  const defined = isOfPgw(element) ? element : PgwCheckout;
  defined.registerLocale(tag, texts);
};

// Parts need them, so they lie where they can have them.
export { browserCrypto } from './browser-crypto.ts';
export { cardPart } from './card-part.ts';
export { loadAdvice } from './load-advice.ts';
export { safeUrl } from './safe-url.ts';

Object.assign(globalThis, { PgwCheckout: { registerLocale } });

function isOfPgw(element: unknown): element is Pick<typeof PgwCheckout, 'registerLocale'> {
  return typeof element === 'function' && 'registerLocale' in element;
}
