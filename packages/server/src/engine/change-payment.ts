import type { NewHook } from '../model/hook.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import type { Committed, Plan } from '../model/plan.ts';
import { reloadPayment, type PaymentContext } from './payment-context.ts';

/**
 * Writes the plan for a payment. If something has changed since it was read, the payment is read again and planned again.
 * Resolves with undefined when the plan is undefined: there is nothing to write.
 */
export async function changePayment(
  context: Pick<PaymentContext, 'store'>,
  payment: Payment,
  plan: (payment: Payment) => Plan | undefined | Promise<Plan | undefined>,
): Promise<Committed | undefined> {
  for (let current = payment; ; current = await reloadPayment(context, payment)) {
    const nextPlan = await plan(current);
    const committed = nextPlan && (await context.store.commit(nextPlan));
    if (nextPlan === undefined || committed !== undefined) return committed;
  }
}

/** Writes a change of a payment. Resolves with undefined, without a write, when it has changed since it was read. */
export async function updatePayment(
  { store }: Pick<PaymentContext, 'store'>,
  payment: Payment,
  change: PaymentChange,
  { note, hook }: { readonly note?: Note | undefined; readonly hook?: NewHook | undefined } = {},
): Promise<Payment | undefined> {
  const committed = await store.commit({
    payment: { read: payment, change },
    ...(note !== undefined && { notes: [note] }),
    ...(hook !== undefined && { hooks: { insert: [hook] } }),
  });
  return committed?.payment;
}

/**
 * Stores a new operation. The sweep queries its payment when it queries the operation, unless the payment is updated before:
 * without this, a final payment would never be updated after its operation if the process ends between both. Resolves with
 * false, without a write, when the id exists already or the payment has changed since it was read.
 */
export async function insertOperation(
  { store }: Pick<PaymentContext, 'store'>,
  operation: Operation,
  note: Note,
  payment?: Payment,
): Promise<boolean> {
  const committed = await store.commit({
    ...(payment !== undefined && {
      payment: { read: payment, change: queryBy(payment, operation.nextQueryAt) },
    }),
    operations: { insert: [operation] },
    notes: [note],
  });
  return committed !== undefined;
}

/** The change of a payment that the sweep queries at `queryAt` at the latest. */
function queryBy({ schedule }: Payment, queryAt: number | null): PaymentChange {
  if (queryAt === null) return {};
  return { schedule: { nextQueryAt: Math.min(schedule.nextQueryAt ?? queryAt, queryAt) } };
}
