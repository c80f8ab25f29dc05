// @pgw/client in the handler of baseline.mjs, as in a merchant's own route. It validates and signs the request, has
// one deadline, and parses the response.
import express from 'express';
import { toBrowserResponse } from './by-hand.mjs';
import { createPaymentRequester } from './pgw-payment.mjs';

export function create({ httpOrigin }) {
  const requestPayment = createPaymentRequester(httpOrigin);
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    response.status(201).json(toBrowserResponse(await requestPayment(request)));
  });
  return app;
}
