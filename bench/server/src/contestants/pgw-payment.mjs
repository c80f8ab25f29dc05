// The call that the contestants with @pgw/client share.
import { createGatewayClient } from '@pgw/client';
import { merchantId, paymentFor, secretKey, token } from '../order.mjs';

/** Starts a payment for the sender of a request. */
export function paymentBy(baseUrl) {
  const gateway = createGatewayClient({ baseUrl, merchantId, secretKey, credentials: token });
  return async ({ ip }) => ({ result: await gateway.requestPayment(paymentFor(ip)) });
}
