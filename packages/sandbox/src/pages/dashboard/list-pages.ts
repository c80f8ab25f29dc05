import { refundStatus, walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import type { Gateway } from '../../gateway.ts';
import { moneyText } from '../format.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { notFoundPage } from '../payable.ts';
import { statusChip } from './chip.ts';
import { dashboardPage, type Section } from './frame.ts';
import { tableView, type Column, type Row } from './table.ts';
import { timeView } from './time.ts';

const shownRows = 100;

interface ListView {
  readonly heading: string;
  readonly section: Section;
  /** The text above the table. */
  readonly text: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row['cells'][];
  /** The text instead of a table without rows. */
  readonly empty: string;
}

function listPage(gateway: Gateway, { heading, section, text, columns, rows, empty }: ListView): Page {
  const cells = rows.map((row) => ({ cells: row }));
  return dashboardPage(gateway, {
    heading,
    section,
    main: html`<p class="muted">${text}</p>
      ${rows.length === 0 ? html`<p class="card">${empty}</p>` : tableView(heading, columns, cells)}`,
  });
}

/** `GET /wallets`: every wallet with its balance. */
export function walletsPage(gateway: Gateway): Page {
  return listPage(gateway, {
    heading: 'Wallets',
    section: 'wallets',
    text: 'Payouts are paid from the payout wallet. Refunds of DuitNow QR are paid from the basic wallet.',
    columns: [
      { name: 'Wallet', isHeader: true },
      { name: 'Merchant' },
      { name: 'Type' },
      { name: 'Status' },
      { name: 'Balance', isNumber: true },
    ],
    rows: gateway.ledger.wallets
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
export function walletPage(gateway: Gateway, id: string): Page {
  const { wallets } = gateway.ledger;
  const wallet = /^\d{1,15}$/.test(id) ? wallets.find(Number(id)) : undefined;
  if (wallet === undefined) return notFoundPage;
  const { currencyCode, balance } = wallet;
  return listPage(gateway, {
    heading: `Wallet ${wallet.id}`,
    section: 'wallets',
    text: `Merchant ${wallet.tenantId}, ${nameOf(walletType, wallet.walletType)} wallet. Balance ${moneyText({ amount: balance, currencyCode })}.`,
    columns: [
      { name: 'Time' },
      { name: 'Type' },
      { name: 'Amount', isNumber: true },
      { name: 'Balance after', isNumber: true },
      { name: 'Transaction', isHeader: true },
      { name: 'Description' },
    ],
    rows: wallets
      .history(wallet.id)
      .slice(-shownRows)
      .toReversed()
      .map((entry) => [
        timeView(entry.createdAt),
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
export function payoutsPage(gateway: Gateway): Page {
  return listPage(gateway, {
    heading: 'Payouts',
    section: 'payouts',
    text: 'Open a payout to approve or reject it.',
    columns: [
      { name: 'Time' },
      { name: 'Order and number', isHeader: true },
      { name: 'To' },
      { name: 'Amount', isNumber: true },
      { name: 'Status' },
    ],
    rows: gateway.ledger.payouts.table
      .list(shownRows)
      .map((payout) => [
        timeView(payout.createdAt),
        html`<a href="/payout/${payout.transactionNumber}">${payout.referenceCode}</a>
          <code>${payout.transactionNumber}</code>`,
        payout.beneficiary,
        moneyText(payout),
        statusChip(payout.status),
      ]),
    empty: 'No payouts yet.',
  });
}

/** `GET /refunds`: the latest refunds. */
export function refundsPage(gateway: Gateway): Page {
  return listPage(gateway, {
    heading: 'Refunds',
    section: 'refunds',
    text: 'A refund in progress gets its final status automatically.',
    columns: [
      { name: 'Time' },
      { name: 'Payment and refund', isHeader: true },
      { name: 'Reason' },
      { name: 'Amount', isNumber: true },
      { name: 'Status' },
    ],
    rows: gateway.ledger.refundTable
      .list(shownRows)
      .map((refund) => [
        timeView(refund.createdAt),
        html`<a href="/dashboard?open=${refund.transactionNumber}#detail"
            ><code>${refund.transactionNumber}</code></a
          >
          <code>${refund.refundNumber}</code>`,
        refund.reason,
        moneyText(refund),
        refund.status === 0
          ? 'Not accepted yet'
          : statusChip(refund.status, refundStatus(refund.status).name),
      ]),
    empty: 'No refunds yet.',
  });
}

/** The name of a value in a list of the interface, or the value itself when it has no name. */
function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value);
}
