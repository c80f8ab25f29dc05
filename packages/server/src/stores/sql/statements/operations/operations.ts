import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { DueHook } from '../../../../model/hook.ts';
import {
  mayHaveMovedMoney,
  openStates,
  type Operation,
  type OperationChange,
} from '../../../../model/operations/operation.ts';
import type {
  OperationFilter,
  OperationStore,
  OperationWrites,
} from '../../../../model/ports/operation-store.ts';
import type { Payment } from '../../../../model/payments/payment.ts';
import { longestIntervalsMs } from '../../../../model/schedule.ts';
import type { Note } from '../../../../model/payments/timeline.ts';
import { leaseDue, type LeaseSource } from '../../rows/leases.ts';
import { encode } from '../../columns.ts';
import { tables } from '../../schema.ts';
import { Rollback, VersionConflict, type Connection, type Database } from '../../connection.ts';
import { createDiscrepancyMethods } from './discrepancies.ts';
import { insertHooks } from '../hooks/hook-calls.ts';
import { insertNote, insertNotes } from '../notes.ts';
import { findOperationRow } from './operation-rows.ts';

/** Creates the methods of a SQL store for operations. */
export function createOperationStore(connection: Connection): OperationStore {
  return {
    insertOperation: (operation, note, payment) => insertOperation(connection, { operation, note, payment }),
    findOperation: (id) => connection.run((db) => findOperationRow(db, id)),
    listOperations: (reference, kind) =>
      connection.run(async (db) => {
        const rows = await db
          .selectFrom('pgwOperations')
          .selectAll()
          .where('referenceKey', '=', normalizeReference(reference))
          .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'refund'))
          .orderBy('createdAt')
          .orderBy('id')
          .execute();
        return rows.map((row) => tables.pgwOperations.schema.parse(row));
      }),
    findOperations: (filter) => findOperations(connection, filter),
    updateOperation: (operation, change, note, hook) =>
      updateOperation(connection, { operation, change, note, hook }),
    writeOperations: (payment, writes) => writeOperations(connection, payment, writes),
    leaseOperationsToQuery: async (now, until, limit) =>
      (await leaseDue(connection, dueOperations, { now, until, limit })).map((row) =>
        tables.pgwOperations.schema.parse(row),
      ),
    ...createDiscrepancyMethods(connection),
  };
}

const dueOperations: LeaseSource = {
  table: 'pgwOperations',
  key: 'id',
  due: 'nextQueryAt',
  longestIntervalMs: longestIntervalsMs.query,
  counters: ['version'],
};

interface Insertion {
  readonly operation: Operation;
  readonly note: Note;
  readonly payment: Payment | undefined;
}

/**
 * Stores an operation and a note. Increments the version of the payment, so that only one of two operations
 * for the same version of a payment is stored.
 */
async function insertOperation(
  connection: Connection,
  { operation, note, payment }: Insertion,
): Promise<boolean> {
  const insert = async (db: Database): Promise<boolean> => {
    if (!(await insertRow(db, operation))) return false;
    if (payment !== undefined)
      await changePayment(db, payment, {
        capturedAmount: movedByCapture(operation),
        queryAt: operation.nextQueryAt,
      });
    await insertNote(db, note);
    return true;
  };
  return connection.transaction(insert).catch((error: unknown) => {
    if (error instanceof Rollback) return false;
    throw error;
  });
}

