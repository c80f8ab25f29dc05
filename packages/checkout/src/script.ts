import './script-url.ts';
import './define.ts';
import type { registerLocale as RegisterLocale } from './locales/find-locale.ts';
import { PgwCheckout } from './pgw-checkout.ts';

// The content of the builds for script tags. Other scripts of the page cannot access the exports of a module,
// so `registerLocale` is also a member of the global `PgwCheckout`.

/** See `registerLocale` of the package. Also works if another copy of the script has defined the elements. */
export const registerLocale: typeof RegisterLocale = (tag, texts) => {
  const element: unknown = customElements.get('pgw-checkout');
  const defined = hasRegisterLocale(element) ? element : PgwCheckout;
  defined.registerLocale(tag, texts);
};

Object.assign(globalThis, { PgwCheckout: { registerLocale } });

function hasRegisterLocale(element: unknown): element is Pick<typeof PgwCheckout, 'registerLocale'> {
  return typeof element === 'function' && 'registerLocale' in element;
}
