import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readAddress } from './address.ts';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, type Order } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
import { createLimits, strictTransport, tooManyRequests } from './protection.ts';
import { serve } from './serve.ts';
import { ensureVisitor, isPostedByShop, readVisitor } from './visitor.ts';

const app = new Hono();
const limits = createLimits();

// These functions come before the checkout, so they also protect its routes.
app.use(async (context, next) => {
  await next();
  if (strictTransport !== undefined) context.header('Strict-Transport-Security', strictTransport);
});
app.use(async (context, next) => {
  const { path } = context.req;
  const address = readAddress(context.req.raw);
  if (!(await limits.mayRequest(path, address))) return context.text(tooManyRequests, 429);
  await next();
  await limits.countResponse(path, address, context.res.status);
});

// The checkout reads the body, because the signature of a callback is verified over its raw bytes. Do not read it before.
app.all('/pgw/*', (context) => checkout.handler(context.req.raw));

/** Sends a page. Its Content Security Policy has a new nonce, and only scripts with this nonce run. */
function sendPage(context: Context, content: string): Response {
  const nonce = randomBytes(16).toString('base64');
  const headers = { 'Content-Security-Policy': checkout.contentSecurityPolicy({ nonce }) };
  return context.html(renderPage(nonce, content), 200, headers) as Response;
}

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (context) => context.body(null, 204));

app.get('/', (context) => sendPage(context, renderCatalogue()));

app.post('/orders', bodyLimit({ maxSize: 100_000 }), async (context) => {
  const { req } = context;
  if (!isPostedByShop(req.header('Sec-Fetch-Site')))
    return context.text('Send this form from the shop.', 403);
  if (!(await limits.mayPlaceOrder(readAddress(req.raw)))) return context.text(tooManyRequests, 429);
  const { visitor, setCookie } = ensureVisitor(req.header('Cookie'));
  context.header('Set-Cookie', setCookie);
  const { product } = await req.parseBody().catch(() => ({ product: undefined }));
  const id = placeOrder(product, visitor);
  if (id === undefined) return context.text('This product does not exist.', 400);
  return context.redirect(`/checkout/${id}`, 303);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
const findOwnOrder = ({ req }: Context): Order | undefined =>
  findOrder(req.param('id') ?? '', readVisitor(req.header('Cookie')));

app.get('/checkout/:id', (context) => {
  const order = findOwnOrder(context);
  return order ? sendPage(context, renderCheckout(order)) : context.text(noSuchOrder, 404);
});

app.get('/orders/:id', (context) => {
  const content = renderOrder(findOwnOrder(context), context.req.query('payment') !== undefined);
  return content === undefined ? context.text(noSuchOrder, 404) : sendPage(context, content);
});

await serve(createServer(getRequestListener(app.fetch)));
