// The whole start-payment route of @pgw/express with a store. The sweep is off, because the others have none.
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import express from 'express';
import { merchantId, order, secretKey, token } from '../order.mjs';

export async function route(http, store) {
  const checkout = createCheckout({
    gateway: createGatewayClient({ baseUrl: http, merchantId, secretKey, credentials: token }),
    publicUrl: 'https://shop.example',
    merchant: 'Rimba Coffee',
    store,
    resolveOrder: () => order,
    onPaid: () => undefined,
    sweepIntervalMs: 0,
    // All requests come from one address.
    requestLimits: false,
  });
  await checkout.ready;
  const app = express();
  app.use('/pgw', checkout.router);
  return app;
}
