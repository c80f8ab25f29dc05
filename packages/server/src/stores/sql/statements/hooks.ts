import { normalizeReference } from '@pgw/protocol';
import { sql, type ExpressionBuilder } from 'kysely';
import type { CallChange, DueHook, HookChange, HookWork, NewHook } from '../../../model/hook.ts';
import { applyChange, type PaymentChange } from '../../../model/payments/payment-change.ts';
import type { Payment } from '../../../model/payments/payment.ts';
import type { TransactionWork } from '../../../model/ports/store.ts';
import { withTimeout, WorkTimeout } from '../batching/work.ts';
import type { Connection, RunningTransaction } from '../connection.ts';
import { readPayment, toChangedColumns } from '../rows/payment-row.ts';
import type { Tables, Database } from '../schema.ts';
import { readHook, selectKnownHooks } from './hook-registry.ts';
import { insertNote } from './notes.ts';
import { find } from './by-key.ts';
import { lockOrders, readOrderStatus, releaseOrder } from './orders.ts';

/** Runs the work of a call in the transaction that ends the call. Resolves with false when it is not due. */
export async function runHook(
  connection: Connection,
  hook: DueHook,
  { note, work, check, needsOrder, timeoutMs }: HookWork<RunningTransaction>,
): Promise<boolean> {
  return connection.transaction(async (db, runningTransaction) => {
    const locked = await lockCall(connection, db, hook);
    if (locked === undefined) return false;
    const hold = check?.(locked.payment, locked.earlierCalls);
    if (hold !== undefined) {
      await changeCall(db, hook, hold.change);
      if (hold.note !== undefined) await insertNote(db, hold.note);
      return false;
    }
    const payment = await endCall(db, hook, locked.payment);
    if (needsOrder) await lockOrders(connection, db, [{ payment, isReservation: false }]);
    const orders = needsOrder ? await readOrderStatus(connection, db, [payment.orderId]) : undefined;
    const refund = hook.operationId === null ? undefined : await find(db, 'operation', hook.operationId);
    const context = { tx: runningTransaction, order: orders?.get(payment.orderId), refund };
    const refusal = await runShopWork(connection, runningTransaction, {
      work: () => work(payment, context),
      timeoutMs,
    });
    if (refusal) {
      await changePayment(db, payment.reference, refusal.change);
      await releaseOrder(db, payment);
    }
    await insertNote(db, refusal ? refusal.note : note);
    return true;
  });
}

/** Runs a function of the shop in a transaction of its own; see `HookStore.runInTransaction`. */
export async function runInTransaction<Result>(
  connection: Connection,
  { work, timeoutMs }: TransactionWork<RunningTransaction, Result>,
): Promise<Result> {
  return connection.transaction((_db, runningTransaction) =>
    runShopWork(connection, runningTransaction, { work: () => work(runningTransaction), timeoutMs }),
  );
}

/** Runs a function of the shop with its time limit. After the limit, the transaction is abandoned. */
async function runShopWork<Result>(
  connection: Connection,
  runningTransaction: RunningTransaction,
  {
    work,
    timeoutMs,
  }: { readonly work: () => Result | Promise<Result>; readonly timeoutMs: number | undefined },
): Promise<Result> {
  return connection.runShopCode(async () => {
    try {
      return await withTimeout(work, timeoutMs);
    } catch (error) {
      if (error instanceof WorkTimeout) await runningTransaction.abandon(connection);
      throw error;
    }
  });
}

interface LockedCall {
  readonly payment: Payment;
  readonly earlierCalls: readonly DueHook[];
}

