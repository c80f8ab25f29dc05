import { getRequestListener } from '@hono/node-server';
import { createCheckout } from '@pgw/server/web';
import { memoryStore } from '@pgw/server/stores/memory';
import { createOptions } from './route.mjs';

export async function create({ httpOrigin }) {
  const options = createOptions(httpOrigin, memoryStore());
  const checkout = createCheckout({ ...options, clientAddress: { trustedProxies: 1 } });
  await checkout.ready;
  return getRequestListener(checkout.handler);
}
