// The elements, without registering them: import '@pgw/checkout/define' for that
export { PgwCheckout } from './pgw-checkout.ts';
export { PgwPaymentStatus } from './pgw-payment-status.ts';
export type { PgwEvents } from './events.ts';
export type { Fetcher } from './ask.ts';

// Languages: another one, or other words
export { registerLocale } from './locales/registry.ts';
export type { PluralText, Text, TextId, Texts } from './locales/index.ts';

// Without a look of their own
export { CheckoutController } from './controllers/checkout.ts';
export type { CheckoutOptions, CheckoutSettings } from './controllers/checkout-options.ts';
export type { Patience } from './polling.ts';
export { Deadline, type DeadlineOptions } from './controllers/deadline.ts';
export { SessionController, type SessionOptions } from './controllers/session.ts';
export { PaymentController, type PaymentOptions, type Wanted } from './controllers/payment.ts';
export { StatusController, type StatusOptions } from './controllers/status.ts';
export {
  initialState,
  type BankList,
  type CheckoutEvent,
  type CheckoutState,
  type FailureCause,
  type FocusTarget,
  type Notice,
  type Phase,
} from './state.ts';
export { reduce } from './reduce.ts';
