import { createCheckout } from '@pgw/server/fastify';
import { createSettings, resolveOrder } from './settings.ts';
import { readVisitor } from './visitor.ts';

export const checkout = createCheckout({
  ...createSettings(),
  // The setting `trustProxy` of server.ts decides which address this is.
  clientAddress: (request) => request.ip,
  resolveOrder: (id, request) => resolveOrder(id, readVisitor(request.headers.cookie)),
});
