import type { Operation, Payment } from '@pgw/server';
import {
  createReservation,
  type Committed,
  type DueHook,
  type HookChange,
  type HookWork,
  type Note,
  type OperationChange,
  type PaymentChange,
  type PaymentUpdateChange,
  type Plan,
  type Store,
  type StoredDiscrepancy,
} from '@pgw/server/store';

/** The change of a payment, and the hook of its transition with the work of the first try. */
export interface PaymentUpdate<Tx = unknown> {
  readonly payment: Payment;
  readonly change: PaymentUpdateChange;
  readonly notes: readonly Note[];
  readonly callbacks: readonly string[];
  readonly releasesOrder?: boolean | undefined;
  readonly hook?: { readonly due: DueHook; readonly work?: HookWork<Tx> | undefined } | undefined;
}

/** Commits a change of a payment. If the fulfillment becomes due, the payment reserves its order. */
export async function commitUpdate<Tx>(
  store: Store<Tx>,
  { payment, change, notes, callbacks, releasesOrder, hook }: PaymentUpdate<Tx>,
): Promise<(Committed & { readonly payment: Payment }) | undefined> {
  const reservation = change.fulfillment?.state === 'due' ? createReservation({ change, notes }) : undefined;
  const committed = await store.commit(
    {
      payment: { read: payment, change, reservation, releasesOrder },
      notes,
      endedCallbacks: callbacks,
      ...(hook && { hooks: { insert: [hook.due] } }),
    },
    hook?.work && { ...hook.work, key: hook.due.key },
  );
  return committed?.payment && { ...committed, payment: committed.payment };
}

/** Commits a change of a payment alone, or with a note and a call that becomes due. */
export async function updatePayment(
  store: Store,
  read: Payment,
  change: PaymentChange | PaymentUpdateChange,
  note?: Note,
  hook?: DueHook,
): Promise<Payment | undefined> {
  const committed = await store.commit({
    payment: { read, change },
    ...(note && { notes: [note] }),
    ...(hook && { hooks: { insert: [hook] } }),
  });
  return committed?.payment;
}

/** Commits a new operation. The sweep queries its payment when it queries the operation. */
export async function insertOperation(
  store: Store,
  operation: Operation,
  note: Note,
  read?: Payment,
): Promise<boolean> {
  const times = [operation.nextQueryAt, read?.schedule.nextQueryAt].filter((time) => time != null);
  const change = operation.nextQueryAt === null ? {} : { schedule: { nextQueryAt: Math.min(...times) } };
  const committed = await store.commit({
    ...(read && { payment: { read, change } }),
    operations: { insert: [operation] },
    notes: [note],
  });
  return committed !== undefined;
}

/** Commits a change of an operation. */
export async function updateOperation(
  store: Store,
  operation: Operation,
  change: OperationChange,
  note?: Note,
  hook?: DueHook,
): Promise<Operation | undefined> {
  const committed = await store.commit({
    operations: { change: [{ operation, change }] },
    ...(note && { notes: [note] }),
    ...(hook && { hooks: { insert: [hook] } }),
  });
  return committed?.operations[0];
}

/** Commits a change of a stored call. */
export function updateHook(store: Store, hook: DueHook, change: HookChange, note?: Note): Promise<boolean> {
  return isCommitted(store, { hooks: { change: [{ hook, change }] }, ...(note && { notes: [note] }) });
}

/** Commits discrepancies in place of those that are stored, and resolves with the written ones. */
export async function setDiscrepancies(
  store: Store,
  reference: string,
  codes: readonly StoredDiscrepancy['code'][],
  found: readonly StoredDiscrepancy[],
): Promise<readonly StoredDiscrepancy[] | undefined> {
  return (await store.commit({ discrepancies: { set: [{ reference, codes, found }] } }))?.discrepancies;
}

/** Resolves with false when the plan was not written. */
export async function isCommitted(store: Store, plan: Plan): Promise<boolean> {
  return (await store.commit(plan)) !== undefined;
}
