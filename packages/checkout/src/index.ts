// The classes of the elements. `import '@pgw/checkout/define'` registers the elements.
export { PgwCheckout } from './pgw-checkout.ts';
export { PgwPaymentStatus } from './pgw-payment-status.ts';
export type { Fetcher } from './api/request.ts';
export type { NavigationAdapter } from './element/navigation.ts';
export type { PaymentChoice, PgwEventMap, PgwEvents } from './element/events.ts';

// Other languages and texts.
export { registerLocale } from './locales/find-locale.ts';
export type { TextId, Texts } from './locales/en.ts';
export type { PluralText, LocaleText } from './locales/plural-text.ts';
