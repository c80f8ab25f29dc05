import express from 'express';
import { Stripe } from 'stripe';
import { createReference, order, returnUrl } from '../order.mjs';

export function create({ httpOrigin }) {
  const { hostname, port } = new URL(httpOrigin);
  const stripe = new Stripe('sk_test_bench', { host: hostname, port, protocol: 'http', telemetry: false });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (_request, response) => {
    const intent = await stripe.paymentIntents.create({
      amount: order.amount,
      currency: 'myr',
      confirm: true,
      payment_method_types: ['fpx'],
      description: order.description,
      return_url: returnUrl,
      metadata: { reference: createReference() },
    });
    response.status(201).json({
      transactionNumber: intent.id,
      redirect: { type: 'url', url: intent.next_action.redirect_to_url.url },
    });
  });
  return app;
}
