// The checkout
export { createCheckout, type Checkout } from './checkout.ts';
export type { CheckoutOptions } from './options.ts';
export { captureRawBody } from './routes/raw-body.ts';

// What it tells
export type { CheckoutEvent, CheckoutEventName, EventListener } from './events.ts';
export type { Order } from './payments/order.ts';
export type { Payment, PaymentState } from './payments/payment.ts';

// Stores
export type { PaymentChange, Store, StoredCallback } from './stores/store.ts';
