import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, type Order } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
import { serve } from './serve.ts';
import { strictTransport } from './settings.ts';
import { ensureVisitor, readVisitor } from './visitor.ts';

const app = new Hono();
const { visitorChecks } = checkout;

// This function comes before the checkout, so it also protects its routes.
app.use(async (context, next) => {
  await next();
  if (strictTransport !== undefined) context.header('Strict-Transport-Security', strictTransport);
});

// The checkout reads the body, because the signature of a callback is verified over its raw bytes. Do not read it before.
app.all('/pgw/*', (context) => checkout.handler(context.req.raw));

/** Sends a page. Its Content Security Policy has a new nonce, and only scripts with this nonce run. */
function sendPage(context: Context, content: string): Response {
  const nonce = randomBytes(16).toString('base64');
  const headers = {
    'Content-Security-Policy': checkout.contentSecurityPolicy({ nonce }),
    'Cache-Control': 'private',
  };
  return context.html(renderPage(nonce, content), 200, headers) as Response;
}

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (context) => context.body(null, 204));

app.get('/', (context) => {
  const { visitor, setCookie } = ensureVisitor(context.req.header('Cookie'));
  context.header('Set-Cookie', setCookie);
  return sendPage(context, renderCatalogue(visitorChecks.createFormToken(visitor)));
});

app.post('/orders', bodyLimit({ maxSize: 100_000 }), async (context) => {
  const { req } = context;
  const { product, token } = await req.parseBody().catch(() => ({ product: undefined, token: undefined }));
  const proof = { visitor: readVisitor(req.header('Cookie')), token };
  const refusal = await visitorChecks.newOrder(req.raw, proof);
  if (refusal) return new Response(refusal.message, refusal);
  const { visitor, setCookie } = ensureVisitor(req.header('Cookie'));
  context.header('Set-Cookie', setCookie);
  const id = placeOrder(product, visitor);
  if (id === undefined) return context.text('This product does not exist.', 400);
  return context.redirect(`/checkout/${id}`, 303);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
const findOwnOrder = ({ req }: Context): Order | undefined =>
  findOrder(req.param('id') ?? '', readVisitor(req.header('Cookie')));

app.get('/checkout/:id', async (context) => {
  const order = findOwnOrder(context);
  const refusal = await visitorChecks.foundOrder(context.req.raw, order);
  if (refusal) return new Response(refusal.message, refusal);
  return order ? sendPage(context, renderCheckout(order)) : context.text(noSuchOrder, 404);
});

app.get('/orders/:id', async (context) => {
  const content = renderOrder(findOwnOrder(context), context.req.query('payment') !== undefined);
  const refusal = await visitorChecks.foundOrder(context.req.raw, content);
  if (refusal) return new Response(refusal.message, refusal);
  return content === undefined ? context.text(noSuchOrder, 404) : sendPage(context, content);
});

await serve(createServer(getRequestListener(app.fetch)));
