import { createCheckout, type Checkout } from '@pgw/server/web';
import { readAddress } from './address.ts';
import { createSettings, resolveOrder } from './settings.ts';
import { readVisitor } from './visitor.ts';

// Next.js loads a module several times in a process, for example for pages and for routes. The checkout is created once.
declare global {
  var checkoutOfShop: Checkout | undefined;
}

/** Creates the checkout when it is first used, because `next build` also loads this module. */
export function getCheckout(): Checkout {
  globalThis.checkoutOfShop ??= createCheckout({
    ...createSettings(),
    clientAddress: readAddress,
    resolveOrder: (id, request) => resolveOrder(id, readVisitor(request.headers.get('cookie'))),
  });
  return globalThis.checkoutOfShop;
}
