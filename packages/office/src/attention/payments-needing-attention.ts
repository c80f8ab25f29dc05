import type { Payment } from '@pgw/express';
import type { Office } from '../context.ts';
import { hasFailedRefund, isFulfillmentDone, isPaidTwice } from '../payments/payment-state.ts';
import { isSecondAuthorization } from '../payments/second-authorization.ts';
import {
  findUnconfirmedOperations,
  isStartUnconfirmed,
  type UnconfirmedOperation,
} from '../operations/unconfirmed-operations.ts';

/** The maximum number of payments that `payments.list` returns. Older payments are left out. */
export const maxPayments = 500;

/** The payments that a clerk must act on, grouped by problem. */
export interface PaymentsNeedingAttention {
  readonly inReview: readonly Payment[];
  /** Payments whose money the gateway has taken back. */
  readonly reversed: readonly Payment[];
  /** Fulfilled payments whose amount differs from the amount of their order. */
  readonly withDifferentAmount: readonly Payment[];
  /** Paid payments of orders that another payment has paid. */
  readonly paidTwice: readonly Payment[];
  /** Payments that were not fulfilled because of a refund, which failed. */
  readonly failedRefunds: readonly Payment[];
  readonly fulfillmentDead: readonly Payment[];
  /** Payments with a hook other than `onPaid` that has failed too often. */
  readonly hooksDead: readonly Payment[];
  /** Payments whose start has an unknown outcome. */
  readonly unconfirmedStarts: readonly Payment[];
  /** Authorized payments of orders that another payment already covers. */
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
  const { payments } = context.checkout;
  const limit = maxPayments;
  const [
    inReview,
    reversed,
    withheld,
    fulfillmentDead,
    hooksDead,
    starts,
    authorized,
    withUndecidedCaptures,
    withUndecidedRefunds,
  ] = await Promise.all([
    payments.list({ states: ['review'], limit }),
    payments.list({ states: ['reversed'], limit }),
    payments.list({ states: ['paid'], fulfillments: ['withheld'], limit }),
    payments.list({ states: ['paid'], fulfillments: ['dead'], limit }),
    payments.list({ hasDeadHooks: true, limit }),
    payments.list({ states: ['unknown', 'created'], limit }),
    payments.list({ states: ['authorized'], limit }),
    payments.list({ states: ['authorized'], hasUndecidedCaptures: true, limit }),
    payments.list({ hasUndecidedRefunds: true, limit }),
  ]);
  const [withDifferentAmount, paidTwice, authorizedTwice, unconfirmedCharges, unconfirmedRefunds] =
    await Promise.all([
      readPaymentsWithDifferentAmount(context),
      filterPaidTwice(context, withheld),
      filterSecondAuthorizations(context, authorized),
      filterUnconfirmed(context, withUndecidedCaptures, 'captures'),
      filterUnconfirmed(context, withUndecidedRefunds, 'refunds'),
    ]);
  return {
    inReview,
    reversed,
    withDifferentAmount,
    paidTwice,
    failedRefunds: withheld.filter(hasFailedRefund),
    fulfillmentDead,
    hooksDead,
    unconfirmedStarts: starts.filter((payment) => isStartUnconfirmed(payment, context.now())),
    authorizedTwice,
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
  const payments = await Promise.all(ordersInReview.map(({ id }) => checkout.payments.list({ orderId: id })));
  return payments.flat().filter(isFulfillmentDone);
}

async function filterPaidTwice(
  { checkout }: AttentionContext,
  withheld: readonly Payment[],
): Promise<readonly Payment[]> {
  const ids = new Set(withheld.map(({ orderId }) => orderId));
  const payments = await Promise.all([...ids].map((id) => checkout.payments.list({ orderId: id })));
  return payments.flatMap((paymentsOfOrder) =>
    paymentsOfOrder.filter((payment) => isPaidTwice(payment, paymentsOfOrder)),
  );
}

async function filterSecondAuthorizations(
  { checkout, orders }: AttentionContext,
  authorized: readonly Payment[],
): Promise<readonly Payment[]> {
  const ids = authorized.map(({ orderId }) => orderId);
  const page = { limit: maxPayments, offset: 0 };
  const paidOrders = orders.search({ states: ['paid', 'review'], ids }, page).orders;
  // Only these orders can have a second payment, so only their payments are read.
  const repeatedIds = ids.filter((id, index) => ids.indexOf(id) !== index);
  const idsToRead = new Set([...paidOrders.map(({ id }) => id), ...repeatedIds]);
  const payments = await Promise.all([...idsToRead].map((id) => checkout.payments.list({ orderId: id })));
  return payments.flatMap((paymentsOfOrder) =>
    paymentsOfOrder.filter((payment) => isSecondAuthorization(payment, paymentsOfOrder)),
  );
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
    payments.map(({ reference }) => checkout.operator.payments.inspect(reference)),
  );
  return inspections
    .filter((inspection) => inspection !== undefined)
    .filter((inspection) =>
      findUnconfirmedOperations(inspection, now()).some((operation) => operation.kind === kind),
    )
    .map(({ payment }) => payment);
}
