import { createCheckout } from '@pgw/server/fastify';
import { memoryStore } from '@pgw/server/stores/memory';
import Fastify from 'fastify';
import { createOptions } from './route.mjs';

export async function create({ httpOrigin }) {
  const checkout = createCheckout(createOptions(httpOrigin, memoryStore()));
  await checkout.ready;
  const app = Fastify();
  app.register(checkout.plugin);
  await app.ready();
  return (request, response) => app.routing(request, response);
}
