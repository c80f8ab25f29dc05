import { getNonce } from '../requests/security-headers.ts';
import type { Checkout } from '@pgw/express';
import type { Request, RequestHandler, Response } from 'express';
import { readAccount } from '../visitors/account.ts';
import type { Bags } from '../orders/bag.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { DetailsStore } from '../orders/details-store.ts';
import { getLanguage } from '../visitors/language.ts';
import type { Language } from '../languages/index.ts';
import type { Orders } from '../orders/orders.ts';
import type { Settings } from '../settings.ts';
import { renderLayout, type Page } from '../pages/layout.ts';
import type { PaymentSummary } from '../orders/payment-view.ts';
import { readVisitor } from '../visitors/visitor.ts';
import type { SnippetSource } from './render-checkout.ts';

/** The dependencies of the routes. */
export interface ShopContext {
  readonly products: readonly Product[];
  readonly bags: Bags;
  readonly orders: Orders;
  readonly details: DetailsStore;
  /** Renders the markup of the checkout. */
  readonly checkout: SnippetSource;
  /** Reads the payments of an order from @pgw/express. */
  readonly payments: {
    ofOrder(orderId: string): Promise<readonly PaymentSummary[]>;
  };
  /** How the checkout is added to a page. */
  readonly checkoutTag: Settings['checkoutTag'];
  /** True when the gateway is a sandbox on this machine. */
  readonly isSandbox: boolean;
  /** True when payments are tests. Every page then shows a notice about it. */
  readonly isTest: boolean;
  /** True when visitors can sign in to the demo accounts. */
  readonly hasAccounts: boolean;
  /** Lists and deletes the saved cards of an account. */
  readonly savedCards: Checkout['savedCards'];
  readonly now: () => number;
}

/** The content that each page provides. */
type PageContent = Pick<Page, 'title' | 'head' | 'section' | 'main'>;

/** Counts the items in the bag for the header of a page. If the database causes an error, the page of the error has no count. */
export function readBag({ bags }: Pick<ShopContext, 'bags'>): RequestHandler {
  return async (request, response, next) => {
    response.locals['bagCount'] = await bags.count(readVisitor(request));
    next();
  };
}

/**
 * Sends a page with the header and footer of the shop. Caches must not store it, because it depends on the
 * visitor.
 */
export function sendPage(
  shop: ShopContext,
  request: Request,
  response: Response,
  renderContent: (language: Language) => PageContent,
): void {
  const language = getLanguage(request);
  response.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Language', 'Content-Language': language.tag });
  response.type('html').send(
    renderLayout({
      ...renderContent(language),
      language,
      // The menu of languages returns to this page. It cannot return to the response of a failed form, except
      // at /checkout, where a GET request shows the form again.
      path: response.statusCode === 200 || request.path === '/checkout' ? request.originalUrl : '/',
      bagCount: Number(response.locals['bagCount'] ?? 0),
      account: shop.hasAccounts ? (readAccount(request)?.name ?? null) : undefined,
      isTest: shop.isTest,
      nonce: getNonce(response),
    }),
  );
}
