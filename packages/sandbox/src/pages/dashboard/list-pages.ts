import { refundStatus, walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import { formatAmount, html, type Html } from '@pgw/pages';
import { refundStatusNumber } from '../../catalogue/status-numbers.ts';
import type { Gateway } from '../../gateway.ts';
import { parseRowId } from '../fields.ts';
import type { Page } from '../page.ts';
import { createDashboardPage, type Section } from './dashboard-page.ts';
import { renderResendForm } from './operations/operation-forms.ts';
import { renderStatusChip } from './status-chip.ts';
import { renderSum } from './sum.ts';
import { renderLiveTable, type Column, type LiveTable } from './table.ts';
import { formatTime, renderTime } from './time.ts';

const maxRows = 100;
const maxCallbacks = 200;

interface ListView<Item> extends Omit<LiveTable<Item>, 'label'> {
  readonly heading: string;
  readonly section: Section;
  /** The text above the table. */
  readonly text?: string | undefined;
  readonly message?: string | undefined;
}

function createListPage<Item>(gateway: Gateway, list: ListView<Item>): Page {
  const { heading, section, text, message, ...table } = list;
  const view = renderLiveTable({ label: heading, ...table });
  return createDashboardPage(gateway, {
    heading,
    section,
    message,
    main:
      text === undefined
        ? view
        : html`<p class="muted" data-live="text">${text}</p>
            ${view}`,
  });
}

const timeColumn: Column<{ readonly createdAt: number }> = {
  title: 'Time',
  cell: ({ createdAt }) => renderTime(createdAt),
};

/** `GET /wallets`: lists every wallet with its balance. */
export function createWalletsPage(gateway: Gateway): Page {
  const items = gateway.ledger.wallets.list();
  return createListPage(gateway, {
    heading: 'Wallets',
    section: 'wallets',
    text: 'Payouts are paid from the payout wallet. Refunds of DuitNow QR are paid from the basic wallet. The gateway sends amounts of wallets as decimals, not as minor units.',
    noun: ['wallet', 'wallets'],
    items,
    total: items.length,
    key: ({ id }) => `wallet-${id}`,
    columns: [
      { title: 'Wallet', isHeader: true, cell: ({ id }) => html`<a href="/wallets/${id}">${id}</a>` },
      { title: 'Merchant', cell: ({ tenantId }) => tenantId },
      { title: 'Type', cell: (wallet) => findName(walletType, wallet.walletType) },
      { title: 'Status', cell: (wallet) => findName(walletStatus, wallet.walletStatus) },
      {
        title: 'Balance',
        isNumber: true,
        cell: ({ balance, currencyCode }) => formatAmount({ amount: balance, currencyCode }),
      },
    ],
  });
}

/** `GET /wallets/:id`: lists the history of one wallet, newest first. */
export function createWalletPage(gateway: Gateway, id: string): Page {
  const { wallets } = gateway.ledger;
  const walletId = parseRowId(id);
  const wallet = walletId === undefined ? undefined : wallets.find(walletId);
  if (wallet === undefined) {
    const main = html`<p>
      The sandbox has no wallet <code>${id}</code>. <a href="/wallets">All wallets</a>
    </p>`;
    return {
      ...createDashboardPage(gateway, { heading: 'No such wallet', section: 'wallets', main }),
      status: 404,
    };
  }
  const { currencyCode, balance } = wallet;
  const format = (amount: number): string => formatAmount({ amount, currencyCode });
  const history = wallets.readHistory(wallet.id);
  return createListPage(gateway, {
    heading: `Wallet ${wallet.id}`,
    section: 'wallets',
    text: `Merchant ${wallet.tenantId}, ${findName(walletType, wallet.walletType)} wallet. Balance ${format(balance)}.`,
    noun: ['entry', 'entries'],
    items: history.slice(-maxRows).toReversed(),
    total: history.length,
    key: (entry) => `entry-${entry.id}`,
    columns: [
      timeColumn,
      { title: 'Type', cell: ({ type }) => findName(walletEntryType, type) },
      { title: 'Amount', isNumber: true, cell: ({ amount }) => format(amount) },
      { title: 'Balance after', isNumber: true, cell: ({ balanceAfter }) => format(balanceAfter) },
      {
        title: 'Transaction',
        isHeader: true,
        cell: ({ transactionNumber }) => html`<code>${transactionNumber}</code>`,
      },
      { title: 'Description', cell: ({ description }) => description ?? '' },
    ],
  });
}

/** `GET /payouts`: lists the latest payouts, each with a link to its page. */
export function createPayoutsPage(gateway: Gateway): Page {
  return createListPage(gateway, {
    heading: 'Payouts',
    section: 'payouts',
    text: 'Open a payout to approve or reject it.',
    noun: ['payout', 'payouts'],
    items: gateway.ledger.payoutTable.listNewest(maxRows),
    total: gateway.ledger.payoutTable.count(),
    key: ({ transactionNumber }) => transactionNumber,
    columns: [
      timeColumn,
      {
        title: 'Reference and transaction',
        isHeader: true,
        cell: ({ transactionNumber, referenceCode }) =>
          html`<a href="/payout/${transactionNumber}">${referenceCode}</a> <code>${transactionNumber}</code>`,
      },
      { title: 'To', cell: ({ beneficiary }) => beneficiary },
      { title: 'Amount', isNumber: true, cell: (payout) => renderSum(payout) },
      { title: 'Status', cell: ({ status }) => renderStatusChip(status) },
    ],
  });
}

/** `GET /refunds`: lists the latest refunds. */
export function createRefundsPage(gateway: Gateway): Page {
  return createListPage(gateway, {
    heading: 'Refunds',
    section: 'refunds',
    text: 'A refund in progress gets its final status automatically.',
    noun: ['refund', 'refunds'],
    items: gateway.ledger.refundTable.listNewest(maxRows),
    total: gateway.ledger.refundTable.count(),
    key: ({ refundNumber }) => refundNumber,
    columns: [
      timeColumn,
      {
        title: 'Payment and refund',
        isHeader: true,
        cell: ({ transactionNumber, refundNumber }) =>
          html`${renderPaymentLink(transactionNumber)} <code>${refundNumber}</code>`,
      },
      { title: 'Reason', cell: ({ reason }) => reason },
      { title: 'Amount', isNumber: true, cell: (refund) => renderSum(refund) },
      {
        title: 'Status',
        cell: ({ status }) =>
          status === refundStatusNumber.notAccepted
            ? 'Not accepted yet'
            : renderStatusChip(status, refundStatus(status).name),
      },
    ],
  });
}

/** `GET /dashboard/callbacks`: lists the callbacks to merchants, with the last response. */
export function createCallbacksPage(gateway: Gateway, message: string): Page {
  const { callbacks } = gateway.ledger;
  return createListPage(gateway, {
    heading: 'Callbacks',
    section: 'callbacks',
    message,
    noun: ['callback', 'callbacks'],
    items: callbacks.listNewest(maxCallbacks),
    total: callbacks.count(),
    key: ({ id }) => `callback-${id}`,
    columns: [
      {
        title: 'Transaction',
        isHeader: true,
        cell: ({ transactionNumber }) => renderPaymentLink(transactionNumber),
      },
      { title: 'Status sent', cell: ({ status }) => renderStatusChip(status) },
      { title: 'URL', cell: ({ url }) => url },
      { title: 'Attempts', isNumber: true, cell: ({ tries }) => tries },
      { title: 'Last response', cell: ({ lastResponse }) => lastResponse ?? 'none yet' },
      {
        title: 'State',
        cell: ({ id, transactionNumber, state, dueAt }) =>
          html`${state === 'waiting' ? `next attempt ${formatTime(dueAt)}` : state.replace('-', ' ')}
          ${renderResendForm(id, { count: callbacks.listBy({ transactionNumber }).length })}`,
      },
    ],
  });
}

function renderPaymentLink(transactionNumber: string): Html {
  return html`<a href="/dashboard?open=${transactionNumber}#detail"><code>${transactionNumber}</code></a>`;
}

/** Finds the name of a number, such as a wallet type. Returns the number itself when it has no name. */
function findName(numbersByName: Readonly<Record<string, number>>, number: number): string {
  return Object.entries(numbersByName).find((entry) => entry[1] === number)?.[0] ?? String(number);
}
