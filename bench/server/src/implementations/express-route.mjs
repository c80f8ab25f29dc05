import { createCheckout } from '@pgw/express';
import express from 'express';
import { createOptions } from './route.mjs';

/** The route in an app of Express. */
export async function createExpressApp(httpOrigin, store, others) {
  const checkout = createCheckout(createOptions(httpOrigin, store, others));
  await checkout.ready;
  const app = express();
  app.use('/pgw', checkout.router);
  return app;
}
