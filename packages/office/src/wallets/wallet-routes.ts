import { t } from '../language/language.ts';
import { PgwError } from '@pgw/protocol';
import type { Handler, Office, OfficeRequest, Route, Reply } from '../context.ts';
import type { OfficeWallets } from '../options.ts';
import { readDayRange } from '../pages/day-range.ts';
import { renderProblem } from '../pages/problem.ts';
import { renderWallet } from './wallet-page.ts';
import { renderWallets } from './wallets-page.ts';
import { readHistory, type Wallet } from './wallet-history.ts';

const section = 'wallets' as const;
/** The maximum number of pages of a history that one request reads from the gateway. */
const maxPages = 20;

/** The list of wallets, and the page of each wallet with its history. */
export const walletRoutes: readonly Route[] = [
  { method: 'GET', path: '/wallets', verb: 'view', handle: withWallets(showWallets) },
  { method: 'GET', path: '/wallets/:id', verb: 'view', handle: withWallets(showWallet) },
];

type WalletHandler = (source: OfficeWallets, ...values: Parameters<Handler>) => ReturnType<Handler>;

async function fetchWallets({ gateway, merchantId }: OfficeWallets): Promise<readonly Wallet[]> {
  return (await gateway.inquiryWallet({ tenantId: merchantId })).wallets;
}

export function findWallets({ options, account }: Office): OfficeWallets | undefined {
  return options.wallets?.({ account: account?.id });
}

async function showWallets(source: OfficeWallets): Promise<Reply> {
  return { title: t('Wallets'), section, main: renderWallets(await fetchWallets(source)) };
}

async function showWallet(
  source: OfficeWallets,
  office: Office,
  { params, query }: OfficeRequest,
): Promise<Reply | undefined> {
  const wallet = (await fetchWallets(source)).find(({ id }) => String(id) === params['id']);
  if (wallet === undefined) return undefined;
  const requestedPages = Math.trunc(Number(query.get('pages'))) || 1;
  const pages = Math.min(Math.max(requestedPages, 1), maxPages);
  const range = { ...readDayRange((name) => query.get(name) ?? '', office.now), pages };
  const hasErrors = Object.keys(range.errors).length > 0;
  const history = hasErrors
    ? { entries: [], nextRecord: undefined }
    : await readHistory(source.gateway, { walletId: wallet.id, ...range });
  const main = renderWallet({ wallet, history, range });
  return { title: t`Wallet ${wallet.id}`, section, main, status: hasErrors ? 422 : 200 };
}

/** Runs a handler if the office has wallets. If its request to the gateway fails, shows an error page. */
function withWallets(handle: WalletHandler): Handler {
  return async (office, request) => {
    const source = findWallets(office);
    if (source === undefined) return undefined;
    try {
      return await handle(source, office, request);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const main = renderProblem(t('The request to the gateway failed'), error.message);
      return { title: t('Wallets'), section, main, status: 502 };
    }
  };
}
