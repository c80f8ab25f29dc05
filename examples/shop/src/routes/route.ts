import { nonceOf } from '@pgw/example-pages';
import type { Checkout } from '@pgw/express';
import type { Request, Response } from 'express';
import { accountOf } from '../account.ts';
import type { Bag } from '../bag.ts';
import type { Product } from '../catalogue.ts';
import type { DetailsMemory } from '../details-memory.ts';
import type { Orders } from '../orders.ts';
import type { Settings } from '../settings.ts';
import { layout, type Page } from '../pages/layout.ts';
import type { PaymentSummary } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';
import type { WidgetSource } from './widget.ts';

/** What the routes work with. */
export interface Shop {
  readonly products: readonly Product[];
  readonly bag: Bag;
  readonly orders: Orders;
  readonly details: DetailsMemory;
  /** Writes the checkout into a page. */
  readonly checkout: WidgetSource;
  /** The payments of @pgw/express. */
  readonly payments: { ofOrder(orderId: string): Promise<readonly PaymentSummary[]> };
  readonly tag: Settings['tag'];
  /** The gateway is a sandbox: every page says so. */
  readonly isSandbox: boolean;
  /** Whether there are demo accounts to sign in to. */
  readonly hasAccounts: boolean;
  /** Cards that are kept for an account. */
  readonly savedCards: Checkout['savedCards'];
  readonly now: () => number;
}

/** Sends a page in the frame of the shop. Pages depend on the visitor, so no cache may keep them. */
export function send(shop: Shop, request: Request, response: Response, page: OwnPage): void {
  const { isSandbox } = shop;
  const bagCount = shop.bag.count(visitorOf(request));
  const account = shop.hasAccounts ? (accountOf(request)?.name ?? null) : undefined;
  response.set('Cache-Control', 'no-store');
  response.type('html').send(layout({ ...page, bagCount, account, isSandbox, nonce: nonceOf(response) }));
}

/** What a page has of its own. */
type OwnPage = Pick<Page, 'title' | 'head' | 'section' | 'main'>;
