import { paymentStatus } from '@pgw/protocol';
import { isKnownPaymentStatus } from '@pgw/protocol/internal';
import type { PaymentContext } from '../engine/payment-context.ts';
import { getPaymentFacts, getTransitionFacts, type TransitionFacts } from '../events/facts.ts';
import { emitPriceDifference } from '../hooks/reports.ts';
import { createHookWork, type WorkReport } from '../hooks/run.ts';
import { isOwn } from '../model/hook.ts';
import { sumMovedAmounts } from '../model/operations/operation.ts';
import { createSecondRefundCall } from '../model/operations/second-payment-tries.ts';
import type { PaymentDiscrepancyCode } from '../model/payments/discrepancy.ts';
import type { PriceComparison, PriceDifference } from '../model/payments/order-price.ts';
import { isEndedState } from '../model/payments/payment-state.ts';
import type { Payment } from '../model/payments/payment.ts';
import { createReservation, type Committed } from '../model/plan.ts';
import { createDiscrepancyEvent } from './decisions/discrepancies.ts';
import { applyPlan, hasOperations, selectKind, type Stored, type SyncPlan } from './plan.ts';
import { mayHaveLostMoney, payingFulfillments } from './second-payment.ts';

/** A plan that was committed. */
export interface Written extends Pick<Committed, 'hook' | 'failure'> {
  /** The payment after the commit. */
  readonly payment: Payment;
  /** The result of the comparison in the work of the hook. Undefined if the work has compared no price. */
  readonly comparison?: PriceComparison | undefined;
  /** What is known about the work of the hook. */
  readonly report?: WorkReport | undefined;
}

/**
 * Writes a plan by compare-and-set, and emits its events. Resolves with undefined when a
 * row has changed since it was read: nothing was written.
 */
export async function commit(
  context: PaymentContext,
  stored: Stored,
  plan: SyncPlan,
): Promise<Written | undefined> {
  const { store, now, emit } = context;
  const { operations, notes, endedCallbacks, firstTry, difference } = plan;
  const { read, change, releasesOrder } = plan.payment;
  const { reference } = read;
  const { insert, change: changedCalls } = plan.hooks;
  const hooks = firstTry === undefined ? insert : [...insert, firstTry];
  const hasRows = hasOperations(plan) || notes.length + hooks.length + endedCallbacks.length > 0;
  const hasPayment = hasRows || Object.keys(change).length > 0;
  const discrepancies = plan.discrepancies && {
    ...plan.discrepancies,
    reference,
    found: plan.discrepancies.found.map((one) => ({ ...one, reference, foundAt: now() })),
  };
  if (!hasPayment && discrepancies === undefined) return { payment: read };
  const work = firstTry && createHookWork(context, firstTry);
  const reservation = change.fulfillment?.state === 'due' ? createReservation({ change, notes }) : undefined;
  // The calls about refunds are made also if another payment has paid the order.
  const otherHooks = hooks.filter(({ name }) => name !== 'onPaid');
  if (context.hooks.refundSecondPayment) otherHooks.push(createSecondRefundCall(reference, 0, now()));
  const committed = await store.commit(
    {
      ...(hasPayment && {
        payment: {
          read,
          change,
          reservation: reservation && { otherwise: { ...reservation.otherwise, hooks: otherHooks } },
          releasesOrder,
        },
      }),
      ...(hasOperations(plan) && { operations }),
      ...(hasRows && {
        notes,
        hooks: { insert: hooks, ...(changedCalls.length > 0 && { change: changedCalls }) },
        endedCallbacks,
      }),
      ...(discrepancies !== undefined && { discrepancies: { set: [discrepancies] } }),
    },
    work,
  );
  if (committed === undefined) return undefined;
  for (const event of plan.events) emit(event);
  const hasCalls = changedCalls.length > 0 || insert.some((hook) => hook.operationId !== null && isOwn(hook));
  if (committed.isWithheld || hasCalls) context.startDueHooks();
  const refunds = selectKind(applyPlan(stored.operations ?? [], plan), 'refund');
  const refundedAmount = stored.operations === undefined ? null : sumMovedAmounts(refunds);
  const facts = { refundedAmount, payoutNumber: plan.payoutNumber ?? null };
  for (const discrepancy of committed.discrepancies) emit(createDiscrepancyEvent(read, discrepancy, facts));
  const { payment = read, isWithheld, hook, failure } = committed;
  const comparison = hook === undefined ? undefined : work?.getComparison();
  await emitUpdate(context, read, {
    payment,
    isWithheld,
    difference: comparison?.difference ?? difference,
  });
  return { payment, hook, failure, comparison, report: work };
}

/** The gateway's status of a payment without an outcome. */
const pendingStatus = 0;

interface Update {
  readonly payment: Payment;
  readonly isWithheld: boolean;
  /** The difference between the payment and the price of its order, as the plan or the work of the hook has found it. */
  readonly difference: PriceDifference | undefined;
}

