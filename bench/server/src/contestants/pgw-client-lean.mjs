// @pgw/client in a handler that reads the body and writes the response itself, as the routes of @pgw/express do.
import express from 'express';
import { responseOf } from './by-hand.mjs';
import { paymentBy } from './pgw-payment.mjs';

export function create({ http }) {
  const payment = paymentBy(http);
  const app = express();
  app.post('/pgw/payments', async (request, response) => {
    request.body = JSON.parse(await textOf(request));
    const text = JSON.stringify(responseOf(await payment(request)));
    response
      .writeHead(201, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      })
      .end(text);
  });
  return app;
}

function textOf(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('close', () => reject(new Error('The request was cut off.')));
  });
}
