import type { Request, Response } from 'express';
import type { Bag } from '../bag.ts';
import type { Product } from '../catalogue.ts';
import type { DetailsMemory } from '../details-memory.ts';
import type { Orders } from '../orders.ts';
import { layout, type Page } from '../pages/layout.ts';
import type { PaymentSummary } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';

/** What the routes work with. */
export interface Shop {
  readonly products: readonly Product[];
  readonly bag: Bag;
  readonly orders: Orders;
  readonly details: DetailsMemory;
  /** The payments of @pgw/express. */
  readonly payments: { ofOrder(orderId: string): Promise<readonly PaymentSummary[]> };
  readonly now: () => number;
}

/** Sends a page in the frame of the shop. Pages depend on the visitor, so no cache may keep them. */
export function send(shop: Shop, request: Request, response: Response, page: Omit<Page, 'bagCount'>): void {
  response.set('Cache-Control', 'no-store');
  response.type('html').send(layout({ ...page, bagCount: shop.bag.count(visitorOf(request)) }));
}
