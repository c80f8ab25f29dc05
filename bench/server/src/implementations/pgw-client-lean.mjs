// @pgw/client in a handler without middleware. It reads the body and writes the response as the routes of
// @pgw/express do.
import express from 'express';
import { toBrowserResponse } from './by-hand.mjs';
import { createPaymentRequester } from './pgw-payment.mjs';

export function create({ httpOrigin }) {
  const requestPayment = createPaymentRequester(httpOrigin);
  const app = express();
  app.post('/pgw/payments', async (request, response) => {
    request.body = JSON.parse(await readText(request));
    const text = JSON.stringify(toBrowserResponse(await requestPayment(request)));
    response
      .writeHead(201, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      })
      .end(text);
  });
  return app;
}

function readText(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('close', () =>
      reject(new Error('The client closed the connection before the end of the request.')),
    );
  });
}
