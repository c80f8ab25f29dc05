import type { PaymentContext } from '../engine/payment-context.ts';
import { isOwn } from '../model/hook.ts';
import { createHookWork, type WorkReport } from '../hooks/run.ts';
import { sumMovedAmounts } from '../model/operations/operation.ts';
import { createSecondRefundCall } from '../model/operations/second-payment-tries.ts';
import type { PriceComparison, PriceDifference } from '../model/payments/order-price.ts';
import type { Payment } from '../model/payments/payment.ts';
import { createReservation, type Committed } from '../model/plan.ts';
import { createDiscrepancyEvent } from './decisions/discrepancies.ts';
import { applyPlan, hasOperations, selectKind, type Stored, type SyncPlan } from './plan.ts';

/** A plan that was committed. */
export interface Written extends Pick<Committed, 'isWithheld' | 'hook' | 'failure'> {
  /** The payment after the commit. */
  readonly payment: Payment;
  /** The difference between the payment and the price of its order, as the plan or the work of the hook has found it. */
  readonly difference?: PriceDifference | undefined;
  /** The result of the comparison in the work of the hook. Undefined if the work has compared no price. */
  readonly comparison?: PriceComparison | undefined;
  /** What is known about the work of the hook. */
  readonly report?: WorkReport | undefined;
}

/**
 * Writes a plan by compare-and-set, and emits the events of its operations and discrepancies. Resolves with undefined when a
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
  const hooks = firstTry === undefined ? plan.hooks : [...plan.hooks, firstTry];
  const hasRows = hasOperations(plan) || notes.length + hooks.length + endedCallbacks.length > 0;
  const hasPayment = hasRows || Object.keys(change).length > 0;
  const discrepancies = plan.discrepancies && {
    ...plan.discrepancies,
    reference,
    found: plan.discrepancies.found.map((one) => ({ ...one, reference, foundAt: now() })),
  };
  if (!hasPayment && discrepancies === undefined) return { payment: read, isWithheld: false };
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
      ...(hasRows && { notes, hooks: { insert: hooks }, endedCallbacks }),
      ...(discrepancies !== undefined && { discrepancies: { set: [discrepancies] } }),
    },
    work,
  );
  if (committed === undefined) return undefined;
  for (const event of plan.events) emit(event);
  if (committed.isWithheld || plan.hooks.some((hook) => hook.operationId !== null && isOwn(hook)))
    context.startDueHooks();
  const refunds = selectKind(applyPlan(stored.operations ?? [], plan), 'refund');
  const refundedAmount = stored.operations === undefined ? null : sumMovedAmounts(refunds);
  const facts = { refundedAmount, payoutNumber: plan.payoutNumber ?? null };
  for (const discrepancy of committed.discrepancies) emit(createDiscrepancyEvent(read, discrepancy, facts));
  const { payment = read, isWithheld, hook, failure } = committed;
  const comparison = hook === undefined ? undefined : work?.getComparison();
  return {
    payment,
    isWithheld,
    hook,
    failure,
    comparison,
    difference: comparison?.difference ?? difference,
    report: work,
  };
}
