import { PgwError } from '@pgw/client';
import { parseDayEnd, parseDayStart, toDateField } from '@pgw/example-pages';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { sendPage, readText, type Office } from '../context.ts';
import { renderProblem } from '../pages/problem.ts';
import { renderWallet } from './wallet-page.ts';
import { renderWallets } from './wallets-page.ts';
import { readHistory, type HistoryRange, type Wallet } from './wallet-history.ts';

const section = 'wallets' as const;
const monthMs = 30 * 24 * 60 * 60 * 1000;
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
    const range = readRange(request.query, office.now());
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

/**
 * Reads the range from the query. Both days are in the shop's time zone, and both are included. Default: the
 * last 30 days.
 */
function readRange(query: unknown, now: number): HistoryRange {
  const fromField = readText(query, 'from') || toDateField(now - monthMs);
  const toField = readText(query, 'to') || toDateField(now);
  const from = parseDayStart(fromField);
  const to = parseDayEnd(toField);
  const requestedPages = Math.trunc(Number(readText(query, 'pages'))) || 1;
  const pages = Math.min(Math.max(requestedPages, 1), maxPages);
  const errors: Record<string, string> = {};
  if (from === undefined) errors['from'] = 'Enter a date.';
  if (to === undefined) errors['to'] = 'Enter a date.';
  if (from !== undefined && to !== undefined && from > to) errors['to'] = 'Enter a date after the first one.';
  // With an error, no history is read, and `from` and `to` are not used. The range never ends after now, because
  // the end of the chart would be empty.
  return { fromField, toField, from: from ?? now, to: Math.min(to ?? now, now), pages, errors };
}
