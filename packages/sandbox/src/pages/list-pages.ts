import { paymentStatus, refundStatus, walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import type { Gateway } from '../gateway.ts';
import { moneyText } from './format.ts';
import { html } from './html.ts';
import { listPage } from './list-page.ts';
import type { Page } from './page.ts';
import { lostPage } from './payable.ts';

const shownRows = 100;

/** `GET /wallets`: every wallet with its balance. */
export function walletsPage({ ledger }: Gateway): Page {
  return listPage({
    heading: 'Wallets',
    text: 'Payouts leave the payout wallet; refunds of DuitNow QR leave the basic wallet.',
    columns: ['Wallet', 'Merchant', 'Type', 'Status', 'Balance'],
    rows: ledger.wallets
      .list()
      .map((wallet) => [
        html`<a href="/wallets/${wallet.id}">${wallet.id}</a>`,
        wallet.tenantId,
        nameOf(walletType, wallet.walletType),
        nameOf(walletStatus, wallet.walletStatus),
        moneyText({ amount: wallet.balance, currencyCode: wallet.currencyCode }),
      ]),
    empty: 'No wallets yet.',
  });
}

/** `GET /wallets/:number`: the history of one wallet, newest first. */
export function walletPage({ ledger }: Gateway, id: string): Page {
  const wallet = /^\d{1,15}$/.test(id) ? ledger.wallets.find(Number(id)) : undefined;
  if (wallet === undefined) return lostPage;
  const { currencyCode, balance } = wallet;
  return listPage({
    heading: `Wallet ${wallet.id}`,
    text: `Merchant ${wallet.tenantId}, ${nameOf(walletType, wallet.walletType)} wallet. Balance ${moneyText({ amount: balance, currencyCode })}.`,
    columns: ['Time', 'Type', 'Amount', 'Balance after', 'Transaction', 'Description'],
    rows: ledger.wallets
      .history(wallet.id)
      .slice(-shownRows)
      .toReversed()
      .map((entry) => [
        timeText(entry.createdAt),
        nameOf(walletEntryType, entry.type),
        moneyText({ amount: entry.amount, currencyCode }),
        moneyText({ amount: entry.balanceAfter, currencyCode }),
        html`<code>${entry.transactionNumber}</code>`,
        entry.description ?? '',
      ]),
    empty: 'No entries yet.',
  });
}

/** `GET /payouts`: the latest payouts, each with a link to its page. */
export function payoutsPage({ ledger }: Gateway): Page {
  return listPage({
    heading: 'Payouts',
    text: 'Open one to approve or reject it.',
    columns: ['Reference', 'Time', 'To', 'Status', 'Amount'],
    rows: ledger.payouts.table
      .list(shownRows)
      .map((payout) => [
        html`<a href="/payout/${payout.transactionNumber}">${payout.referenceCode}</a>`,
        timeText(payout.createdAt),
        payout.beneficiary,
        `${paymentStatus(payout.status).name} (${payout.status})`,
        moneyText(payout),
      ]),
    empty: 'No payouts yet.',
  });
}

/** `GET /refunds`: the latest refunds. */
export function refundsPage({ ledger }: Gateway): Page {
  return listPage({
    heading: 'Refunds',
    text: 'A refund that is processing resolves by itself.',
    columns: ['Refund', 'Payment', 'Time', 'Reason', 'Status', 'Amount'],
    rows: ledger.refundTable
      .list(shownRows)
      .map((refund) => [
        html`<code>${refund.refundNumber}</code>`,
        html`<a href="/bank/${refund.transactionNumber}"><code>${refund.transactionNumber}</code></a>`,
        timeText(refund.createdAt),
        refund.reason,
        refund.status === 0 ? 'Not taken up yet' : `${refundStatus(refund.status).name} (${refund.status})`,
        moneyText(refund),
      ]),
    empty: 'No refunds yet.',
  });
}

function timeText(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

/** The name of a number in one of the interface's lists; the number itself where it has none. */
function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value);
}
