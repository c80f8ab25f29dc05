import { PgwError } from '@pgw/client';
import { parseMoney } from '@pgw/pages';
import type { Payment } from '@pgw/express';
import type { Order, OrderFilter } from './orders.ts';
import type { Office } from '../context.ts';
import { maxPayments, readPaymentsNeedingAttention } from '../attention/payments-needing-attention.ts';
import { isRefundPending } from '../payments/payment-state.ts';
import { isKeptInFull, type PaymentsAndRefunds } from './order-status.ts';

/**
 * Matches a possible transaction number. A shorter text can only be an order number, a name or a reference.
 */
const transactionNumberPattern = /^\w{20,100}$/;

/**
 * Finds the order of a payment by its reference or its transaction number. The gateway resolves transaction
 * numbers. Returns undefined for any other text.
 */
async function findOrderId({ checkout, gateway }: Office, text: string): Promise<string | undefined> {
  const payment = await checkout.payments.get(text);
  if (payment !== undefined) return payment.orderId;
  if (!transactionNumberPattern.test(text)) return undefined;
  try {
    const { referenceCode } = await gateway.queryPayment({ transactionNumber: text });
    return (await checkout.payments.get(referenceCode))?.orderId;
  } catch (error) {
    // The gateway has no such transaction or does not respond. The caller then searches only the orders.
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}

/** A sum as the list shows it. A number without sen is a part of an order number. */
const sumPattern = /^RM|\.\d\d$/i;

async function readSearch(office: Office, text: string): Promise<OrderFilter> {
  if (text === '') return {};
  const orderId = await findOrderId(office, text);
  if (orderId !== undefined) return { ids: [orderId] };
  const sum = sumPattern.test(text) ? parseMoney(text.replaceAll(/[,\s]/g, '')) : undefined;
  if (sum === undefined) return { text };
  const orders = office.orders
    .search({ amount: sum }, { limit: maxPayments, offset: 0 })
    .orders.map(({ id }) => id);
  // The list shows the sum with the fee of the channel.
  const payments = await office.checkout.payments.list({ limit: maxPayments });
  const withFee = payments.filter(({ amount, fee }) => amount + fee === sum);
  return { ids: removeDuplicates([...orders, ...getOrderIds(withFee)]) };
}

/** The views of the list, with the labels of their links. */
export const orderViews = {
  all: 'All',
  paid: 'Paid',
  unpaid: 'Not paid',
  chargeable: 'To charge',
  refunds: 'Refunds',
  attention: 'Needs attention',
} as const;

export type OrderViewName = keyof typeof orderViews;

/** An order with its payments and refunds. */
export interface OrderRow extends PaymentsAndRefunds {
  readonly order: Order;
}

export interface OrderList {
  readonly rows: readonly OrderRow[];
  /** The number of orders in each view that match the search. */
  readonly counts: Readonly<Record<OrderViewName, number>>;
  /** The number of orders that match the view and the search, on all pages. */
  readonly total: number;
}

export const pageSize = 50;

/** Reads one page of orders with their payments and refunds. `page` starts at 1. */
export async function listOrders(
  office: Office,
  {
    view,
    searchText,
    page,
  }: { readonly view: OrderViewName; readonly searchText: string; readonly page: number },
): Promise<OrderList> {
  const filters = await readFilters(office);
  const searchFilter = await readSearch(office, searchText);
  const filter = combineFilters(filters[view], searchFilter);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { orders, total } = office.orders.search(filter, range);
  const idsWithRefunds = new Set(filters.refunds.ids);
  const rows = await Promise.all(
    orders.map(async (order) => {
      const payments = await office.checkout.payments.list({ orderId: order.id });
      const refunds = idsWithRefunds.has(order.id) ? await readRefunds(office, payments) : [];
      return { order, payments, refunds };
    }),
  );
  const countOrders = (name: OrderViewName): number =>
    office.orders.count(combineFilters(filters[name], searchFilter));
  return {
    rows,
    total,
    counts: {
      all: countOrders('all'),
      paid: countOrders('paid'),
      unpaid: countOrders('unpaid'),
      chargeable: countOrders('chargeable'),
      refunds: countOrders('refunds'),
      attention: countOrders('attention'),
    },
  };
}

async function readFilters(office: Office): Promise<Readonly<Record<OrderViewName, OrderFilter>>> {
  const { checkout } = office;
  const limit = maxPayments;
  const [refundedByShop, refundedAtGateway, authorized] = await Promise.all([
    checkout.payments.list({ hasRefunds: true, limit }),
    // Payments that a person refunded in the gateway's own back office.
    checkout.payments.list({ states: ['refunding', 'refunded'], hasRefunds: false, limit }),
    checkout.payments.list({ states: ['authorized'], limit }),
  ]);
  const idsWithRefunds = removeDuplicates(getOrderIds([...refundedByShop, ...refundedAtGateway]));
  const idsNotKeptInFull = await readIdsNotKeptInFull(office, [...refundedByShop, ...refundedAtGateway]);
  const needingAttention = await readPaymentsNeedingAttention(office);
  const problemPayments = Object.values(needingAttention).flat();
  const referencesNotToCharge = needingAttention.authorizedTwice.map(({ reference }) => reference);
  const paymentsToCharge = authorized.filter(({ reference }) => !referencesNotToCharge.includes(reference));
  const idsToCharge = removeDuplicates(getOrderIds(paymentsToCharge));
  return {
    all: {},
    paid: { states: ['paid'], withoutIds: idsNotKeptInFull },
    unpaid: { states: ['awaiting'], withoutIds: [...idsWithRefunds, ...idsToCharge] },
    chargeable: { ids: idsToCharge },
    refunds: { ids: idsWithRefunds },
    attention: { ids: removeDuplicates(getOrderIds(problemPayments)) },
  };
}

/** Returns the ids of fulfilled orders whose money was refunded in part or in full, or is being refunded. */
async function readIdsNotKeptInFull(
  { checkout, orders }: Office,
  refundedPayments: readonly Payment[],
): Promise<string[]> {
  const fulfilling = refundedPayments.filter(({ fulfillment }) => fulfillment.state === 'done');
  const isKept = await Promise.all(
    fulfilling.map(async (payment) => {
      if (payment.state !== 'paid') return false;
      const order = orders.find(payment.orderId);
      const refunds = (await checkout.operator.payments.inspect(payment.reference))?.refunds ?? [];
      return order !== undefined && !refunds.some(isRefundPending) && isKeptInFull(order, payment, refunds);
    }),
  );
  return removeDuplicates(getOrderIds(fulfilling.filter((_payment, index) => isKept[index] === false)));
}

/** Combines the filter of a view with the filter of a search. An order must match both. */
function combineFilters(viewFilter: OrderFilter, searchFilter: OrderFilter): OrderFilter {
  if (viewFilter.ids === undefined || searchFilter.ids === undefined)
    return { ...viewFilter, ...searchFilter };
  return { ...viewFilter, ids: viewFilter.ids.filter((id) => searchFilter.ids?.includes(id)) };
}

async function readRefunds(
  { checkout: { operator } }: Office,
  payments: readonly Payment[],
): Promise<PaymentsAndRefunds['refunds']> {
  const inspections = await Promise.all(
    payments.map(({ reference }) => operator.payments.inspect(reference)),
  );
  return inspections.flatMap((inspection) => inspection?.refunds ?? []);
}

function getOrderIds(payments: readonly Payment[]): string[] {
  return payments.map(({ orderId }) => orderId);
}

function removeDuplicates(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
