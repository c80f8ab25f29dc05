// The call that the implementations with @pgw/client share.
import { createGatewayClient } from '@pgw/client';
import { merchantId, createPaymentFields, secretKey, token } from '../order.mjs';

/** Creates a function that requests a payment for the sender of an HTTP request. */
export function createPaymentRequester(baseUrl) {
  const gateway = createGatewayClient({ baseUrl, merchantId, secretKey, credentials: token });
  return async ({ ip }) => ({ result: await gateway.requestPayment(createPaymentFields(ip)) });
}
