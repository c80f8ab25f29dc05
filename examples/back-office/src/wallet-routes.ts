import { PgwError } from '@pgw/client';
import { parseDayEnd, toDateField, parseDayStart } from '@pgw/example-pages';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { sendPage, textOf, type Office } from './context.ts';
import { problemMain } from './pages/problem.ts';
import { walletMain } from './pages/wallet.ts';
import { walletsMain } from './pages/wallets.ts';
import { readHistory, type HistoryRange, type Wallet } from './wallet-history.ts';

const section = 'wallets' as const;
const monthMs = 30 * 24 * 60 * 60 * 1000;
const maxPages = 20;

/** The pages of the wallets and of their histories. */
export function walletRoutes(office: Office): Router {
  const router = Router();
  router.get('/wallets', withGatewayErrorPage(showWallets(office)));
  router.get('/wallets/:id', withGatewayErrorPage(showWallet(office)));
  return router;
}

type Show = (request: Request, response: Response, next: NextFunction) => Promise<void>;

async function walletsOf({ gateway, merchantId }: Office): Promise<readonly Wallet[]> {
  return (await gateway.inquiryWallet({ tenantId: merchantId })).wallets;
}

function showWallets(office: Office): Show {
  return async (_request, response) => {
    const main = walletsMain(await walletsOf(office));
    sendPage(response, { title: 'Wallets', section, main });
  };
}

function showWallet(office: Office): Show {
  return async (request, response, next) => {
    const wallet = (await walletsOf(office)).find(({ id }) => String(id) === request.params['id']);
    if (wallet === undefined) return next();
    const range = readRange(request.query, office.now());
    const hasErrors = Object.keys(range.errors).length > 0;
    const history = hasErrors
      ? { entries: [], nextRecord: undefined }
      : await readHistory(office.gateway, { walletId: wallet.id, ...range });
    const main = walletMain({ wallet, history, range });
    sendPage(response.status(hasErrors ? 422 : 200), { title: `Wallet ${wallet.id}`, section, main });
  };
}

/** Shows an error page when the request to the gateway fails. */
function withGatewayErrorPage(show: Show): Show {
  return async (request, response, next) => {
    try {
      await show(request, response, next);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const main = problemMain('The request to the gateway failed', error.message);
      sendPage(response.status(502), { title: 'Wallets', section, main });
    }
  };
}

/**
 * Reads the first and last day from the query, in the shop's time zone. Both days are included. Default: the
 * last 30 days.
 */
function readRange(query: unknown, now: number): HistoryRange {
  const fromField = textOf(query, 'from') || toDateField(now - monthMs);
  const toField = textOf(query, 'to') || toDateField(now);
  const [from, to] = [parseDayStart(fromField), parseDayEnd(toField)];
  const pages = Math.min(Math.max(Math.trunc(Number(textOf(query, 'pages'))) || 1, 1), maxPages);
  const errors: Record<string, string> = {};
  if (from === undefined) errors['from'] = 'Enter a date.';
  if (to === undefined) errors['to'] = 'Enter a date.';
  if (from !== undefined && to !== undefined && from > to) errors['to'] = 'Enter a date after the first one.';
  // The future has no history, and would be an empty part of the chart.
  return { fromField, toField, from: from ?? now, to: Math.min(to ?? now, now), pages, errors };
}
