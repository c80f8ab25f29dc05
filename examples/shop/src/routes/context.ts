import { nonceOf } from '@pgw/example-pages';
import type { Checkout } from '@pgw/express';
import type { Request, Response } from 'express';
import { accountOf } from '../account.ts';
import type { Bag } from '../bag.ts';
import type { Product } from '../catalogue.ts';
import type { DetailsStore } from '../details-store.ts';
import { languageOf } from '../language.ts';
import type { Language } from '../languages/index.ts';
import type { Orders } from '../orders.ts';
import type { Settings } from '../settings.ts';
import { layout, type Page } from '../pages/layout.ts';
import type { PaymentSummary } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';
import type { SnippetSource } from './widget.ts';

/** What the routes work with. */
export interface ShopContext {
  readonly products: readonly Product[];
  readonly bag: Bag;
  readonly orders: Orders;
  readonly details: DetailsStore;
  /** Renders the checkout for a page. */
  readonly checkout: SnippetSource;
  /** The payments of @pgw/express. */
  readonly payments: { ofOrder(orderId: string): Promise<readonly PaymentSummary[]> };
  readonly tag: Settings['tag'];
  /** The gateway is a sandbox: every page shows it. */
  readonly isSandbox: boolean;
  /** Whether there are demo accounts to sign in to. */
  readonly hasAccounts: boolean;
  /** Cards that are saved for an account. */
  readonly savedCards: Checkout['savedCards'];
  readonly now: () => number;
}

/** What a page has of its own. */
type OwnPage = Pick<Page, 'title' | 'head' | 'section' | 'main'>;

/** Sends a page in the frame of the shop. Pages depend on the visitor, so no cache may keep them. */
export function sendPage(
  shop: ShopContext,
  request: Request,
  response: Response,
  page: (language: Language) => OwnPage,
): void {
  const language = languageOf(request);
  response.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Language', 'Content-Language': language.tag });
  response.type('html').send(
    layout({
      ...page(language),
      language,
      // A refused request is not a page to return to, except the form of the details, which is shown again.
      path: response.statusCode === 200 || request.path === '/checkout' ? request.originalUrl : '/',
      bagCount: shop.bag.count(visitorOf(request)),
      account: shop.hasAccounts ? (accountOf(request)?.name ?? null) : undefined,
      isSandbox: shop.isSandbox,
      nonce: nonceOf(response),
    }),
  );
}
