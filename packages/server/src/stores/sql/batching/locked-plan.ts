import { normalizeReference, PgwError } from '@pgw/protocol';
import type { DueHook, FirstTry, HookChange, Refusal } from '../../../model/hook.ts';
import { sumOfMovedCaptures } from '../../../model/operations/operation.ts';
import {
  applyChange,
  type PaymentChange,
  type PaymentUpdateChange,
} from '../../../model/payments/payment-change.ts';
import type { Payment } from '../../../model/payments/payment.ts';
import type { Committed, Plan, PlannedPayment } from '../../../model/plan.ts';
import type { Note } from '../../../model/payments/timeline.ts';
import type { OrderLock } from '../statements/orders.ts';

/** A plan that changes a payment, and the first try of one of its hooks. */
export interface PaymentPlan<Tx> {
  readonly plan: Plan;
  readonly payment: PlannedPayment;
  readonly work: FirstTry<Tx> | undefined;
}

/** A plan whose payment is locked, and the resulting payment. */
export interface LockedPlan<Tx> {
  readonly item: PaymentPlan<Tx>;
  readonly payment: Payment;
  readonly isWithheld: boolean;
  readonly notes: readonly Note[];
  readonly hooks: readonly DueHook[];
  /** The call that runs now, and its work. Undefined if there is none, or the hook runs later. */
  readonly run?: { readonly hook: DueHook; readonly work: FirstTry<Tx> } | undefined;
  /** The change of the call, if the hook does not run now because of an earlier call of the payment. */
  readonly held?: HookChange | undefined;
}

/** A plan whose work has run or failed. */
export type FinishedPlan<Tx> = LockedPlan<Tx> & {
  readonly failure?: Committed['failure'];
  readonly refusal?: Refusal | undefined;
};

/** Returns the payment of a plan after its change. */
export function getPayment({ payment }: { readonly payment: Payment }): Payment {
  return payment;
}

/** Returns the payment of a plan before its change. */
export function getRead<Tx>({ payment }: PaymentPlan<Tx>): Payment {
  return payment.read;
}

/** Returns the normalized reference of the payment of a plan. */
export function getReferenceKey<Tx>(item: PaymentPlan<Tx>): string {
  return normalizeReference(getRead(item).reference);
}

/** Applies the plan to its payment, or what it says for an order that another payment has reserved. */
export function applyReservation<Tx>(
  item: PaymentPlan<Tx>,
  reservations: ReadonlyMap<string, string | null>,
): LockedPlan<Tx> {
  const { plan, payment, work } = item;
  const { read, reservation } = payment;
  if (reservation !== undefined && reservations.get(read.orderId) !== getReferenceKey(item)) {
    const { change, notes, hooks = [] } = reservation.otherwise;
    return { item, payment: applyPlan(plan, { read, change }), isWithheld: true, notes, hooks };
  }
  const { notes = [], hooks: { insert: hooks = [] } = {} } = plan;
  const locked = { item, isWithheld: false, notes, hooks };
  const changedPayment = applyPlan(plan, payment);
  const hook = work && hooks.find(({ key }) => key === work.key);
  if (work === undefined || hook === undefined) return { ...locked, payment: changedPayment };
  const donePayment =
    hook.name === 'onPaid' ? { ...changedPayment, fulfillment: { state: 'done' } as const } : changedPayment;
  return { ...locked, payment: donePayment, run: { hook, work } };
}

/** Applies a plan to its payment. */
export function applyPlan(plan: Plan, { read, change }: Pick<PlannedPayment, 'read' | 'change'>): Payment {
  const payment = applyChange(read, change);
  const captured = sumOfMovedCaptures(plan.operations);
  return captured === 0 ? payment : { ...payment, capturedAmount: (payment.capturedAmount ?? 0) + captured };
}

/** True if the hook of a plan may have to wait for an earlier call. `onPaid` never does; see `decideCall`. */
export function hasOrderedCall<Tx>({ plan, work }: PaymentPlan<Tx>): boolean {
  const hook = plan.hooks?.insert?.find(({ key }) => key === work?.key);
  return work?.check !== undefined && hook !== undefined && hook.name !== 'onPaid';
}

