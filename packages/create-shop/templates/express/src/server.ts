import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
import { protect, sendRefusal } from './protection.ts';
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
  res.set('Cache-Control', 'private');
  next();
});

app.get('/', (req, res) => {
  const { visitor, setCookie } = ensureVisitor(req.headers.cookie);
  res.append('Set-Cookie', setCookie);
  res.send(renderPage(res.locals.nonce, renderCatalogue(checkout.visitorChecks.createFormToken(visitor))));
});

app.post('/orders', express.urlencoded({ extended: false }), async (req, res) => {
  const proof = { visitor: readVisitor(req.headers.cookie), token: req.body?.token };
  const refusal = await checkout.visitorChecks.newOrder(req, proof);
  if (refusal) return sendRefusal(res, refusal);
  const { visitor, setCookie } = ensureVisitor(req.headers.cookie);
  res.append('Set-Cookie', setCookie);
  const id = placeOrder(req.body?.product, visitor);
  if (id === undefined) return void res.status(400).send('This product does not exist.');
  res.redirect(303, `/checkout/${id}`);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
app.get('/checkout/:id', async (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req.headers.cookie));
  const refusal = await checkout.visitorChecks.foundOrder(req, order);
  if (refusal) return sendRefusal(res, refusal);
  if (order === undefined) return void res.status(404).send(noSuchOrder);
  res.send(renderPage(res.locals.nonce, renderCheckout(order)));
});

app.get('/orders/:id', async (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req.headers.cookie));
  const content = renderOrder(order, req.query.payment !== undefined);
  const refusal = await checkout.visitorChecks.foundOrder(req, content);
  if (refusal) return sendRefusal(res, refusal);
  if (content === undefined) return void res.status(404).send(noSuchOrder);
  res.send(renderPage(res.locals.nonce, content));
});

await serve(createServer(app));
