import type { Payment } from '@pgw/express';
import type { Office } from './context.ts';
import { isFulfilmentDone } from './payment-state.ts';
import { findUnconfirmedOperations, type UnconfirmedOperation } from './unconfirmed-operations.ts';

/** The maximum number of payments that `operator.list` returns. Older payments are left out. */
export const maxPayments = 500;

/** The payments that a clerk must act on, grouped by problem. */
export interface PaymentsNeedingAttention {
  readonly inReview: readonly Payment[];
  /** Fulfilled payments whose amount differs from the amount of their order. */
  readonly withDifferentAmount: readonly Payment[];
  readonly withheld: readonly Payment[];
  readonly fulfilmentDead: readonly Payment[];
  /** Payments whose start has an unknown outcome. */
  readonly unconfirmedStarts: readonly Payment[];
  /** Authorized payments of orders that are paid, or that have an older authorized payment. */
  readonly authorizedTwice: readonly Payment[];
  /** Payments with a charge whose outcome is unknown. */
  readonly unconfirmedCharges: readonly Payment[];
  /** Payments with a refund whose outcome is unknown. */
  readonly unconfirmedRefunds: readonly Payment[];
}

type AttentionContext = Pick<Office, 'checkout' | 'orders' | 'now'>;

export async function readPaymentsNeedingAttention(
  context: AttentionContext,
): Promise<PaymentsNeedingAttention> {
  const { operator } = context.checkout;
  const limit = maxPayments;
  const [
    inReview,
    withheld,
    fulfilmentDead,
    unconfirmedStarts,
    authorized,
    withUndecidedCaptures,
    withUndecidedRefunds,
  ] = await Promise.all([
    operator.list({ states: ['review'], limit }),
    operator.list({ states: ['paid'], fulfilments: ['withheld'], limit }),
    operator.list({ states: ['paid'], fulfilments: ['dead'], limit }),
    operator.list({ states: ['unknown'], limit }),
    operator.list({ states: ['authorized'], limit }),
    operator.list({ states: ['authorized'], hasUndecidedCaptures: true, limit }),
    operator.list({ hasUndecidedRefunds: true, limit }),
  ]);
  const [withDifferentAmount, unconfirmedCharges, unconfirmedRefunds] = await Promise.all([
    readPaymentsWithDifferentAmount(context),
    filterUnconfirmed(context, withUndecidedCaptures, 'captures'),
    filterUnconfirmed(context, withUndecidedRefunds, 'refunds'),
  ]);
  return {
    inReview,
    withDifferentAmount,
    withheld,
    fulfilmentDead,
    unconfirmedStarts,
    authorizedTwice: findSecondAuthorizations(context, authorized),
    unconfirmedCharges,
    unconfirmedRefunds,
  };
}

/** Reads the fulfilled payments of the orders in review. `onPaid` puts an order in review when the amount differs. */
async function readPaymentsWithDifferentAmount({
  checkout,
  orders,
}: AttentionContext): Promise<readonly Payment[]> {
  const ordersInReview = orders.search({ states: ['review'] }, { limit: maxPayments, offset: 0 }).orders;
  const payments = await Promise.all(ordersInReview.map(({ id }) => checkout.payments.ofOrder(id)));
  return payments.flat().filter(isFulfilmentDone);
}

/** Finds the authorized payments of paid orders, and all but the oldest authorized payment of other orders. */
function findSecondAuthorizations(
  { orders }: AttentionContext,
  authorized: readonly Payment[],
): readonly Payment[] {
  const ids = authorized.map(({ orderId }) => orderId);
  const paidOrders = orders.search({ states: ['paid'], ids }, { limit: maxPayments, offset: 0 }).orders;
  const paidOrAuthorizedIds = new Set(paidOrders.map(({ id }) => id));
  const oldestFirst = authorized.toSorted((first, second) => first.createdAt - second.createdAt);
  return oldestFirst.filter(({ orderId }) => {
    const isSecond = paidOrAuthorizedIds.has(orderId);
    paidOrAuthorizedIds.add(orderId);
    return isSecond;
  });
}

/**
 * Returns the payments whose charge or refund is unconfirmed: its response was lost. Leaves out payments whose
 * charge or refund is undecided, but may still receive its response.
 */
async function filterUnconfirmed(
  { checkout, now }: AttentionContext,
  payments: readonly Payment[],
  kind: UnconfirmedOperation['kind'],
): Promise<readonly Payment[]> {
  const inspections = await Promise.all(
    payments.map(({ reference }) => checkout.operator.inspect(reference)),
  );
  return inspections
    .filter((inspection) => inspection !== undefined)
    .filter((inspection) =>
      findUnconfirmedOperations(inspection, now()).some((operation) => operation.kind === kind),
    )
    .map(({ payment }) => payment);
}
