import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, products } from './orders.ts';
import { renderPage } from './page.ts';
import { limitOrders, protect } from './protection.ts';
import { serve } from './serve.ts';

const app = express();
protect(app);
// Mounted before any body parser, because the signature of a callback is verified over its raw bytes.
app.use('/pgw', checkout.router);

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (_req, res) => {
  res.status(204).end();
});

// Each page has a Content Security Policy with a new nonce. Only scripts with this nonce run.
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
  res.send(renderPage(res.locals.nonce, `<h1>Two Mugs</h1>${form}`));
});

app.post('/orders', limitOrders, express.urlencoded({ extended: false }), (req, res) => {
  const id = placeOrder(req.body?.product);
  if (id === undefined) return void res.status(400).send('This product does not exist.');
  res.redirect(303, `/checkout/${id}`);
});

// The id of an order cannot be guessed, but it must not be the only secret of this page: payment references begin
// with it, and banks show them. Check here and in resolveOrder that the order belongs to the visitor, for example
// by a cookie or an account, before you add personal data.
app.get('/checkout/:id', (req, res) => {
  const order = findOrder(req.params.id);
  if (order === undefined) return void res.status(404).send('This order does not exist.');
  const element = `<pgw-checkout order="${order.id}"></pgw-checkout>`;
  res.send(renderPage(res.locals.nonce, `<h1>${order.product}</h1>${element}`));
});

app.get('/orders/:id', (req, res) => {
  const order = findOrder(req.params.id);
  if (order === undefined) return void res.status(404).send('This order does not exist.');
  const state = order.isPaid ? 'Paid' : 'Not paid yet';
  // After a payment, the URL of this page has the reference of the payment.
  const element = req.query.payment ? '<pgw-payment-status></pgw-payment-status>' : '';
  res.send(renderPage(res.locals.nonce, `<h1>${order.product}: ${state}</h1>${element}`));
});

await serve(createServer(app));
