import { randomBytes } from 'node:crypto';
import formBody from '@fastify/formbody';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
import { createLimits, strictTransport, tooManyRequests } from './protection.ts';
import { serve } from './serve.ts';
import { ensureVisitor, isPostedByShop, readVisitor } from './visitor.ts';

// The server listens on 127.0.0.1 only, so a proxy is on the same machine. It sends the address of the visitor.
const app = Fastify({ trustProxy: 'loopback' });
const limits = createLimits();

// These hooks come before the checkout, so they also protect its routes.
app.addHook('onRequest', async (request, reply) => {
  // The checkout writes its responses without Fastify, which keeps only the headers of `raw`.
  if (strictTransport !== undefined) reply.raw.setHeader('Strict-Transport-Security', strictTransport);
  if (!(await limits.mayRequest(request.url, request.ip))) return reply.code(429).send(tooManyRequests);
});
app.addHook('onResponse', (request, reply) =>
  limits.countResponse(request.url, request.ip, reply.statusCode),
);

// The checkout reads the raw bytes of a callback before Fastify parses them. Register it without a prefix.
app.register(checkout.plugin);
app.register(formBody);

/** Sends a page. Its Content Security Policy has a new nonce, and only scripts with this nonce run. */
function sendPage(reply: FastifyReply, content: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.header('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
  return reply.type('text/html; charset=utf-8').send(renderPage(nonce, content));
}

app.setNotFoundHandler((_request, reply) => reply.code(404).send('There is no such page.'));

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (_request, reply) => reply.code(204).send());

app.get('/', (_request, reply) => sendPage(reply, renderCatalogue()));

app.post<{ Body: { product?: unknown } | undefined }>('/orders', async (request, reply) => {
  if (!isPostedByShop(request.headers['sec-fetch-site']?.toString()))
    return reply.code(403).send('Send this form from the shop.');
  if (!(await limits.mayPlaceOrder(request.ip))) return reply.code(429).send(tooManyRequests);
  const { visitor, setCookie } = ensureVisitor(request.headers.cookie);
  reply.header('Set-Cookie', setCookie);
  const id = placeOrder(request.body?.product, visitor);
  if (id === undefined) return reply.code(400).send('This product does not exist.');
  return reply.redirect(`/checkout/${id}`, 303);
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
const findOwnOrder = (request: FastifyRequest<{ Params: { id: string } }>) =>
  findOrder(request.params.id, readVisitor(request.headers.cookie));

app.get<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
  const order = findOwnOrder(request);
  return order ? sendPage(reply, renderCheckout(order)) : reply.code(404).send(noSuchOrder);
});

app.get<{ Params: { id: string }; Querystring: { payment?: string } }>('/orders/:id', (request, reply) => {
  const content = renderOrder(findOwnOrder(request), request.query.payment !== undefined);
  return content === undefined ? reply.code(404).send(noSuchOrder) : sendPage(reply, content);
});

await app.ready();
await serve(app.server);