/** Locks the payment of a call, so that its calls do not change. Resolves with undefined when the call is not due. */
async function lockCall(
  connection: Connection,
  db: Database,
  { key, reference, attempts }: DueHook,
): Promise<LockedCall | undefined> {
  const referenceKey = normalizeReference(reference);
  const row = await db
    .selectFrom('pgwPayments')
    .selectAll()
    .where('referenceKey', '=', referenceKey)
    .$if(connection.backend.hasRowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const calls = await readCalls(db, [referenceKey]);
  const index = calls.findIndex((call) => call.key === key);
  const call = calls[index];
  if (call?.state !== 'due' || call.attempts !== attempts) return undefined;
  return { payment: readPayment(row), earlierCalls: calls.slice(0, index) };
}

/** Deletes a call whose payment is locked. Resolves with the payment afterwards, which `onPaid` has fulfilled. */
async function endCall(db: Database, { name, key }: DueHook, payment: Payment): Promise<Payment> {
  await db.deleteFrom('pgwHooks').where('key', '=', key).execute();
  if (name !== 'onPaid') return payment;
  const change: PaymentChange = { fulfillment: { state: 'done' } };
  await changePayment(db, payment.reference, change);
  return applyChange(payment, change);
}

/** Deletes the call of `onPaid` if a change of its payment has ended its fulfillment. */
export async function endPaidCall(db: Database, read: Payment, { fulfillment }: Payment): Promise<void> {
  if (!hasPaidCall(read) || hasPaidCall({ fulfillment })) return;
  await db
    .deleteFrom('pgwHooks')
    .where('referenceKey', '=', normalizeReference(read.reference))
    .where('name', '=', 'onPaid')
    .execute();
}

function hasPaidCall({ fulfillment: { state } }: Pick<Payment, 'fulfillment'>): boolean {
  return state === 'due' || state === 'dead';
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

/** Stores calls of hooks after the stored calls of their payments, unless no process has the hook. */
export async function insertHooks(db: Database, planned: readonly NewHook[]): Promise<void> {
  const hooks = await selectKnownHooks(db, planned);
  if (hooks.length === 0) return;
  const insert = db.insertInto('pgwHooks').values(hooks.map((hook, index) => toHookRow(db, hook, index)));
  // The next try of a refund is planned again if it is refused again.
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

function toHookRow({ account }: Database, { reference, ...hook }: DueHook, index: number) {
  const referenceKey = normalizeReference(reference);
  // Calls that have succeeded are deleted. So the position is unique only among the stored calls.
  const position = sql<number>`(select coalesce(max(position), 0) from pgw_hooks where account = ${account} and reference_key = ${referenceKey}) + ${sql.lit(index + 1)}`;
  return { ...hook, referenceKey, position };
}

/** True if a change of a call changes its payment too: the fulfillment has the state of the call of `onPaid`. */
export function isMirrored({ hook, change: { state, acceptedAt } }: CallChange): boolean {
  return hook.name === 'onPaid' && (state !== undefined || acceptedAt !== undefined);
}

/**
 * Changes a call by compare-and-set of its state and attempts. Resolves with false when it has changed: its transaction
 * must then be rolled back. The payment is first, because a run locks it before its calls.
 */
export async function changeCall(db: Database, hook: DueHook, change: HookChange): Promise<boolean> {
  const { acceptedAt, ...values } = change;
  const { name, key, reference, state, attempts } = hook;
  if (isMirrored({ hook, change }))
    await changePayment(db, reference, {
      ...(values.state !== undefined &&
        values.state !== 'skipped' && { fulfillment: { state: values.state } }),
      ...(acceptedAt !== undefined && { acceptedAt }),
    });
  const isSame = (expression: ExpressionBuilder<Tables, 'pgwHooks'>) =>
    expression.and({ key, state, attempts });
  // Only an operator makes a withheld fulfillment due again, and a refund that was requested has its own row.
  if (values.state === 'withheld' && (name === 'onPaid' || name === 'refundSecondPayment'))
    return (await db.deleteFrom('pgwHooks').where(isSame).executeTakeFirst()).numDeletedRows === 1n;
  return (
    (await db.updateTable('pgwHooks').set(values).where(isSame).executeTakeFirst()).numUpdatedRows === 1n
  );
}

async function changePayment(db: Database, reference: string, change: PaymentChange): Promise<void> {
  await db
    .updateTable('pgwPayments')
    .set((expression) => ({ ...toChangedColumns(change), version: expression('version', '+', 1) }))
    .where('referenceKey', '=', normalizeReference(reference))
    .execute();
}
