import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import type { PaymentSearch } from '../../ledger/payment-search.ts';
import { queryOf } from '../fields.ts';

const refunds = [11, 12, 13, 16, 17, 18];
const notPaid = [2, 3, 4, 5, 6, 7, 8, 10];

/** The filters above the list, by their name in the address. */
export const filters = {
  all: { label: 'All', statuses: undefined },
  pending: { label: 'Pending', statuses: [0] },
  success: { label: 'Success', statuses: [1, 9] },
  'not-paid': { label: 'Not paid', statuses: notPaid },
  refunds: { label: 'Refunds', statuses: refunds },
} as const satisfies Record<string, { label: string; statuses: readonly number[] | undefined }>;

export type FilterName = keyof typeof filters;

/** The search, page and open payment in the address of the dashboard. */
export interface DashboardQuery {
  readonly filter: FilterName;
  readonly text: string;
  readonly page: number;
  /** The transaction whose detail is shown. */
  readonly open: string;
}

export const pageSize = 50;

export function dashboardQueryOf(incoming: { readonly url: string }): DashboardQuery {
  const filter = queryOf(incoming, 'filter');
  const page = Number(queryOf(incoming, 'page'));
  return {
    filter: isFilter(filter) ? filter : 'all',
    text: queryOf(incoming, 'q').trim().slice(0, 60),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 100_000) : 1,
    open: queryOf(incoming, 'open').slice(0, maxIssuedNumberLength),
  };
}

/** The address of the list after a change. Parameters with default values are omitted. */
export function addressOf(query: DashboardQuery, change: Partial<DashboardQuery> = {}): string {
  const { filter, text, page, open } = { ...query, ...change };
  const parameters = new URLSearchParams();
  if (filter !== 'all') parameters.set('filter', filter);
  if (text !== '') parameters.set('q', text);
  if (page > 1) parameters.set('page', String(page));
  if (open !== '') parameters.set('open', open);
  return parameters.size === 0 ? '/dashboard' : `/dashboard?${parameters.toString()}`;
}

export function searchOf({ filter, text }: Pick<DashboardQuery, 'filter' | 'text'>): PaymentSearch {
  return { statuses: filters[filter].statuses, text };
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(filters, name);
}
