// @pgw/client in the floor's handler: validated, signed, one deadline, the answer parsed. A merchant's own route.
import { createGatewayClient } from '@pgw/client';
import express from 'express';
import {
  callbackUrl,
  channelId,
  merchantId,
  nextReference,
  order,
  returnUrl,
  secretKey,
  token,
} from '../order.mjs';
import { answerOf } from './by-hand.mjs';

export function create({ http }) {
  const gateway = createGatewayClient({ baseUrl: http, merchantId, secretKey, credentials: token });
  const app = express();
  app.use(express.json());
  app.post('/pgw/payments', async (request, response) => {
    const result = await gateway.requestPayment({
      channelId,
      currencyCode: order.currencyCode,
      amount: order.amount,
      referenceCode: nextReference(),
      ipAddress: request.ip,
      returnUrl,
      callbackUrl,
      description: order.description,
    });
    response.status(201).json(answerOf({ result }));
  });
  return app;
}
