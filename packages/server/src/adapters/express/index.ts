export {
  createCheckout,
  type CardOptions,
  type Checkout,
  type CheckoutOptions,
  type SnippetOptions,
} from './checkout.ts';
export { captureRawBody } from './raw-body.ts';
export { getClientAddress } from './client-address.ts';
