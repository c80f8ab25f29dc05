// The checkout
export { createCheckout, type Checkout } from './checkout.ts';
export type { CheckoutOptions, RetentionDays } from './options.ts';
export { captureRawBody } from './routes/raw-body.ts';

// What it tells
export type { CheckoutEvent, CheckoutEventName, EventListener } from './events.ts';
export type { Limits } from './payments/engine.ts';
export type { Inspection, Operator } from './payments/operator.ts';
export type { BankCategory } from './payments/offers.ts';
export type { Order } from './payments/order.ts';
export type { Payment, PaymentState } from './payments/payment.ts';
export type { Refund, RefundState } from './payments/refund.ts';
export type { RefundWish } from './payments/refunding.ts';
export type { Note, NoteSource } from './payments/timeline.ts';

// Stores
export type {
  PaymentChange,
  PaymentFilter,
  RefundChange,
  RejectedCallback,
  Retention,
  Store,
  StoredCallback,
} from './stores/store.ts';
