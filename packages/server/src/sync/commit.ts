import type { PaymentContext } from '../engine/payment-context.ts';
import { createHookWork, type WorkReport } from '../fulfillment/run-hook.ts';
import { firstQueryDelayMs } from '../model/operations/new-operation.ts';
import { sumMovedAmounts } from '../model/operations/operation.ts';
import type { PriceComparison, PriceDifference } from '../model/payments/order-price.ts';
import type { UpdatedPayment } from '../model/ports/store.ts';
import { createDiscrepancyEvent } from './decisions/discrepancies.ts';
import { applyPlan, hasOperations, selectKind, type Stored, type SyncPlan } from './plan.ts';

/** A plan that was committed. */
export interface Committed extends UpdatedPayment {
  /** The difference between the payment and the price of its order, as the plan or the work of the hook has found it. */
  readonly difference?: PriceDifference | undefined;
  /** The result of the comparison in the work of the hook. Undefined if the work has compared no price. */
  readonly comparison?: PriceComparison | undefined;
  /** What is known about the work of the hook. */
  readonly report?: WorkReport | undefined;
}

/**
 * Writes a plan by compare-and-set, and emits the events of its operations and discrepancies. Resolves with undefined when a
 * row has changed since it was read.
 */
export async function commit(
  context: PaymentContext,
  stored: Stored,
  plan: SyncPlan,
): Promise<Committed | undefined> {
  const { read } = plan.payment;
  const payment = hasOperations(plan) ? await writeOperations(context, plan) : read;
  if (payment === undefined) return undefined;
  const committed = await writePayment(context, { ...plan, payment: { ...plan.payment, read: payment } });
  if (committed !== undefined) await writeDiscrepancies(context, stored, plan);
  return committed;
}

/** Writes the operations first. If the payment has changed afterwards, the next plan has no operations. */
async function writeOperations(
  context: PaymentContext,
  { payment: { read }, operations, notes, hooks, events }: SyncPlan,
): Promise<SyncPlan['payment']['read'] | undefined> {
  const { store, now, emit } = context;
  const isWritten = await store.writeOperations(read, {
    inserts: operations.insert,
    updates: operations.change,
    notes: notes.filter(({ kind }) => kind === 'operation-changed'),
    hooks: hooks.filter(({ operationId }) => operationId !== null),
    paymentQueryAt: now() + firstQueryDelayMs,
  });
  if (!isWritten) return undefined;
  for (const event of events) emit(event);
  context.startDueHooks();
  const payment = await store.findPayment(read.reference);
  return payment?.version === read.version + 1 ? payment : undefined;
}

async function writePayment(context: PaymentContext, plan: SyncPlan): Promise<Committed | undefined> {
  const { read: payment, change, releasesOrder } = plan.payment;
  const { endedCallbacks: callbacks, firstTry, difference } = plan;
  const notes = plan.notes.filter(({ kind }) => kind !== 'operation-changed');
  const [hook] = plan.hooks.filter(({ operationId }) => operationId === null);
  if (notes.length + callbacks.length === 0) {
    if (Object.keys(change).length === 0) return { payment };
    // Without a note the state is unchanged.
    const { state: _unchanged, ...rest } = change;
    const updatedPayment = await context.store.updatePayment(payment, rest);
    return updatedPayment && { payment: updatedPayment };
  }
  const work = firstTry && createHookWork(context, firstTry);
  const result = await context.store.commitUpdate({
    payment,
    change,
    notes,
    callbacks,
    releasesOrder,
    ...(firstTry !== undefined && { hook: { due: firstTry, work } }),
    ...(hook !== undefined && { hook: { due: hook } }),
  });
  const comparison = result?.hook === undefined ? undefined : work?.getComparison();
  return result && { ...result, comparison, difference: comparison?.difference ?? difference, report: work };
}

async function writeDiscrepancies(context: PaymentContext, stored: Stored, plan: SyncPlan): Promise<void> {
  const { store, now, emit } = context;
  const { discrepancies, payment } = plan;
  if (discrepancies === undefined) return;
  const { reference } = payment.read;
  const found = discrepancies.found.map((one) => ({ ...one, reference, foundAt: now() }));
  const refunds = selectKind(applyPlan(stored.operations ?? [], plan), 'refund');
  const refundedAmount = stored.operations === undefined ? null : sumMovedAmounts(refunds);
  for (const discrepancy of await store.setDiscrepancies(reference, discrepancies.codes, found))
    emit(
      createDiscrepancyEvent(payment.read, discrepancy, {
        refundedAmount,
        payoutNumber: plan.payoutNumber ?? null,
      }),
    );
}
