import { headers } from 'next/headers';
import { getCheckout } from './checkout.ts';
import { findOrder, type Order } from './orders.ts';
import { publicUrl } from './settings.ts';
import { readVisitor } from './visitor.ts';

/**
 * Finds an order of the visitor, who alone sees it. The id of an order is no secret: payment references begin with it, and
 * banks show them. A network that guesses orders finds none.
 */
export async function findOwnOrder(id: string): Promise<Order | undefined> {
  // A page has no request, and the checks read the headers only.
  const request = new Request(publicUrl, { headers: await headers() });
  const order = findOrder(id, readVisitor(request.headers.get('cookie')));
  const refusal = await getCheckout().visitorChecks.foundOrder(request, order);
  return refusal === undefined ? order : undefined;
}
