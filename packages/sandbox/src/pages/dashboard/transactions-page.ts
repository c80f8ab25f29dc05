import { findBank, findChannel } from '../../catalogue/catalogue.ts';
import type { Gateway } from '../../gateway.ts';
import type { Payment, QueuedCallback } from '../../ledger/tables.ts';
import { paymentStatusNumber } from '../../catalogue/status-numbers.ts';
import { html, icons, type Html } from '@pgw/pages';
import type { Page } from '../page.ts';
import { formatTotal } from '../total.ts';
import { renderStatusChip } from './status-chip.ts';
import { renderSum } from './sum.ts';
import { renderTransactionDetail, type OperationResult } from './detail/transaction-detail.ts';
import {
  toDashboardUrl,
  toListSearch,
  filters,
  pageSize,
  toPaymentSearch,
  type DashboardQuery,
  type FilterName,
} from './filters.ts';
import { currentPageAttribute, createDashboardPage } from './dashboard-page.ts';
import { renderLiveTable } from './table.ts';
import { findLastReset, renderMissingRecord } from './detail/missing-record.ts';
import { formatTime, renderTime } from './time.ts';

/** `GET /dashboard`: shows the list of payments, and the details and operations of the open payment. */
export function createTransactionsPage(
  gateway: Gateway,
  requestedQuery: DashboardQuery,
  operationResult: OperationResult,
): Page {
  const { ledger } = gateway;
  ledger.applyDueChanges();
  const total = ledger.payments.countMatches(toPaymentSearch(requestedQuery));
  // A page that does not exist any more is replaced by the last page.
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const query = { ...requestedQuery, page: Math.min(requestedQuery.page, lastPage) };
  const offset = (query.page - 1) * pageSize;
  const payments = ledger.payments.search(toPaymentSearch(query), { limit: pageSize, offset });
  return createDashboardPage(gateway, {
    heading: 'Transactions',
    section: 'transactions',
    // With details, the message is beside the operations.
    message: query.shownNumber === '' ? operationResult.message : undefined,
    main: html`${renderSearch(query)}
      <div data-live="filters">${renderFilterLinks(gateway, query)}</div>
      ${renderTransactions(gateway, payments, query)}
      <div data-live="pages">${renderPagination(query, total)}</div>`,
    detail: query.shownNumber === '' ? undefined : renderDetail(gateway, query, operationResult),
  });
}

/** Renders the details of the payment with the number in the URL, or of the last attempt to pay a session. */
function renderDetail(gateway: Gateway, query: DashboardQuery, operationResult: OperationResult): Html {
  const { ledger } = gateway;
  const { shownNumber } = query;
  const session = ledger.findSession(shownNumber);
  const payment =
    ledger.findPayment(shownNumber) ?? (session && ledger.payments.findBySession(session.sessionNumber));
  if (payment !== undefined) return renderTransactionDetail({ gateway, payment, query, ...operationResult });
  return renderMissingRecord(gateway, {
    kind: 'transaction',
    number: shownNumber,
    list: { url: toDashboardUrl(query, { shownNumber: '' }), label: 'All transactions' },
    message: operationResult.message,
    cause:
      session &&
      html`This is a hosted session in which the shopper has not tried to pay yet.
        <a href="/pay/${session.sessionNumber}">Open its hosted page</a>.`,
  });
}

function toPaymentMethodText({ cardBrand, cardLastDigits, providerChannelId, channelId }: Payment): string {
  if (cardBrand !== null) return `${cardBrand} ··${cardLastDigits ?? ''}`;
  return findBank(providerChannelId)?.displayName ?? findChannel(channelId)?.name ?? 'Hosted page';
}

/** Describes the state of the last callback of a payment. */
function toCallbackStateText(callbacks: readonly QueuedCallback[]): string {
  const last = callbacks.at(-1);
  if (last === undefined) return 'none yet';
  const { state, tries } = last;
  if (state === 'given-up') return tries === 1 ? '1 attempt failed' : `${tries} attempts failed`;
  if (state === 'delivered') return tries > 1 ? `sent at attempt ${tries}` : 'sent';
  return tries === 0 ? 'waiting' : `waiting after attempt ${tries}`;
}

function renderSearch(query: DashboardQuery): Html {
  return html`<form class="search" role="search" action="/dashboard">
    ${query.filter === 'all' ? undefined : html`<input type="hidden" name="filter" value="${query.filter}" />`}
    <label for="q" class="visually-hidden">Reference or transaction</label>
    <input id="q" name="q" type="search" placeholder="Reference or number" value="${query.text}" />
    <button class="small">Search</button>
  </form>`;
}

