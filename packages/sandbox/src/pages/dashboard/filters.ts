import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import type { PaymentSearch } from '../../ledger/payments/payment-table.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { readQueryParameter } from '../fields.ts';

const { pending, success, authorized, ...unpaid } = paymentStatusNumber;
/** `notAccepted` is omitted: its number is also that of pending payments, and no query returns it. */
const { notAccepted: _omitted, ...refundStatus } = refundStatusNumber;
const refundStatuses = Object.values(refundStatus);
const unpaidStatuses = Object.values(unpaid);

/** The filters above the list, by their name in the URL. */
export const filters = {
  all: { label: 'All', statuses: undefined },
  pending: { label: 'Pending', statuses: [pending] },
  success: { label: 'Paid or authorized', statuses: [success, authorized] },
  'not-paid': { label: 'Not paid', statuses: unpaidStatuses },
  refunds: { label: 'Refunds', statuses: refundStatuses },
} as const satisfies Record<string, { label: string; statuses: readonly number[] | undefined }>;

export type FilterName = keyof typeof filters;

/** The search, page and shown payment in the URL of the dashboard. */
export interface DashboardQuery {
  readonly filter: FilterName;
  readonly text: string;
  readonly page: number;
  /** The transaction number of the payment whose details are shown; empty if no details are shown. */
  readonly shownNumber: string;
}

/** The list without a filter, a search and details. */
export const wholeList: DashboardQuery = { filter: 'all', text: '', page: 1, shownNumber: '' };

export const pageSize = 50;
const maxTextLength = 60;
const maxPage = 100_000;

/** Reads the search, page and shown payment from the URL of a request. */
export function readDashboardQuery(incoming: { readonly url: string }): DashboardQuery {
  const filter = readQueryParameter(incoming, 'filter');
  const page = Number(readQueryParameter(incoming, 'page'));
  return {
    filter: isFilterName(filter) ? filter : 'all',
    text: readQueryParameter(incoming, 'q').trim().slice(0, maxTextLength),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, maxPage) : 1,
    shownNumber: readQueryParameter(incoming, 'open').slice(0, maxIssuedNumberLength),
  };
}

/** The filter, the search and the page of the list, for the URL of a form. A browser may send no `Referer`. */
export function toListSearch(query: DashboardQuery): string {
  return toDashboardUrl(query, { shownNumber: '' }).slice('/dashboard'.length);
}

/** Reads what `toListSearch` wrote into the URL of a form. */
export function readListParameters(incoming: { readonly url: string }): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(toListSearch(readDashboardQuery(incoming))));
}

/** Returns the URL of the list after a change. Parameters with default values are omitted. */
export function toDashboardUrl(query: DashboardQuery, change: Partial<DashboardQuery> = {}): string {
  const { filter, text, page, shownNumber } = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (filter !== 'all') parameters.set('filter', filter);
  if (text !== '') parameters.set('q', text);
  if (page > 1) parameters.set('page', String(page));
  if (shownNumber !== '') parameters.set('open', shownNumber);
  return parameters.size === 0 ? '/dashboard' : `/dashboard?${parameters.toString()}`;
}

export function toPaymentSearch({ filter, text }: Pick<DashboardQuery, 'filter' | 'text'>): PaymentSearch {
  return { statuses: filters[filter].statuses, text };
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filters, name);
}
