import { readField } from '@pgw/pages';
import { Router } from 'express';
import { readAccount, signIn } from '../visitors/account.ts';
import { renderAccountPage } from '../pages/account.ts';
import { sendPage, type ShopContext } from './context.ts';

/** Matches the pages to which a sign-in can redirect: the pages of an order. */
const orderPagePath = /^\/(checkout|orders)\/[\w-]+$/;

/** The sign-in of the demo accounts and the list of their saved cards. See account.ts for their limits. */
export function createAccountRoutes(shop: ShopContext): Router {
  const router = Router();
  if (!shop.hasAccounts) return router;

  router.get('/account', async (request, response) => {
    const account = readAccount(request);
    const cards = account === undefined ? [] : await shop.savedCards.list(account.id);
    const next = parseNextPath(request.query['next']);
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.account.title,
      main: renderAccountPage(texts, { account, cards, next }),
    }));
  });

  router.post('/account', (request, response) => {
    signIn(request, response, readField(request.body, 'account'));
    response.redirect(303, parseNextPath(readField(request.body, 'next')) ?? '/account');
  });

  router.post('/account/forget', async (request, response) => {
    const account = readAccount(request);
    // `delete` ignores a card of another account.
    if (account !== undefined) await shop.savedCards.delete(account.id, readField(request.body, 'card'));
    response.redirect(303, '/account');
  });

  return router;
}

/** Returns the path when it is a page of an order. Undefined for any other value. */
function parseNextPath(value: unknown): string | undefined {
  return typeof value === 'string' && orderPagePath.test(value) ? value : undefined;
}
