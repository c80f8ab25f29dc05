import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
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
  res.send(renderPage(res.locals.nonce, renderCatalogue()));
});

app.post('/orders', refuseOtherSites, limitOrders, express.urlencoded({ extended: false }), (req, res) => {
  const { visitor, setCookie } = ensureVisitor(req.headers.cookie);
  res.append('Set-Cookie', setCookie);
  const id = placeOrder(req.body?.product, visitor);
  if (id === undefined) return void res.status(400).send('This product does not exist.');
  res.redirect(303, `/checkout/${id}`);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
app.get('/checkout/:id', (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req.headers.cookie));
  if (order === undefined) return void res.status(404).send(noSuchOrder);
  res.send(renderPage(res.locals.nonce, renderCheckout(order)));
});

app.get('/orders/:id', (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req.headers.cookie));
  const content = renderOrder(order, req.query.payment !== undefined);
  if (content === undefined) return void res.status(404).send(noSuchOrder);
  res.send(renderPage(res.locals.nonce, content));
});

await serve(createServer(app));
