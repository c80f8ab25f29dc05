import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { DueHook, HookChange, HookWork } from '../../../../model/hook.ts';
import { applyChange } from '../../../../model/payments/payment-change.ts';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { Connection, Database } from '../../connection.ts';
import { readPayment, toChangedColumns } from '../../rows/payment-row.ts';
import { tables } from '../../schema.ts';
import { insertNote } from '../notes.ts';

/**
 * Ends a call that is due, and resolves with its payment, which is locked. Resolves with undefined when the call is not
 * due, or `check` holds it.
 */
export async function endCall(
  connection: Connection,
  db: Database,
  { hook, check }: { readonly hook: DueHook; readonly check: HookWork<unknown>['check'] },
): Promise<Payment | undefined> {
  const locked = await lockCall(connection, db, hook);
  if (locked === undefined) return undefined;
  const hold = check?.(locked.payment, locked.earlierCalls);
  if (hold === undefined) return endLockedCall(db, hook, locked.payment);
  const isChanged = await changeCall(db, hook, hold.change);
  if (isChanged && hold.note !== undefined) await insertNote(db, hold.note);
  return undefined;
}

/** A call that is due, while its payment is locked. */
interface LockedCall {
  readonly payment: Payment;
  readonly earlierCalls: readonly DueHook[];
}

/**
 * Locks the payment of a call, so that no other call of it runs and its state does not change. Resolves with undefined
 * when the call is not due.
 */
async function lockCall(
  connection: Connection,
  db: Database,
  { name, key, reference, attempts }: DueHook,
): Promise<LockedCall | undefined> {
  const referenceKey = normalizeReference(reference);
  const row = await db
    .selectFrom('pgwPayments')
    .selectAll()
    .where('referenceKey', '=', referenceKey)
    .$if(connection.backend.hasRowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const payment = readPayment(row);
  if (name === 'onPaid') {
    const { fulfillment } = payment;
    const isDue = fulfillment.state === 'due' && fulfillment.attempts === attempts;
    return isDue ? { payment, earlierCalls: [] } : undefined;
  }
  const calls = await readCalls(db, [referenceKey]);
  const index = calls.findIndex((call) => call.key === key);
  const call = calls[index];
  if (call?.state !== 'due' || call.attempts !== attempts) return undefined;
  return { payment, earlierCalls: calls.slice(0, index) };
}

/** Reads the stored calls of payments, in the order of their transitions. */
export async function readCalls(db: Database, referenceKeys: readonly string[]): Promise<DueHook[]> {
  if (referenceKeys.length === 0) return [];
  const rows = await db
    .selectFrom('pgwHooks')
    .selectAll()
    .where('referenceKey', 'in', referenceKeys)
    .orderBy('position')
    .orderBy('key')
    .execute();
  return rows.map(readHook);
}

/** Reads the row of a call. */
export function readHook(row: unknown): DueHook {
  const { referenceKey, position: _position, ...hook } = tables.pgwHooks.rowSchema.parse(row);
  // A look-up normalizes the reference, so the normalized reference finds the payment.
  return { ...hook, reference: referenceKey };
}

/** Stores calls of hooks after the stored calls of their payments. */
export async function insertHooks(db: Database, hooks: readonly DueHook[]): Promise<void> {
  if (hooks.length > 0) await db.insertInto('pgwHooks').values(hooks.map(toHookRow)).execute();
}

function toHookRow({ reference, ...hook }: DueHook, index: number) {
  const referenceKey = normalizeReference(reference);
  // Calls that have succeeded are deleted. So the position is unique only among the stored calls.
  const position = sql<number>`(select coalesce(max(position), 0) from pgw_hooks where reference_key = ${referenceKey}) + ${sql.lit(index + 1)}`;
  return { ...hook, referenceKey, position };
}

/**
 * Ends a call whose payment is locked: deletes it, or marks the payment as fulfilled. Resolves with the payment after the
 * change.
 */
async function endLockedCall(db: Database, { name, key }: DueHook, payment: Payment): Promise<Payment> {
  if (name !== 'onPaid') {
    await db.deleteFrom('pgwHooks').where('key', '=', key).execute();
    return payment;
  }
  const change = { fulfillment: { state: 'done', nextAttemptAt: null } } as const;
  const fulfilled = applyChange(payment, change);
  await db
    .updateTable('pgwPayments')
    .set({ ...toChangedColumns(change), version: fulfilled.version })
    .where('referenceKey', '=', normalizeReference(payment.reference))
    .execute();
  return fulfilled;
}

/** Changes a call by compare-and-set of its state and attempts. Resolves with false when nothing was written. */
export async function changeCall(
  db: Database,
  { name, key, reference, state, attempts }: DueHook,
  { acceptedAt, ...change }: HookChange,
): Promise<boolean> {
  const { numUpdatedRows } =
    name === 'onPaid'
      ? await db
          .updateTable('pgwPayments')
          .set((expression) => ({
            ...toChangedColumns({ fulfillment: change, ...(acceptedAt !== undefined && { acceptedAt }) }),
            version: expression('version', '+', 1),
          }))
          .where('referenceKey', '=', normalizeReference(reference))
          .where('fulfillmentState', '=', state)
          .where('fulfillmentAttempts', '=', attempts)
          .executeTakeFirst()
      : await db
          .updateTable('pgwHooks')
          .set(change)
          .where('key', '=', key)
          .where('state', '=', state)
          .where('attempts', '=', attempts)
          .executeTakeFirst();
  return numUpdatedRows === 1n;
}
