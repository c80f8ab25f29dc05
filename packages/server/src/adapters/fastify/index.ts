export { createCheckout, type Checkout, type CheckoutOptions } from './checkout.ts';
export type { ClientAddress } from '../visitor-address.ts';
