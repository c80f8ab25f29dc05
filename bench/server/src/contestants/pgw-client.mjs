// @pgw/client in the floor's handler: validated, signed, one deadline, the response parsed. As in a merchant's own route.
import express from 'express';
import { responseOf } from './by-hand.mjs';
import { paymentBy } from './pgw-payment.mjs';

export function create({ http }) {
  const payment = paymentBy(http);
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    response.status(201).json(responseOf(await payment(request)));
  });
  return app;
}
