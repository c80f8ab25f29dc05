import type { Payment, PaymentListFilter } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';
import type { Office } from '../context.ts';
import { findUnconfirmedOperations, isStartUnconfirmed } from '../operations/unconfirmed-operations.ts';
import {
  hasFailedRefund,
  isFulfillmentDead,
  isFulfillmentWithheld,
  isPaidTwice,
} from '../payments/payment-state.ts';
import { isSecondAuthorization } from '../payments/second-authorization.ts';

/** The maximum number of payments that `payments.list` returns. Older payments are left out. */
export const maxPayments = 500;

/** The payments that a clerk must act on, grouped by problem. */
export interface PaymentsNeedingAttention {
  readonly inReview: readonly Payment[];
  /** Payments whose money the gateway has taken back. */
  readonly reversed: readonly Payment[];
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

/** Reads the candidates by a few statements, and the details of those with an undecided charge or refund. */
export async function readPaymentsNeedingAttention({
  checkout,
  now,
}: Office): Promise<PaymentsNeedingAttention> {
  const { payments, operator } = checkout;
  const candidates = await payments.list({ needsOperator: true, limit: maxPayments });
  const withheld = candidates.filter(isFulfillmentWithheld);
  const authorized = candidates.filter(({ state }) => state === 'authorized');
  const ofOrders = await listOfOrders(payments, [...withheld, ...authorized]);
  const references = new Set(candidates.map(({ reference }) => reference));
  const orderIds = [...new Set(candidates.map(({ orderId }) => orderId))];
  // With the orders, the database reads the rows of the candidates only.
  const listCandidates = async (filter: PaymentListFilter): Promise<Payment[]> => {
    if (orderIds.length === 0) return [];
    const found = await payments.list({ ...filter, orderIds, limit: maxPayments });
    return found.filter(({ reference }) => references.has(reference));
  };
  const hooksDead = await listCandidates({ hasDeadHooks: true });
  const undecided = [
    ...(await listCandidates({ hasUndecidedCaptures: true })),
    ...(await listCandidates({ hasUndecidedRefunds: true })),
  ];
  const toInspect = new Set(undecided.map(({ reference }) => reference));
  const inspections = await Promise.all(
    [...toInspect].map((reference) => operator.payments.inspect(reference)),
  );
  const withOperations = inspections.filter((inspection) => inspection !== undefined);
  const select = (matches: (inspection: Inspection) => boolean): Payment[] =>
    withOperations.filter(matches).map(({ payment }) => payment);
  const hasUnconfirmed = (kind: 'captures' | 'refunds') => (inspection: Inspection) =>
    findUnconfirmedOperations(inspection, now).some((operation) => operation.kind === kind);
  const inOrder = (payment: Payment): readonly Payment[] => ofOrders.get(payment.orderId) ?? [payment];
  return {
    inReview: candidates.filter(({ state }) => state === 'review'),
    reversed: candidates.filter(({ state }) => state === 'reversed'),
    paidTwice: withheld.filter((payment) => isPaidTwice(payment, inOrder(payment))),
    failedRefunds: withheld.filter(hasFailedRefund),
    fulfillmentDead: candidates.filter(isFulfillmentDead),
    hooksDead,
    unconfirmedStarts: candidates.filter((payment) => isStartUnconfirmed(payment, now)),
    authorizedTwice: authorized.filter((payment) => isSecondAuthorization(payment, inOrder(payment))),
    unconfirmedCharges: select(hasUnconfirmed('captures')),
    unconfirmedRefunds: select(hasUnconfirmed('refunds')),
  };
}

/** Lists the payments of the orders of these payments. */
async function listOfOrders(
  payments: Office['checkout']['payments'],
  of: readonly Payment[],
): Promise<ReadonlyMap<string, readonly Payment[]>> {
  const orderIds = [...new Set(of.map(({ orderId }) => orderId))];
  if (orderIds.length === 0) return new Map();
  const grouped = new Map<string, Payment[]>();
  for (const payment of await payments.list({ orderIds, limit: maxPayments }))
    grouped.set(payment.orderId, [...(grouped.get(payment.orderId) ?? []), payment]);
  return grouped;
}
