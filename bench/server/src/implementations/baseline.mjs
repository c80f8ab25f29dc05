// The implementation that all others are compared with: Express as in its guide, undici's pool and createHmac.
// It does the least work that a payment needs: it has no schema, no deadline and no store.
import express from 'express';
import { Pool } from 'undici';
import { createSignedRequest, requestPaymentPath, toBrowserResponse } from './by-hand.mjs';

export function create({ httpOrigin }) {
  const pool = new Pool(httpOrigin, { connections: 64, pipelining: 1 });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const { body, headers } = createSignedRequest(httpOrigin, request);
    const gatewayResponse = await pool.request({ path: requestPaymentPath, method: 'POST', headers, body });
    response.status(201).json(toBrowserResponse(await gatewayResponse.body.json()));
  });
  return app;
}