/** Removes the run of a hook that waits for an earlier call of its payment. `calls` are the stored calls. */
export function holdCall<Tx>(locked: LockedPlan<Tx>, calls: readonly DueHook[]): LockedPlan<Tx> {
  const { item, payment, run, hooks } = locked;
  if (run === undefined || !hasOrderedCall(item)) return locked;
  const key = getReferenceKey(item);
  const earlierCalls = [
    ...calls.filter(({ reference }) => reference === key),
    ...hooks.slice(0, hooks.indexOf(run.hook)),
  ];
  const hold = run.work.check?.(payment, earlierCalls);
  return hold === undefined ? locked : { ...locked, run: undefined, held: hold.change };
}

/** Creates the error of a plan whose payment stays locked. */
export function createLockedError({ reference }: Payment): PgwError {
  const message =
    `Payment ${reference} is locked by another transaction, possibly by a long hook. Nothing was written. The call may be repeated. ` +
    'Keep hooks short: write with tx, and move long work to a job.';
  return new PgwError('store-unavailable', message, { retryable: true, ids: { reference } });
}

/** True if the hook of a plan needs the status of the order, so that the order is locked. */
export function needsOrder<Tx>({ work }: PaymentPlan<Tx>): boolean {
  return work?.needsOrder === true;
}

/** Returns how the order of a plan is locked or reserved. Empty if the plan does not need its order. */
export function toOrderLock<Tx>(item: PaymentPlan<Tx>): readonly OrderLock[] {
  const { read, reservation } = item.payment;
  const isReservation = reservation !== undefined;
  return isReservation || needsOrder(item) ? [{ payment: read, isReservation }] : [];
}

/** Applies the change of a plan whose work has failed: its hook stays due. */
export function withFailure<Tx>(locked: LockedPlan<Tx>, error: unknown): FinishedPlan<Tx> {
  const { plan, payment } = locked.item;
  return { ...locked, payment: applyPlan(plan, payment), failure: { error } };
}

/** Applies the change of a plan whose work has refused the payment. */
export function withRefusal<Tx>(locked: LockedPlan<Tx>, refusal: Refusal): FinishedPlan<Tx> {
  const { plan, payment } = locked.item;
  const refused = applyChange(applyPlan(plan, payment), refusal.change);
  return { ...locked, payment: { ...refused, version: payment.read.version + 1 }, refusal };
}

/** Returns the timeline entries of a plan. */
export function toNotes<Tx>({ notes, run, failure, refusal }: FinishedPlan<Tx>): readonly Note[] {
  return run === undefined || failure !== undefined ? notes : [...notes, refusal?.note ?? run.work.note];
}

/** Returns the calls that are stored as due: all except the one that has run. */
export function toDueHooks<Tx>({ item, hooks, run, held, failure }: FinishedPlan<Tx>): readonly DueHook[] {
  const hasEnded = ({ key }: DueHook): boolean => run?.hook.key === key && failure === undefined;
  return hooks
    .filter((hook) => !hasEnded(hook))
    .map((hook) => (held !== undefined && hook.key === item.work?.key ? { ...hook, ...held } : hook));
}

const batchedNames: ReadonlySet<string> = new Set<keyof PaymentUpdateChange>([
  'state',
  'acceptedAt',
  'transactionNumber',
  'gatewayStatus',
  'stateChangedAt',
  'schedule',
  'fulfillment',
  'transitions',
  'discrepancy',
]);

/** True for a plan that can share a transaction: the statements of a batch write all that it changes. */
export function isBatchable({ plan, payment }: Pick<PaymentPlan<unknown>, 'payment' | 'plan'>): boolean {
  return (
    plan.operations === undefined &&
    plan.discrepancies === undefined &&
    plan.hooks?.change === undefined &&
    Object.keys(payment.change).every((name) => batchedNames.has(name))
  );
}

/** Returns the part of a change that the statements of a batch do not write. */
export function toOtherChange({ change }: PlannedPayment): PaymentChange {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !batchedNames.has(name)));
}
