// The complete route of @pgw/express that starts a payment, with a store. The sweep is turned off, because
// the other implementations have none.
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import express from 'express';
import { merchantId, order, secretKey, token } from '../order.mjs';

export async function createCheckoutApp(httpOrigin, store) {
  const checkout = createCheckout({
    gateway: createGatewayClient({ baseUrl: httpOrigin, merchantId, secretKey, credentials: token }),
    publicUrl: 'https://shop.example',
    merchant: 'Rimba Coffee',
    store,
    resolveOrder: () => order,
    onPaid: () => undefined,
    sweepIntervalMs: 0,
    // The limits are turned off, because all requests come from one address.
    requestLimits: false,
  });
  await checkout.ready;
  const app = express();
  app.use('/pgw', checkout.router);
  return app;
}
