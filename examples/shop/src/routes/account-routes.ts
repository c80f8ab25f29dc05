import { Router } from 'express';
import { accountOf, signIn } from '../account.ts';
import { accountPage } from '../pages/account.ts';
import { sendPage, type ShopContext } from './context.ts';

/** Pages that a sign-in may return to: only those of an order. */
const ownPage = /^\/(checkout|orders)\/[\w-]+$/;

/** The demo accounts and their saved cards. See account.ts for what these accounts are not. */
export function accountRoutes(shop: ShopContext): Router {
  const router = Router();
  if (!shop.hasAccounts) return router;

  router.get('/account', async (request, response) => {
    const account = accountOf(request);
    const cards = account === undefined ? [] : await shop.savedCards.list(account.id);
    const next = nextOf(request.query['next']);
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.account.title,
      main: accountPage(texts, { account, cards, next }),
    }));
  });

  router.post('/account', (request, response) => {
    signIn(request, response, fieldOf(request.body, 'account'));
    response.redirect(303, nextOf(fieldOf(request.body, 'next')) ?? '/account');
  });

  router.post('/account/forget', async (request, response) => {
    const account = accountOf(request);
    // Deletes only a card of this account.
    if (account !== undefined) await shop.savedCards.delete(account.id, fieldOf(request.body, 'card'));
    response.redirect(303, '/account');
  });

  return router;
}

function fieldOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function nextOf(value: unknown): string | undefined {
  return typeof value === 'string' && ownPage.test(value) ? value : undefined;
}
