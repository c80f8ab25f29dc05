import { formatDateTime, icons, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, getLocale } from '../scope.ts';
import type { Payment, PaymentListFilter } from '@pgw/server';
import { describeOrders, type Descriptions, type Handler, type Office, type Route } from '../context.ts';
import { getChipOfPayment, renderChip } from '../pages/chip.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import { showOrder } from './order-detail.ts';
import { toPaymentUrl } from './payment-request.ts';
import { describeBankAndChannel } from './payment-state.ts';
import { isSecondAuthorization } from './second-authorization.ts';
import { hasSum, readSum, renderSum, type SearchedSum } from './sum.ts';

/** The list of payments, and the page of an order with its payments. */
export const listRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/payments/:reference',
    verb: 'view',
    handle: async ({ checkout }, { params }) => {
      const payment = await checkout.payments.get(params['reference'] ?? '');
      return payment && { redirect: toPaymentUrl(payment) };
    },
  },
  { method: 'GET', path: '/', verb: 'view', handle: (office, request) => showList(office, request) },
  {
    method: 'GET',
    path: '/orders/:id',
    verb: 'view',
    handle: (office, { params, message }) => showOrder(office, params['id'] ?? '', { message }),
  },
];

/** The views of the list: the label of each link, and its filter. */
const views = {
  all: ['All', {}],
  paid: ['Paid', { states: ['paid'] }],
  unpaid: [
    'Not paid',
    { states: ['created', 'unknown', 'open', 'refused', 'failed', 'canceled', 'expired'] },
  ],
  chargeable: ['To charge', { states: ['authorized'] }],
  refunds: ['Refunds', { hasRefunds: true }],
  returned: ['Refunded', { states: ['refunding', 'refunded'] }],
} as const satisfies Readonly<Record<string, readonly [label: string, filter: PaymentListFilter]>>;

type ViewName = keyof typeof views;

const pageSize = 50;

interface ListView {
  readonly view: ViewName;
  /** Empty without a search. */
  readonly searchText: string;
  readonly payments: readonly Payment[];
  readonly descriptions: Descriptions;
  /** The last payment of the page, if another page follows. */
  readonly next: Payment | undefined;
  readonly isFirstPage: boolean;
}

const showList: Handler = async (office, { query }) => {
  const view = parseView(query.get('view') ?? '');
  const searchText = (query.get('q') ?? '').trim().slice(0, 100);
  const after = parseCursor(query.get('after') ?? '');
  const search = await readSearch(office, searchText);
  const filter = { ...views[view][1], ...search?.filter, ...(after && { after }), limit: pageSize + 1 };
  const found = search === undefined ? [] : await office.checkout.payments.list(filter);
  const ofPage = found.slice(0, pageSize);
  const sum = search?.sum;
  const page = sum === undefined ? ofPage : ofPage.filter((payment) => hasSum(payment, sum));
  const payments = view === 'chargeable' ? await leaveOutSecondAuthorizations(office, page) : page;
  const descriptions = await describeOrders(office, payments);
  const next = found.length > pageSize ? ofPage.at(-1) : undefined;
  const main = renderList({
    view,
    searchText,
    payments,
    descriptions,
    next,
    isFirstPage: after === undefined,
  });
  return { title: t('Payments'), section: 'payments', main };
};

async function leaveOutSecondAuthorizations(
  { checkout }: Office,
  page: readonly Payment[],
): Promise<readonly Payment[]> {
  if (page.length === 0) return page;
  const ofOrders = await checkout.payments.list({ orderIds: page.map(({ orderId }) => orderId), limit: 500 });
  return page.filter(
    (payment) =>
      !isSecondAuthorization(
        payment,
        ofOrders.filter(({ orderId }) => orderId === payment.orderId),
      ),
  );
}

interface Search {
  readonly filter: PaymentListFilter;
  /** The filter also finds the same number of minor units in a currency with other decimals. */
  readonly sum?: SearchedSum;
}

const maxOrders = 100;

/** Finds out what a text is: a reference, an order, a transaction number, a sum, or a name. Undefined if nothing matches it. */
async function readSearch(
  { checkout: { payments }, options, account }: Office,
  text: string,
): Promise<Search | undefined> {
  if (text === '') return { filter: {} };
  const ofReference = await payments.get(text);
  if (ofReference !== undefined) return { filter: { orderId: ofReference.orderId } };
  if ((await payments.list({ orderId: text, limit: 1 })).length > 0) return { filter: { orderId: text } };
  // The gateway writes its numbers in upper case.
  for (const transactionNumber of /\d/.test(text) ? [text, text.toUpperCase()] : [])
    if ((await payments.list({ transactionNumber, limit: 1 })).length > 0)
      return { filter: { transactionNumber } };
  const sum = readSum(text);
  const named = (await options.findOrders?.(text, { account: account?.id })) ?? [];
  const orderIds = [...named].slice(0, maxOrders);
  if (sum === undefined) return orderIds.length === 0 ? undefined : { filter: { orderIds } };
  const ofSum = { filter: { sums: [...new Set(sum.amounts.values())] }, sum };
  if (orderIds.length === 0) return ofSum;
  // A whole number can also be a part of an order number or of a name.
  const newest = await payments.list({ ...ofSum.filter, limit: maxOrders });
  const withSum = newest.filter((payment) => hasSum(payment, sum)).map(({ orderId }) => orderId);
  return { filter: { orderIds: [...new Set([...withSum, ...orderIds])] } };
}

