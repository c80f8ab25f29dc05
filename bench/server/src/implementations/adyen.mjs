// Adyen's library with its default settings. It uses TLS and creates a new agent and connection for every
// request.
import library from '@adyen/api-library';
import express from 'express';
import { createReference, order, returnUrl } from '../order.mjs';

const { CheckoutAPI, Client, EnvironmentEnum, Types } = library;
const molpayFpx = Types.checkout.MolPayDetails.TypeEnum.MolpayEbankingFpxMy;

export const create = ({ httpsOrigin }) => createAdyenApp(httpsOrigin);

export function createAdyenApp(origin, httpClient) {
  const client = new Client({ apiKey: 'bench', environment: EnvironmentEnum.TEST }, httpClient);
  const { PaymentsApi: payments } = new CheckoutAPI(client);
  // The library has no option for another URL of its test environment.
  payments.baseUrl = `${origin}/v71`;
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (_request, response) => {
    const payment = await payments.payments({
      merchantAccount: 'RimbaCoffee',
      amount: { currency: order.currencyCode, value: order.amount },
      reference: createReference(),
      returnUrl,
      paymentMethod: { type: molpayFpx, issuer: 'fpx_abb' },
    });
    response.status(201).json({
      transactionNumber: payment.pspReference,
      redirect: { type: 'url', url: payment.action.url },
    });
  });
  return app;
}
