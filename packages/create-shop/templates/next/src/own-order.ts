import { headers } from 'next/headers';
import { findOrder, type Order } from './orders.ts';
import { readVisitor } from './visitor.ts';

/**
 * Finds an order of the visitor, who alone sees it. The id of an order is no secret: payment references begin with it, and
 * banks show them.
 */
export async function findOwnOrder(id: string): Promise<Order | undefined> {
  return findOrder(id, readVisitor((await headers()).get('cookie')));
}
