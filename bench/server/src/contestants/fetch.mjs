// The floor with the global fetch.
import express from 'express';
import { responseOf, path, signedRequest } from './by-hand.mjs';

export function create({ http }) {
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const { body, headers } = signedRequest(http, request);
    const gatewayResponse = await fetch(http + path, { method: 'POST', headers, body });
    response.status(201).json(responseOf(await gatewayResponse.json()));
  });
  return app;
}