/** Resolves with false when a row with the same id, or with the same reference of a payout, exists. */
async function insertRow(db: Database, operation: Operation): Promise<boolean> {
  const referenceKey = normalizeReference(operation.reference);
  const row = encode(tables.pgwOperations.columns, { ...operation, referenceKey });
  const inserted = await db
    .insertInto('pgwOperations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Increments the version of a payment that was read, adds to its captured amount, and makes it due. Without this, a final
 * payment would never be updated after its operation if the process ends between both.
 *
 * @throws VersionConflict when the payment has changed since it was read.
 */
async function changePayment(
  db: Database,
  payment: Payment,
  { capturedAmount, queryAt }: { readonly capturedAmount: number; readonly queryAt: number | null },
): Promise<void> {
  const { nextQueryAt } = payment.schedule;
  const { numUpdatedRows } = await db
    .updateTable('pgwPayments')
    .set((expression) => ({
      version: expression('version', '+', 1),
      ...(capturedAmount !== 0 && { capturedAmount: (payment.capturedAmount ?? 0) + capturedAmount }),
      ...(queryAt !== null && { nextQueryAt: Math.min(nextQueryAt ?? queryAt, queryAt) }),
    }))
    .where('referenceKey', '=', normalizeReference(payment.reference))
    .where('version', '=', payment.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new VersionConflict();
}

/** The amount that a capture has captured or may have captured; 0 for other kinds. */
function movedByCapture(operation: Operation): number {
  return operation.kind === 'capture' && mayHaveMovedMoney(operation) ? operation.amount : 0;
}

interface Update {
  readonly operation: Operation;
  readonly change: OperationChange;
  readonly note: Note | undefined;
  readonly hook: DueHook | undefined;
}

async function updateOperation(
  connection: Connection,
  { operation, change, note, hook }: Update,
): Promise<Operation | undefined> {
  return connection.transaction(async (db) => {
    const updatedOperation = await compareAndSet(db, operation, change);
    if (updatedOperation === undefined) return undefined;
    const difference = movedByCapture(updatedOperation) - movedByCapture(operation);
    if (difference !== 0) {
      await db
        .updateTable('pgwPayments')
        .set((expression) => ({
          capturedAmount: sql<number>`coalesce(captured_amount, 0) + ${difference}`,
          version: expression('version', '+', 1),
        }))
        .where('referenceKey', '=', normalizeReference(operation.reference))
        .execute();
    }
    if (note !== undefined) await insertNote(db, note);
    if (hook !== undefined) await insertHooks(db, [hook]);
    return updatedOperation;
  });
}

async function compareAndSet(
  db: Database,
  operation: Operation,
  change: OperationChange,
): Promise<Operation | undefined> {
  const updatedOperation: Operation = { ...operation, ...change, version: operation.version + 1 };
  const { numUpdatedRows } = await db
    .updateTable('pgwOperations')
    .set({ ...change, version: updatedOperation.version })
    .where('id', '=', operation.id)
    .where('version', '=', operation.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? updatedOperation : undefined;
}

/** Writes the result of a comparison, or nothing when the payment or an operation has changed. */
async function writeOperations(
  connection: Connection,
  payment: Payment,
  { inserts, updates, notes, hooks, paymentQueryAt: queryAt }: OperationWrites,
): Promise<boolean> {
  const write = async (db: Database): Promise<boolean> => {
    let capturedAmount = inserts.reduce((sum, operation) => sum + movedByCapture(operation), 0);
    for (const operation of inserts) {
      if (!(await insertRow(db, operation))) throw new VersionConflict();
    }
    for (const { operation, change } of updates) {
      const updatedOperation = await compareAndSet(db, operation, change);
      if (updatedOperation === undefined) throw new VersionConflict();
      capturedAmount += movedByCapture(updatedOperation) - movedByCapture(operation);
    }
    await changePayment(db, payment, { capturedAmount, queryAt });
    await insertNotes(connection, db, notes);
    await insertHooks(db, hooks);
    return true;
  };
  return connection.transaction(write).catch((error: unknown) => {
    if (error instanceof Rollback) return false;
    throw error;
  });
}

const defaultLimit = 50;
const maxLimit = 500;

function findOperations(
  connection: Connection,
  { kind, states, isOpen, before, after, limit = defaultLimit }: OperationFilter,
): Promise<Operation[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwOperations')
      .selectAll()
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'refund'))
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      // This condition is that of the index.
      .$if(isOpen === true, (query) =>
        query.where('nextQueryAt', 'is not', null).where('state', 'in', openStates),
      )
      .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
      .$if(after !== undefined, (query) =>
        query.where((expression) => {
          const { createdAt = 0, id = '' } = after ?? {};
          const hasSameTime = expression.and([
            expression('createdAt', '=', createdAt),
            expression('id', '>', id),
          ]);
          return expression.or([expression('createdAt', '<', createdAt), hasSameTime]);
        }),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(Math.min(limit, maxLimit))
      .execute();
    return rows.map((row) => tables.pgwOperations.schema.parse(row));
  });
}
