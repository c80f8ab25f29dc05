import { createCheckout } from '@pgw/express';
import { createSettings, resolveOrder } from './settings.ts';
import { readVisitor } from './visitor.ts';

export const checkout = createCheckout({
  ...createSettings(),
  resolveOrder: (id, req) => resolveOrder(id, readVisitor(req.headers.cookie)),
});