/** Returns the view with this name; `all` for an unknown name. */
function parseView(name: string): ViewName {
  // `hasOwn` proves that this is the name of a view.
  return Object.hasOwn(views, name) ? (name as ViewName) : 'all';
}

/** Reads the position of a page: the time and the reference of the payment before it. */
function parseCursor(text: string): PaymentListFilter['after'] {
  const [, time, reference] = /^(\d{1,15})-([\w.-]{1,64})$/.exec(text) ?? [];
  return time === undefined || reference === undefined ? undefined : { createdAt: Number(time), reference };
}

function createColumns(descriptions: Descriptions): readonly Column<Payment>[] {
  const getName = ({ orderId }: Payment): string => descriptions.get(orderId)?.name ?? '';
  return [
    {
      title: 'Order',
      isHeader: true,
      // Narrow pages leave the columns of the name and the time out.
      cell: (payment) =>
        html`<a href="${base()}/orders/${encodeURIComponent(payment.orderId)}">${payment.orderId}</a>
          <span class="only-in-line muted"
            >${[getName(payment), formatDateTime(payment.createdAt, getLocale())].filter(Boolean).join(' · ')}</span
          >`,
    },
    { title: 'Started', isLeftOut: true, cell: ({ createdAt }) => renderTime(createdAt) },
    { title: 'Customer', isLeftOut: true, cell: (payment) => getName(payment) || '–' },
    { title: 'Paid with', isLeftOut: true, cell: (payment) => describeBankAndChannel(payment) ?? '–' },
    { title: 'Amount', isNumber: true, cell: renderSum },
    { title: 'State', cell: (payment) => renderChip(getChipOfPayment(payment)) },
  ];
}

function renderList(list: ListView): Html {
  const { payments, view, searchText, descriptions } = list;
  return html`<div class="heading">
      <h1>Payments</h1>
      <form class="search" role="search" action="${base()}">
        ${view !== 'all' && html`<input type="hidden" name="view" value="${view}" />`}
        <label class="visually-hidden" for="q">Search payments</label>
        <input
          id="q"
          name="q"
          type="search"
          value="${searchText}"
          placeholder="Order, name, sum, reference or transaction"
        />
        <button class="button quiet" aria-label="Search">${icons.search}</button>
      </form>
    </div>
    ${renderViewLinks(list)}
    ${
      payments.length === 0
        ? html`<p class="card empty">${describeEmptyList(list)}</p>`
        : html`<div class="card sheet">
            ${renderTable('Payments, newest first', createColumns(descriptions), payments)}
          </div>`
    }
    ${renderPageLinks(list)}
    <p><a href="${base()}/export">Export for the accountant</a></p>`;
}

function renderViewLinks({ view, searchText }: ListView): Html {
  // The type is safe, because `views` has no other keys.
  const names = Object.keys(views) as ViewName[];
  return html`<nav class="filters" aria-label="Filter payments">
    ${names.map(
      (name) =>
        html`<a
          href="${createListUrl({ view: name, searchText })}"
          ${name === view && html`aria-current="page"`}
          >${t(views[name][0])}</a
        >`,
    )}
  </nav>`;
}

function describeEmptyList({ view, searchText, isFirstPage }: ListView): TemplateValue {
  if (searchText !== '')
    return html`Nothing matches “${searchText}”.
      <a href="${createListUrl({ view, searchText: '' })}">Show all</a>`;
  if (!isFirstPage) return t('No more payments');
  return view === 'all' ? t('No payments yet') : t('No payments of this kind.');
}

function renderPageLinks({ next, isFirstPage, view, searchText }: ListView): TemplateValue {
  if (next === undefined && isFirstPage) return undefined;
  const after = next && `${next.createdAt}-${next.reference}`;
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirstPage && html`<a class="button quiet" href="${createListUrl({ view, searchText })}">Newest</a>`}
    ${after !== undefined && html`<a class="button quiet" href="${createListUrl({ view, searchText, after })}">Older</a>`}
  </nav>`;
}

function createListUrl({
  view,
  searchText,
  after,
}: Pick<ListView, 'view' | 'searchText'> & { readonly after?: string }): string {
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  if (searchText !== '') query.set('q', searchText);
  if (after !== undefined) query.set('after', after);
  return query.size === 0 ? base() : `${base()}?${query.toString()}`;
}
