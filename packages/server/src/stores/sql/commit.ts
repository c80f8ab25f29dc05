import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { FirstTry } from '../../model/hook.ts';
import { sumOfMovedCaptures } from '../../model/operations/operation.ts';
import type { Payment } from '../../model/payments/payment.ts';
import type { Committed, Plan, PlannedPayment } from '../../model/plan.ts';
import { applyPlan } from './batching/locked-plan.ts';
import { createPlanWriter, type PlanWriterOptions } from './batching/plan-writer.ts';
import type { Database } from './schema.ts';
import { Rollback, VersionConflict, type Connection } from './connection.ts';
import { toChangedColumns } from './rows/payment-row.ts';
import { endPaidCall, insertHooks, isMirrored } from './statements/hooks.ts';
import { endUpdates, isOpening, type StartWriter } from './statements/payments/writes.ts';
import { noParts, writeParts } from './statements/plan-parts.ts';

/** Writes a plan; see `Store.commit`. */
export type Commit<Tx> = (plan: Plan, work?: FirstTry<Tx>) => Promise<Committed | undefined>;

/** Creates the function that writes plans. */
export function createCommit<Tx>(
  connection: Connection,
  { startWriter, ...options }: PlanWriterOptions<Tx> & { readonly startWriter: StartWriter },
): Commit<Tx> {
  const writeLocked = createPlanWriter<Tx>(connection, options);
  const write = async (plan: Plan, work?: FirstTry<Tx>): Promise<Committed | undefined> => {
    const { payment, notes = [], endedCallbacks } = plan;
    if (payment === undefined) return writeDirectly(connection, plan);
    const { reservation, releasesOrder } = payment;
    const isLocked = work !== undefined || reservation !== undefined || releasesOrder === true;
    // A plan with a list of callbacks, even an empty one, waits for the lock of its payment without holding a connection.
    if (isLocked || endedCallbacks !== undefined) return writeLocked({ plan, payment, work });
    if (hasOnlyPayment(plan)) {
      if (notes.length === 0) {
        const changed = await connection.run((db) => compareAndSet(db, plan, payment));
        return changed && toCommitted(changed);
      }
      const [note, ...others] = notes;
      if (
        !connection.isInTransaction &&
        note !== undefined &&
        others.length === 0 &&
        isOpening(payment.change)
      ) {
        const opened = await startWriter.open({ payment: payment.read, change: payment.change, note });
        return opened && toCommitted(opened);
      }
    }
    return writeDirectly(connection, plan);
  };
  return (plan, work) =>
    write(plan, work).catch((error: unknown) => {
      if (error instanceof Rollback) return undefined;
      throw error;
    });
}

function hasOnlyPayment({ payment, operations, discrepancies, hooks }: Plan): boolean {
  const parts = [operations, discrepancies, hooks, payment?.change.fulfillment];
  return parts.every((part) => part === undefined);
}

function toCommitted(payment: Payment | undefined): Committed {
  return { ...noParts, payment, isWithheld: false };
}

/** Writes a plan without a lock before its first write. */
async function writeDirectly(connection: Connection, plan: Plan): Promise<Committed> {
  const { payment: planned, notes = [], hooks, endedCallbacks: callbacks = [] } = plan;
  const write = async (db: Database): Promise<Committed> => {
    const payment = planned && (await compareAndSet(db, plan, planned));
    if (planned !== undefined && payment === undefined) throw new VersionConflict();
    if (planned !== undefined && payment !== undefined) await endPaidCall(db, planned.read, payment);
    const parts = await writeParts(db, plan);
    if (planned === undefined) await addCapturedAmount(db, plan);
    await insertHooks(db, hooks?.insert ?? []);
    await endUpdates(connection, db, { notes, callbacks });
    return { ...toCommitted(payment), ...parts };
  };
  return isOneChange(plan) ? connection.run(write) : connection.transaction(write);
}

/** True for a plan that only changes one operation or one call. */
function isOneChange({ payment, operations, hooks, ...others }: Plan): boolean {
  const changes = [...(operations?.change ?? []), ...(hooks?.change ?? [])];
  const isAlone = payment === undefined && (operations?.insert ?? hooks?.insert) === undefined;
  return (
    isAlone &&
    changes.length === 1 &&
    Object.keys(others).length === 0 &&
    sumOfMovedCaptures(operations) === 0 &&
    !(hooks?.change ?? []).some(isMirrored)
  );
}

/** Resolves with undefined, without a write, when the payment has changed since it was read. */
async function compareAndSet(
  db: Database,
  plan: Plan,
  planned: PlannedPayment,
): Promise<Payment | undefined> {
  const { read, change } = planned;
  const payment = applyPlan(plan, planned);
  const { capturedAmount, version } = payment;
  const { numUpdatedRows } = await db
    .updateTable('pgwPayments')
    .set({
      ...toChangedColumns({
        ...change,
        ...(capturedAmount !== read.capturedAmount && { capturedAmount }),
      }),
      version,
    })
    .where('referenceKey', '=', normalizeReference(read.reference))
    .where('version', '=', read.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? payment : undefined;
}

/** Adds the captures of a plan without a payment to the captured amount of theirs. */
async function addCapturedAmount(db: Database, { operations }: Plan): Promise<void> {
  const captured = sumOfMovedCaptures(operations);
  const [operation] = [
    ...(operations?.insert ?? []),
    ...(operations?.change ?? []).map((changed) => changed.operation),
  ];
  if (captured === 0 || operation === undefined) return;
  await db
    .updateTable('pgwPayments')
    .set((expression) => ({
      capturedAmount: sql<number>`coalesce(captured_amount, 0) + ${captured}`,
      version: expression('version', '+', 1),
    }))
    .where('referenceKey', '=', normalizeReference(operation.reference))
    .execute();
}
