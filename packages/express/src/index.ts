export * from '@pgw/server';
// These replace the exports of @pgw/server with the same names.
export {
  createCheckout,
  type CardOptions,
  type Checkout,
  type CheckoutOptions,
  type SnippetOptions,
} from '@pgw/server/express';
export { captureRawBody, getClientAddress } from '@pgw/server/express';
