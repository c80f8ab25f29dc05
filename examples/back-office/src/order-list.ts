import { PgwError } from '@pgw/client';
import type { Payment } from '@pgw/express';
import type { Order, OrderFilter } from './orders.ts';
import type { Office } from './context.ts';
import { unknownOutcomes, type UnknownOutcome } from './resolve-form.ts';
import type { OrderMoney } from './order-status.ts';

/** A transaction number is opaque text; a shorter text is an order, a name or a reference. */
const transactionText = /^\w{20,100}$/;

/** The order of a payment by its reference or, by way of the gateway, by its transaction number; undefined for any other text. */
async function orderOfNumber({ checkout, gateway }: Office, text: string): Promise<string | undefined> {
  const payment = await checkout.payments.find(text);
  if (payment !== undefined || !transactionText.test(text)) return payment?.orderId;
  try {
    const { referenceCode } = await gateway.queryPayment({ transactionNumber: text });
    return (await checkout.payments.find(referenceCode))?.orderId;
  } catch (error) {
    // The gateway has no such transaction or does not respond: the text is searched in the orders alone.
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}

/** Which orders the list shows, by the name of the button. */
export const orderViews = {
  all: 'All',
  paid: 'Paid',
  unpaid: 'Not paid',
  held: 'To charge',
  refunds: 'Refunds',
  attention: 'Needs attention',
} as const;

export type OrderView = keyof typeof orderViews;

export interface OrderList {
  readonly rows: readonly { readonly order: Order; readonly money: OrderMoney }[];
  readonly counts: Readonly<Record<OrderView, number>>;
  /** Of this view and search, on all pages. */
  readonly total: number;
}

export const pageSize = 50;
/** As many as the operator's list gives at once: what is left over is older still. */
const maxPayments = 500;

/** A page of orders with their money. Payments of @pgw/express are the source; nothing is kept a second time. */
export async function listOrders(
  office: Office,
  { view, text, page }: { readonly view: OrderView; readonly text: string; readonly page: number },
): Promise<OrderList> {
  const filters = await filtersOf(office);
  const orderId = text === '' ? undefined : await orderOfNumber(office, text);
  const searched: OrderFilter = orderId === undefined ? { text } : { ids: [orderId] };
  const filter = narrowed(filters[view], searched);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { orders, total } = office.orders.search(filter, range);
  const withRefunds = new Set(filters.refunds.ids);
  const rows = await Promise.all(
    orders.map(async (order) => {
      const payments = await office.checkout.payments.ofOrder(order.id);
      return { order, money: await moneyOf(office, payments, withRefunds.has(order.id)) };
    }),
  );
  const count = (name: OrderView): number => office.orders.count(filters[name]);
  return {
    rows,
    total,
    counts: {
      all: count('all'),
      paid: count('paid'),
      unpaid: count('unpaid'),
      held: count('held'),
      refunds: count('refunds'),
      attention: count('attention'),
    },
  };
}

/** Payments that wait for a person, by problem. */
export async function paymentsNeedingAttention({
  checkout: { operator },
  now,
}: Pick<Office, 'checkout' | 'now'>) {
  const limit = maxPayments;
  const [review, withheld, dead, unknown, charging, refunding] = await Promise.all([
    operator.list({ states: ['review'], limit }),
    operator.list({ states: ['paid'], fulfilments: ['withheld'], limit }),
    operator.list({ states: ['paid'], fulfilments: ['dead'], limit }),
    operator.list({ states: ['unknown'], limit }),
    operator.list({ states: ['authorized'], hasUndecidedCaptures: true, limit }),
    operator.list({ hasUndecidedRefunds: true, limit }),
  ]);
  // A request that is still running needs no person.
  const lost = async (
    payments: readonly Payment[],
    wanted: UnknownOutcome['of'],
  ): Promise<readonly Payment[]> => {
    const inspected = await Promise.all(payments.map(({ reference }) => operator.inspect(reference)));
    return inspected.flatMap((inspection) =>
      inspection !== undefined && unknownOutcomes(inspection, now()).some(({ of }) => of === wanted)
        ? [inspection.payment]
        : [],
    );
  };
  const [charges, refunds] = await Promise.all([lost(charging, 'captures'), lost(refunding, 'refunds')]);
  return { review, withheld, dead, unknown, charges, refunds };
}

async function filtersOf(office: Office): Promise<Readonly<Record<OrderView, OrderFilter>>> {
  const { checkout, orders } = office;
  const limit = maxPayments;
  const [byShop, byGateway, approved] = await Promise.all([
    checkout.operator.list({ hasRefunds: true, limit }),
    // Refunded at the gateway itself.
    checkout.operator.list({ states: ['refunding', 'refunded'], hasRefunds: false, limit }),
    // Cards that were approved and wait for the parcel.
    checkout.operator.list({ states: ['authorized'], limit }),
  ]);
  const refunds = [...new Set([...byShop, ...byGateway].map(({ orderId }) => orderId))];
  const held = idsOf(approved);
  const wrong = Object.values(await paymentsNeedingAttention(office)).flatMap(idsOf);
  const inReview = orders.search({ states: ['review'] }, { limit: maxPayments, offset: 0 }).orders;
  return {
    all: {},
    paid: { states: ['paid'], withoutIds: refunds },
    unpaid: { states: ['awaiting'], withoutIds: [...refunds, ...held] },
    held: { ids: [...new Set(held)] },
    refunds: { ids: refunds },
    attention: { ids: [...new Set([...wrong, ...inReview.map(({ id }) => id)])] },
  };
}

/** Both filters at once. Only one of them names ids, or else the second names a single one. */
function narrowed(filter: OrderFilter, searched: OrderFilter): OrderFilter {
  if (filter.ids === undefined || searched.ids === undefined) return { ...filter, ...searched };
  return { ...filter, ids: filter.ids.filter((id) => searched.ids?.includes(id)) };
}

async function moneyOf(
  { checkout: { operator } }: Office,
  payments: readonly Payment[],
  hasRefunds: boolean,
): Promise<OrderMoney> {
  if (!hasRefunds) return { payments, refunds: [] };
  const inspected = await Promise.all(payments.map(({ reference }) => operator.inspect(reference)));
  return { payments, refunds: inspected.flatMap((inspection) => inspection?.refunds ?? []) };
}

function idsOf(payments: readonly Payment[]): string[] {
  return payments.map(({ orderId }) => orderId);
}