/** Emits the events of an update, by comparing the payment before and after it. */
async function emitUpdate(
  context: PaymentContext,
  before: Payment,
  { payment: after, isWithheld, difference }: Update,
): Promise<void> {
  if (difference !== undefined) emitPriceDifference(context, after, difference);
  const facts = getTransitionFacts(before, after, context.now());
  const status = after.gatewayStatus ?? pendingStatus;
  if (!isKnownPaymentStatus(status) && before.gatewayStatus !== status) {
    const message = `The gateway reported status ${status}, which its documentation does not contain. The payment stays ${after.state}.`;
    context.emit({ level: 'warn', event: 'unknown-status', message, ...getPaymentFacts(after) });
  }
  if (after.state === before.state) return;
  if (after.state === 'review') {
    if (difference === undefined) emitReview(context, after, facts);
    return;
  }
  if (after.state === 'reversed') return emitReversal(context, after, facts);
  const isNewlyWithheld = after.fulfillment.state === 'withheld' && before.fulfillment.state === 'none';
  if (isWithheld) {
    await reportSecondPayment(context, after);
  } else if (isNewlyWithheld) {
    const message =
      `The gateway reports ${paymentStatus(status).name} (${status}): a refund was requested at the gateway before the shop stored the ` +
      'payment as paid, and the money was not returned. The payment is not fulfilled. Call operator.hooks.requeue to fulfill it.';
    context.emit({
      level: 'error',
      event: 'fulfillment-withheld',
      message,
      ...getPaymentFacts(after),
      payingReference: null,
    });
  }
  context.emit({
    level: 'info',
    event: 'payment-updated',
    message: `The payment is ${after.state}.`,
    ...facts,
  });
}

/** The start of the message about a review, by its code. The default describes a record that differs. */
const reviewTexts: Partial<Readonly<Record<PaymentDiscrepancyCode, string>>> = {
  'payment-canceled': 'The gateway reports money for a payment that an operator has ended as canceled.',
  'payment-captured': 'An authorized payment was captured at the gateway.',
};

function emitReview(context: PaymentContext, { discrepancy }: Payment, facts: TransitionFacts): void {
  const discrepancyCode = discrepancy?.code ?? null;
  const text =
    (discrepancyCode && reviewTexts[discrepancyCode]) ??
    'The amount, currency, reference or transaction number of the gateway differs from the stored value.';
  const message = `${text} The payment is not fulfilled. Compare both, then call operator.reviews.resolve.`;
  context.emit({ level: 'error', event: 'payment-in-review', message, ...facts, discrepancyCode });
}

function emitReversal(context: PaymentContext, payment: Payment, facts: TransitionFacts): void {
  const status = payment.gatewayStatus ?? pendingStatus;
  const fulfillment =
    payment.fulfillment.state === 'done'
      ? 'Its order was fulfilled.'
      : 'Its order was not fulfilled, and the fulfillment waits for your decision.';
  const message =
    `The payment was paid, and the gateway now reports ${paymentStatus(status).name} (${status}): the money was taken back. ${fulfillment} ` +
    'Contact the support of the gateway, then call operator.reviews.resolve. Until then the order cannot be paid again.';
  context.emit({ level: 'error', event: 'payment-reversed', message, ...facts });
}

/** Reports a payment whose order another payment has reserved. If that one may have lost its money, a person decides. */
async function reportSecondPayment(context: PaymentContext, payment: Payment): Promise<void> {
  const { orderId, reference } = payment;
  const otherPayments = await context.store.search('payments', { orderId, fulfillments: payingFulfillments });
  const payingPayment = otherPayments.find((other) => other.reference !== reference);
  const facts = { ...getPaymentFacts(payment), payingReference: payingPayment?.reference ?? null };
  if (payingPayment !== undefined && isEndedState(payingPayment.state)) {
    const message =
      `The order was fulfilled by payment ${payingPayment.reference}, which an operator has ended as ${payingPayment.state}. This payment is not ` +
      'fulfilled. Call operator.hooks.requeue if onPaid must be called for it, or refund it.';
    context.emit({ level: 'error', event: 'fulfillment-withheld', message, ...facts });
    return;
  }
  if (payingPayment !== undefined && mayHaveLostMoney(payingPayment)) {
    const message =
      `The order was fulfilled by payment ${payingPayment.reference}, whose money may have been taken back (it is ${payingPayment.state}). This payment is ` +
      'not fulfilled and not refunded. Decide about the other payment with operator.reviews.resolve, then refund one of them.';
    context.emit({ level: 'error', event: 'fulfillment-withheld', message, ...facts });
    return;
  }
  const message =
    'Another payment has already paid the order. This payment is not fulfilled. Refund it, or requeue it.';
  context.emit({ level: 'error', event: 'order-paid-twice', message, ...facts });
}
