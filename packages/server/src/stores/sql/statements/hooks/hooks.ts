import { normalizeReference } from '@pgw/protocol';
import {
  toPaidHook,
  type HookOfPayment,
  type DueHook,
  type HookWork,
  type Refusal,
} from '../../../../model/hook.ts';
import type { TransactionWork } from '../../../../model/ports/hook-store.ts';
import type { Payment } from '../../../../model/payments/payment.ts';
import { longestIntervalsMs } from '../../../../model/schedule.ts';
import { leaseDue, type LeaseOptions, type LeaseSource } from '../../rows/leases.ts';
import type { Connection, Database, RunningTransaction } from '../../connection.ts';
import { insertNote } from '../notes.ts';
import { endCall, readCalls, readHook } from './hook-calls.ts';
import { findOperationRow } from '../operations/operation-rows.ts';
import { lockOrders, readOrderStatus, releaseOrder } from '../orders/orders.ts';
import { readPayment, toChangedColumns } from '../../rows/payment-row.ts';
import { withTimeout, WorkTimeout } from '../../batching/time-limit.ts';

/** The due fulfillments. Only payments whose fulfillment is due have a time for the next attempt. */
const dueFulfillments: LeaseSource = {
  table: 'pgwPayments',
  key: 'referenceKey',
  due: 'fulfillmentNextAttemptAt',
  longestIntervalMs: longestIntervalsMs.fulfill,
  counters: ['version', 'fulfillmentAttempts'],
};

/** The due calls of all hooks except `onPaid`. */
const dueHooks: LeaseSource = {
  table: 'pgwHooks',
  key: 'key',
  due: 'nextAttemptAt',
  longestIntervalMs: longestIntervalsMs.fulfill,
  counters: ['attempts'],
};

/** Leases calls of `onPaid`, then of the other hooks. */
export async function leaseHooks(connection: Connection, options: LeaseOptions): Promise<HookOfPayment[]> {
  const paymentRows = await leaseDue(connection, dueFulfillments, options);
  const fulfillments = paymentRows.map((row) => {
    const payment = readPayment(row);
    return { payment, hook: toPaidHook(payment) };
  });
  const limit = options.limit - fulfillments.length;
  const hooks = (await leaseDue(connection, dueHooks, { ...options, limit })).map(readHook);
  if (hooks.length === 0) return fulfillments;
  const payments = await connection.run((db) => findPayments(db, hooks));
  return [
    ...fulfillments,
    ...hooks.flatMap((hook) => {
      const payment = payments.get(normalizeReference(hook.reference));
      return payment === undefined ? [] : [{ hook: { ...hook, reference: payment.reference }, payment }];
    }),
  ];
}

async function findPayments(db: Database, hooks: readonly DueHook[]): Promise<ReadonlyMap<string, Payment>> {
  const keys = hooks.map(({ reference }) => normalizeReference(reference));
  const rows = await db.selectFrom('pgwPayments').selectAll().where('referenceKey', 'in', keys).execute();
  return new Map(rows.map((row) => [row.referenceKey, readPayment(row)]));
}

/** Runs the work of a call in the transaction that ends the call. Resolves with false when it is not due. */
export async function runHook(
  connection: Connection,
  hook: DueHook,
  { note, work, check, needsOrder, timeoutMs }: HookWork<RunningTransaction>,
): Promise<boolean> {
  return connection.transaction(async (db, runningTransaction) => {
    const payment = await endCall(connection, db, { hook, check });
    if (payment === undefined) return false;
    if (needsOrder) await lockOrders(connection, db, [{ payment, isReservation: false }]);
    const orders = needsOrder ? await readOrderStatus(connection, db, [payment.orderId]) : undefined;
    const refund = hook.operationId === null ? undefined : await findOperationRow(db, hook.operationId);
    const context = { tx: runningTransaction, order: orders?.get(payment.orderId), refund };
    const refusal = await runShopWork(connection, runningTransaction, {
      work: () => work(payment, context),
      timeoutMs,
    });
    if (refusal) await writeRefusal(db, payment, refusal);
    else await insertNote(db, note);
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

/** Writes the change of work that has refused its payment. */
async function writeRefusal(db: Database, payment: Payment, { change, note }: Refusal): Promise<void> {
  await db
    .updateTable('pgwPayments')
    .set(toChangedColumns(change))
    .where('referenceKey', '=', normalizeReference(payment.reference))
    .execute();
  await releaseOrder(db, payment);
  await insertNote(db, note);
}

/** Lists the calls of a payment that have not succeeded, in the order of their transitions. */
export async function listHooks(connection: Connection, reference: string): Promise<DueHook[]> {
  const calls = await connection.run((db) => readCalls(db, [normalizeReference(reference)]));
  return calls.map((call) => ({ ...call, reference }));
}
