// The floor: Express as in its guide, undici's pool and createHmac. It has no schema, no deadline and no
// store.
import express from 'express';
import { Pool } from 'undici';
import { toBrowserResponse, path, createSignedRequest } from './by-hand.mjs';

export function create({ http }) {
  const pool = new Pool(http, { connections: 64, pipelining: 1 });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const { body, headers } = createSignedRequest(http, request);
    const gatewayResponse = await pool.request({ path, method: 'POST', headers, body });
    response.status(201).json(toBrowserResponse(await gatewayResponse.body.json()));
  });
  return app;
}
