// What the contestants with @pgw/client have in common: the call.
import { createGatewayClient } from '@pgw/client';
import {
  callbackUrl,
  channelId,
  merchantId,
  nextReference,
  order,
  returnUrl,
  secretKey,
  token,
} from '../order.mjs';

/** Starts a payment for the sender of a request. */
export function paymentBy(baseUrl) {
  const gateway = createGatewayClient({ baseUrl, merchantId, secretKey, credentials: token });
  return async (request) => ({
    result: await gateway.requestPayment({
      channelId,
      currencyCode: order.currencyCode,
      amount: order.amount,
      referenceCode: nextReference(),
      ipAddress: request.ip,
      returnUrl,
      callbackUrl,
      description: order.description,
    }),
  });
}