function renderFilterLinks({ ledger }: Gateway, query: DashboardQuery): Html {
  // `Object.keys` of a constant record returns the keys of its type.
  const names = Object.keys(filters) as FilterName[];
  return html`<nav class="filters" aria-label="Filter transactions">
    <ul>
      ${names.map((filter) => {
        const url = toDashboardUrl(query, { filter, page: 1, shownNumber: '' });
        const total = ledger.payments.countMatches(toPaymentSearch({ ...query, filter }));
        return html`<li>
          <a href="${url}" ${filter === query.filter ? currentPageAttribute : undefined}
            >${filters[filter].label} <span class="count">${total}</span></a
          >
        </li>`;
      })}
    </ul>
  </nav>`;
}

function renderTransactions(gateway: Gateway, payments: readonly Payment[], query: DashboardQuery): Html {
  const isOpen = ({ transactionNumber }: Payment): boolean =>
    transactionNumber === query.shownNumber.toUpperCase();
  return renderLiveTable({
    label: 'Transactions',
    noun: ['transaction', 'transactions'],
    emptyText: toEmptyText(gateway, query),
    items: payments,
    key: ({ transactionNumber }) => transactionNumber,
    isOpen,
    columns: [
      { title: 'Time', cell: ({ createdAt }) => renderTime(createdAt) },
      {
        title: 'Reference and transaction',
        isHeader: true,
        cell: (payment) => {
          const { transactionNumber, referenceCode } = payment;
          const url = `${toDashboardUrl(query, { shownNumber: transactionNumber })}#detail`;
          return html`<a href="${url}" ${isOpen(payment) ? currentPageAttribute : undefined}
              >${referenceCode}</a
            >
            ${renderShortNumber(transactionNumber)}`;
        },
      },
      { title: 'Paid with', cell: toPaymentMethodText },
      { title: 'Amount', isNumber: true, cell: (payment) => renderSum(payment, formatTotal(payment)) },
      { title: 'Status', cell: ({ status }) => renderStatusChip(status) },
      { title: 'Callback', cell: (payment) => renderCallbackCell(gateway, payment, query) },
    ],
  });
}

/** Renders the first and last characters of a number. The tooltip has the whole number. */
function renderShortNumber(number: string): Html {
  return html`<code title="${number}">${number.slice(0, 8)}…${number.slice(-6)}</code>`;
}

/** Renders the state of the callback, and for a pending payment a switch that breaks its next callback. */
function renderCallbackCell(
  { ledger, scenarios }: Gateway,
  { transactionNumber, status, callbackUrl }: Payment,
  query: DashboardQuery,
): Html {
  const state = renderCallbackState(ledger.callbacks.listBy({ transactionNumber }));
  if (status !== paymentStatusNumber.pending || callbackUrl === null) return state;
  const isBroken = scenarios.nextCallbacks.has(transactionNumber);
  return html`${state}
    <form method="post" action="/dashboard/${transactionNumber}/next-callback${toListSearch(query)}">
      <button
        class="switch"
        role="switch"
        name="scenario"
        value="${isBroken ? '' : 'callback-never'}"
        aria-checked="${isBroken ? 'true' : 'false'}"
      >
        Break the next callback
      </button>
    </form>`;
}

const callbackIcons = { delivered: icons.tick, 'given-up': icons.cross, waiting: undefined };

function renderCallbackState(callbacks: readonly QueuedCallback[]): Html {
  const state = callbacks.at(-1)?.state;
  const icon = state === undefined ? undefined : callbackIcons[state];
  return html`<span class="callback callback-${state ?? 'none'}"
    >${icon} ${toCallbackStateText(callbacks)}</span
  >`;
}

function toEmptyText(gateway: Gateway, { filter, text }: DashboardQuery): string {
  if (text !== '') return `Nothing matches “${text}”.`;
  if (filter !== 'all') return 'No transactions match this filter.';
  const resetAt = findLastReset(gateway);
  return resetAt === undefined
    ? 'No transactions yet. Start one from your shop.'
    : `No transactions since the reset at ${formatTime(resetAt)}. Start one from your shop.`;
}

function renderPagination(query: DashboardQuery, total: number): Html | undefined {
  if (total <= pageSize) return undefined;
  const first = (query.page - 1) * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total);
  const renderLink = (page: number, label: string): Html =>
    html`<a class="small" href="${toDashboardUrl(query, { page, shownNumber: '' })}">${label}</a>`;
  return html`<nav class="pages" aria-label="Pages">
    <p class="muted">${first}–${last} of ${total}</p>
    ${query.page > 1 ? renderLink(query.page - 1, 'Previous') : undefined}
    ${last < total ? renderLink(query.page + 1, 'Next') : undefined}
  </nav>`;
}
