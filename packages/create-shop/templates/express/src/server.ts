import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, products } from './orders.ts';
import { renderPage } from './page.ts';
import { limitOrders, protect, refuseOtherSites } from './protection.ts';
import { serve } from './serve.ts';
import { ensureVisitor, readVisitor } from './visitor.ts';

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

app.post('/orders', refuseOtherSites, limitOrders, express.urlencoded({ extended: false }), (req, res) => {
  const id = placeOrder(req.body?.product, ensureVisitor(req, res));
  if (id === undefined) return void res.status(400).send('This product does not exist.');
  res.redirect(303, `/checkout/${id}`);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
app.get('/checkout/:id', (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req));
  if (order === undefined) return void res.status(404).send('There is no such order in this browser.');
  const element = `<pgw-checkout order="${order.id}"></pgw-checkout>`;
  res.send(renderPage(res.locals.nonce, `<h1>${order.product}</h1>${element}`));
});

app.get('/orders/:id', (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req));
  // After a payment, the URL of this page has the reference of the payment. If the shopper has returned in another
  // browser, the page shows only what the element may show there.
  const element = req.query.payment ? '<pgw-payment-status></pgw-payment-status>' : '';
  if (order === undefined && element === '')
    return void res.status(404).send('There is no such order in this browser.');
  const state = order?.isPaid ? 'Paid' : 'Not paid yet';
  const title = order === undefined ? 'Your payment' : `${order.product}: ${state}`;
  res.send(renderPage(res.locals.nonce, `<h1>${title}</h1>${element}`));
});

await serve(createServer(app));
