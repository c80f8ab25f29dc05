// baseline.mjs with the global fetch instead of undici's pool.
import express from 'express';
import { createSignedRequest, requestPaymentPath, toBrowserResponse } from './by-hand.mjs';

export function create({ httpOrigin }) {
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const { body, headers } = createSignedRequest(httpOrigin, request);
    const gatewayResponse = await fetch(httpOrigin + requestPaymentPath, { method: 'POST', headers, body });
    response.status(201).json(toBrowserResponse(await gatewayResponse.json()));
  });
  return app;
}
