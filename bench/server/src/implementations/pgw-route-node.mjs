import { createCheckout } from '@pgw/server/node';
import { memoryStore } from '@pgw/server/stores/memory';
import { createOptions } from './route.mjs';

export async function create({ httpOrigin }) {
  const checkout = createCheckout(createOptions(httpOrigin, memoryStore()));
  await checkout.ready;
  return (request, response) => void checkout.handle(request, response);
}
