import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, products } from './orders.ts';
import { page } from './page.ts';
import { serve } from './serve.ts';

const app = express();
app.disable('x-powered-by');
// Before any body parser: callbacks are verified over their bytes.
app.use('/pgw', checkout.router);

/** A policy for each page: only scripts with its nonce run. */
app.use((_req, res, next) => {
  const nonce = randomBytes(16).toString('base64');
  res.locals.nonce = nonce;
  res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
  next();
});

app.get('/', (_req, res) => {
  const list = products.map(
    ({ id, name, price }) =>
      `<li>${name}, RM ${(price / 100).toFixed(2)} <button name="product" value="${id}">Buy</button></li>`,
  );
  const form = `<form method="post" action="/orders"><ul>${list.join('')}</ul></form>`;
  res.send(page(res.locals.nonce, `<h1>Two Mugs</h1>${form}`));
});

app.post('/orders', express.urlencoded({ extended: false }), (req, res) => {
  const id = placeOrder(req.body?.product);
  if (id === undefined) return void res.status(400).send('There is no such product.');
  res.redirect(303, `/checkout/${id}`);
});

// An order's id cannot be guessed. A shop with accounts also checks here, and in resolveOrder, whose order it is.
app.get('/checkout/:id', (req, res) => {
  const order = findOrder(req.params.id);
  if (order === undefined) return void res.status(404).send('There is no such order.');
  const element = `<pgw-checkout order="${order.id}"></pgw-checkout>`;
  res.send(page(res.locals.nonce, `<h1>${order.product}</h1>${element}`));
});

app.get('/orders/:id', (req, res) => {
  const order = findOrder(req.params.id);
  if (order === undefined) return void res.status(404).send('There is no such order.');
  const state = order.isPaid ? 'Paid' : 'Not paid yet';
  // The gateway sends the shopper back with the reference of the payment in the URL.
  const element = req.query.payment ? '<pgw-payment-status></pgw-payment-status>' : '';
  res.send(page(res.locals.nonce, `<h1>${order.product}: ${state}</h1>${element}`));
});

await serve(createServer(app));
