import { PgwError } from '@pgw/client';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { sendPage, readText, type Office } from '../context.ts';
import { readDayRange } from '../pages/day-range.ts';
import { renderProblem } from '../pages/problem.ts';
import { renderWallet } from './wallet-page.ts';
import { renderWallets } from './wallets-page.ts';
import { readHistory, type Wallet } from './wallet-history.ts';

const section = 'wallets' as const;
/** The maximum number of pages of a history that one request reads from the gateway. */
const maxPages = 20;

/** The list of wallets, and the page of each wallet with its history. */
export function createWalletRoutes(office: Office): Router {
  const router = Router();
  router.get('/wallets', withGatewayErrorPage(showWallets(office)));
  router.get('/wallets/:id', withGatewayErrorPage(showWallet(office)));
  return router;
}

type PageHandler = (request: Request, response: Response, next: NextFunction) => Promise<void>;

async function fetchWallets({ gateway, merchantId }: Office): Promise<readonly Wallet[]> {
  return (await gateway.inquiryWallet({ tenantId: merchantId })).wallets;
}

function showWallets(office: Office): PageHandler {
  return async (_request, response) => {
    const main = renderWallets(await fetchWallets(office));
    sendPage(response, { title: 'Wallets', section, main });
  };
}

function showWallet(office: Office): PageHandler {
  return async (request, response, next) => {
    const wallet = (await fetchWallets(office)).find(({ id }) => String(id) === request.params['id']);
    if (wallet === undefined) return next();
    const requestedPages = Math.trunc(Number(readText(request.query, 'pages'))) || 1;
    const pages = Math.min(Math.max(requestedPages, 1), maxPages);
    const range = { ...readDayRange(request.query, office.now()), pages };
    const hasErrors = Object.keys(range.errors).length > 0;
    const history = hasErrors
      ? { entries: [], nextRecord: undefined }
      : await readHistory(office.gateway, { walletId: wallet.id, ...range });
    const main = renderWallet({ wallet, history, range });
    sendPage(response.status(hasErrors ? 422 : 200), { title: `Wallet ${wallet.id}`, section, main });
  };
}

/** Runs a handler. If its request to the gateway fails, shows an error page. */
function withGatewayErrorPage(showPage: PageHandler): PageHandler {
  return async (request, response, next) => {
    try {
      await showPage(request, response, next);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const main = renderProblem('The request to the gateway failed', error.message);
      sendPage(response.status(502), { title: 'Wallets', section, main });
    }
  };
}
