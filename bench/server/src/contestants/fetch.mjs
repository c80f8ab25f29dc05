// The floor with the global fetch instead of undici's pool.
import express from 'express';
import { toBrowserResponse, path, createSignedRequest } from './by-hand.mjs';

export function create({ http }) {
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const { body, headers } = createSignedRequest(http, request);
    const gatewayResponse = await fetch(http + path, { method: 'POST', headers, body });
    response.status(201).json(toBrowserResponse(await gatewayResponse.json()));
  });
  return app;
}
