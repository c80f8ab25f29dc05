import { randomBytes } from 'node:crypto';
import formBody from '@fastify/formbody';
import type { Refusal } from '@pgw/server';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder } from './orders.ts';
import { renderPage } from './page.ts';
import { noSuchOrder, renderCatalogue, renderCheckout, renderOrder } from './pages.ts';
import { serve } from './serve.ts';
import { strictTransport } from './settings.ts';
import { ensureVisitor, readVisitor } from './visitor.ts';

// The server listens on 127.0.0.1 only, so a proxy is on the same machine. It sends the address of the visitor.
const app = Fastify({ trustProxy: 'loopback' });
const { visitorChecks } = checkout;

// This hook comes before the checkout, so it also protects its routes.
app.addHook('onRequest', async (_request, reply) => {
  // The checkout writes its responses without Fastify, which keeps only the headers of `raw`.
  if (strictTransport !== undefined) reply.raw.setHeader('Strict-Transport-Security', strictTransport);
});

// The checkout reads the raw bytes of a callback before Fastify parses them. Register it without a prefix.
app.register(checkout.plugin);
app.register(formBody);

/** Sends a page. Its Content Security Policy has a new nonce, and only scripts with this nonce run. */
function sendPage(reply: FastifyReply, content: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.header('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
  reply.header('Cache-Control', 'private');
  return reply.type('text/html; charset=utf-8').send(renderPage(nonce, content));
}

const sendRefusal = (reply: FastifyReply, { status, message, headers }: Refusal): FastifyReply =>
  reply.code(status).headers(headers).send(message);

app.setNotFoundHandler((_request, reply) => reply.code(404).send('There is no such page.'));

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (_request, reply) => reply.code(204).send());

app.get('/', (request, reply) => {
  const { visitor, setCookie } = ensureVisitor(request.headers.cookie);
  reply.header('Set-Cookie', setCookie);
  return sendPage(reply, renderCatalogue(visitorChecks.createFormToken(visitor)));
});

app.post<{ Body: { product?: unknown; token?: unknown } | undefined }>('/orders', async (request, reply) => {
  const proof = { visitor: readVisitor(request.headers.cookie), token: request.body?.token };
  const refusal = await visitorChecks.newOrder(request, proof);
  if (refusal) return sendRefusal(reply, refusal);
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

app.get<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
  const order = findOwnOrder(request);
  const refusal = await visitorChecks.foundOrder(request, order);
  if (refusal) return sendRefusal(reply, refusal);
  return order ? sendPage(reply, renderCheckout(order)) : reply.code(404).send(noSuchOrder);
});

interface OrderRoute {
  Params: { id: string };
  Querystring: { payment?: string };
}

app.get<OrderRoute>('/orders/:id', async (request, reply) => {
  const content = renderOrder(findOwnOrder(request), request.query.payment !== undefined);
  const refusal = await visitorChecks.foundOrder(request, content);
  if (refusal) return sendRefusal(reply, refusal);
  return content === undefined ? reply.code(404).send(noSuchOrder) : sendPage(reply, content);
});

await app.ready();
await serve(app.server);
