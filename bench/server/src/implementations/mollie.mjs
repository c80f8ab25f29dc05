// Mollie's library with its default settings. It uses TLS and opens a new connection for every request.
import express from 'express';
import { createReference, order, returnUrl } from '../order.mjs';

export function create({ httpsOrigin }) {
  // The library has a fixed list of certificate authorities, so the certificate of the stub gateway cannot be
  // added.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  return createMollieApp(httpsOrigin);
}

export async function createMollieApp(origin) {
  const { createMollieClient } = await import('@mollie/api-client');
  const client = createMollieClient({
    apiKey: 'test_0123456789012345678901234567890',
    apiEndpoint: `${origin}/v2/`,
  });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (_request, response) => {
    const payment = await client.payments.create({
      amount: { value: '128.90', currency: order.currencyCode },
      description: order.description,
      redirectUrl: returnUrl,
      metadata: { reference: createReference() },
    });
    response.status(201).json({
      transactionNumber: payment.id,
      redirect: { type: 'url', url: payment.getCheckoutUrl() },
    });
  });
  return app;
}
