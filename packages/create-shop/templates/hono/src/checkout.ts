import { createCheckout } from '@pgw/server/web';
import { readAddress } from './address.ts';
import { createSettings, resolveOrder } from './settings.ts';
import { readVisitor } from './visitor.ts';

export const checkout = createCheckout({
  ...createSettings(),
  clientAddress: readAddress,
  resolveOrder: (id, request) => resolveOrder(id, readVisitor(request.headers.get('cookie'))),
});
