import { refundStatus, walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import type { Gateway } from '../../gateway.ts';
import { refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { parseRowId } from '../fields.ts';
import { formatMoney } from '../format.ts';
import { html } from '@pgw/protocol/html';
import type { Page } from '../page.ts';
import { renderStatusChip } from './status-chip.ts';
import { renderSum } from './sum.ts';
import { createDashboardPage, type Section } from './dashboard-page.ts';
import { renderLiveTable, type Column, type Row } from './table.ts';
import { renderTime } from './time.ts';

const maxRows = 100;

interface ListView {
  readonly heading: string;
  readonly section: Section;
  /** The text above the table. */
  readonly text: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The name of one new row and of several. */
  readonly newRows: readonly [string, string];
  /** The number of entries, of which the newest are shown. */
  readonly total: number;
  /** The text that is shown when the table has no rows. */
  readonly emptyText: string;
}

function createListPage(
  gateway: Gateway,
  { heading, section, text, columns, rows, emptyText, newRows, total }: ListView,
): Page {
  return createDashboardPage(gateway, {
    heading,
    section,
    main: html`<p class="muted" data-live="text">${text}</p>
      ${renderLiveTable({ label: heading, columns, rows, emptyText, newRows, total })}`,
  });
}

/** `GET /wallets`: lists every wallet with its balance. */
export function createWalletsPage(gateway: Gateway): Page {
  const list = gateway.ledger.wallets.list();
  return createListPage(gateway, {
    heading: 'Wallets',
    section: 'wallets',
    text: 'Payouts are paid from the payout wallet. Refunds of DuitNow QR are paid from the basic wallet. The gateway sends amounts of wallets as decimals, not as minor units.',
    columns: [
      { name: 'Wallet', isHeader: true },
      { name: 'Merchant' },
      { name: 'Type' },
      { name: 'Status' },
      { name: 'Balance', isNumber: true },
    ],
    rows: list.map((wallet) => ({
      key: `wallet-${wallet.id}`,
      cells: [
        html`<a href="/wallets/${wallet.id}">${wallet.id}</a>`,
        wallet.tenantId,
        findName(walletType, wallet.walletType),
        findName(walletStatus, wallet.walletStatus),
        formatMoney({ amount: wallet.balance, currencyCode: wallet.currencyCode }),
      ],
    })),
    emptyText: 'No wallets yet.',
    newRows: ['new wallet', 'new wallets'],
    total: list.length,
  });
}

/** `GET /wallets/:id`: lists the history of one wallet, newest first. */
export function createWalletPage(gateway: Gateway, id: string): Page {
  const { wallets } = gateway.ledger;
  const walletId = parseRowId(id);
  const wallet = walletId === undefined ? undefined : wallets.find(walletId);
  if (wallet === undefined) {
    const page = createDashboardPage(gateway, {
      heading: 'No such wallet',
      section: 'wallets',
      main: html`<p>The sandbox has no wallet <code>${id}</code>. <a href="/wallets">All wallets</a></p>`,
    });
    return { ...page, status: 404 };
  }
  const { currencyCode, balance } = wallet;
  const history = wallets.readHistory(wallet.id);
  return createListPage(gateway, {
    heading: `Wallet ${wallet.id}`,
    section: 'wallets',
    text: `Merchant ${wallet.tenantId}, ${findName(walletType, wallet.walletType)} wallet. Balance ${formatMoney({ amount: balance, currencyCode })}.`,
    columns: [
      { name: 'Time' },
      { name: 'Type' },
      { name: 'Amount', isNumber: true },
      { name: 'Balance after', isNumber: true },
      { name: 'Transaction', isHeader: true },
      { name: 'Description' },
    ],
    rows: history
      .slice(-maxRows)
      .toReversed()
      .map((entry) => ({
        key: `entry-${entry.id}`,
        cells: [
          renderTime(entry.createdAt),
          findName(walletEntryType, entry.type),
          formatMoney({ amount: entry.amount, currencyCode }),
          formatMoney({ amount: entry.balanceAfter, currencyCode }),
          html`<code>${entry.transactionNumber}</code>`,
          entry.description ?? '',
        ],
      })),
    emptyText: 'No entries yet.',
    newRows: ['new entry', 'new entries'],
    total: history.length,
  });
}

/** `GET /payouts`: lists the latest payouts, each with a link to its page. */
export function createPayoutsPage(gateway: Gateway): Page {
  return createListPage(gateway, {
    heading: 'Payouts',
    section: 'payouts',
    text: 'Open a payout to approve or reject it.',
    columns: [
      { name: 'Time' },
      { name: 'Reference and transaction', isHeader: true },
      { name: 'To' },
      { name: 'Amount', isNumber: true },
      { name: 'Status' },
    ],
    rows: gateway.ledger.payoutTable.listNewest(maxRows).map((payout) => ({
      key: payout.transactionNumber,
      cells: [
        renderTime(payout.createdAt),
        html`<a href="/payout/${payout.transactionNumber}">${payout.referenceCode}</a>
          <code>${payout.transactionNumber}</code>`,
        payout.beneficiary,
        renderSum(payout),
        renderStatusChip(payout.status),
      ],
    })),
    emptyText: 'No payouts yet.',
    newRows: ['new payout', 'new payouts'],
    total: gateway.ledger.payoutTable.count(),
  });
}

/** `GET /refunds`: lists the latest refunds. */
export function createRefundsPage(gateway: Gateway): Page {
  return createListPage(gateway, {
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
    rows: gateway.ledger.refundTable.listNewest(maxRows).map((refund) => ({
      key: refund.refundNumber,
      cells: [
        renderTime(refund.createdAt),
        html`<a href="/dashboard?open=${refund.transactionNumber}#detail"
            ><code>${refund.transactionNumber}</code></a
          >
          <code>${refund.refundNumber}</code>`,
        refund.reason,
        renderSum(refund),
        refund.status === refundStatusNumber.notAccepted
          ? 'Not accepted yet'
          : renderStatusChip(refund.status, refundStatus(refund.status).name),
      ],
    })),
    emptyText: 'No refunds yet.',
    newRows: ['new refund', 'new refunds'],
    total: gateway.ledger.refundTable.count(),
  });
}

/** Finds the name of a number, such as a wallet type. Returns the number itself when it has no name. */
function findName(numbersByName: Readonly<Record<string, number>>, number: number): string {
  return Object.entries(numbersByName).find((entry) => entry[1] === number)?.[0] ?? String(number);
}
