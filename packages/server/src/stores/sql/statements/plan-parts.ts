import { normalizeReference } from '@pgw/protocol';
import type { Operation, OperationChange } from '../../../model/operations/operation.ts';
import type { StoredDiscrepancy } from '../../../model/payments/discrepancy.ts';
import type { Committed, FoundDiscrepancies, Plan } from '../../../model/plan.ts';
import { encode } from '../columns.ts';
import { VersionConflict } from '../connection.ts';
import { tables, type Database } from '../schema.ts';
import { changeCall } from './hooks.ts';

/** The written parts of a plan other than its payment. */
export type Parts = Pick<Committed, 'operations' | 'discrepancies'>;

/** The parts of a plan without operations and discrepancies. */
export const noParts: Parts = { operations: [], discrepancies: [] };

/**
 * Writes the operations, the changes of calls and the discrepancies of a plan. Only a non-empty part needs a statement.
 *
 * @throws VersionConflict when something has changed since it was read.
 */
export async function writeParts(
  db: Database,
  { operations: { insert = [], change: changes = [] } = {}, hooks, discrepancies = {} }: Plan,
): Promise<Parts> {
  for (const operation of insert) await insertOperation(db, operation);
  const changedOperations: Operation[] = [];
  for (const { operation, change } of changes)
    changedOperations.push(await changeOperation(db, operation, change));
  for (const { hook, change } of hooks?.change ?? [])
    if (!(await changeCall(db, hook, change))) throw new VersionConflict();
  const written: StoredDiscrepancy[] = [];
  for (const found of discrepancies.set ?? []) written.push(...(await setDiscrepancies(db, found)));
  for (const discrepancy of discrepancies.accept ?? []) await acceptDiscrepancy(db, discrepancy);
  return { operations: [...insert, ...changedOperations], discrepancies: written };
}

async function insertOperation(db: Database, operation: Operation): Promise<void> {
  const referenceKey = normalizeReference(operation.reference);
  const inserted = await db
    .insertInto('pgwOperations')
    .values(encode(tables.pgwOperations.columns, { ...operation, referenceKey }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw new VersionConflict();
}

async function changeOperation(
  db: Database,
  operation: Operation,
  change: OperationChange,
): Promise<Operation> {
  const { beneficiary, ...others } = change;
  const changedOperation: Operation = { ...operation, ...change, version: operation.version + 1 };
  const { numUpdatedRows } = await db
    .updateTable('pgwOperations')
    .set({
      ...others,
      ...(beneficiary !== undefined && {
        beneficiary: tables.pgwOperations.columns.beneficiary.encode(beneficiary),
      }),
      version: changedOperation.version,
    })
    .where('id', '=', operation.id)
    .where('version', '=', operation.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new VersionConflict();
  return changedOperation;
}

/** Resolves with the discrepancies that were not stored with the same message before. */
async function setDiscrepancies(
  db: Database,
  { reference, codes, found }: FoundDiscrepancies,
): Promise<StoredDiscrepancy[]> {
  const referenceKey = normalizeReference(reference);
  const ended = codes.filter((code) => found.every((discrepancy) => discrepancy.code !== code));
  if (ended.length > 0)
    await db
      .deleteFrom('pgwDiscrepancies')
      .where('referenceKey', '=', referenceKey)
      .where('code', 'in', ended)
      .execute();
  const written: StoredDiscrepancy[] = [];
  for (const discrepancy of found) {
    const row = await db
      .insertInto('pgwDiscrepancies')
      .values({ ...discrepancy, referenceKey, isAccepted: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['referenceKey', 'code'])
          .doUpdateSet((expression) => ({ message: expression.ref('excluded.message'), isAccepted: 0 }))
          // The same discrepancy is not written, and stays accepted.
          .whereRef('pgwDiscrepancies.message', '<>', 'excluded.message'),
      )
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) written.push(tables.pgwDiscrepancies.schema.parse(row));
  }
  return written;
}

async function acceptDiscrepancy(
  db: Database,
  { reference, code }: Pick<StoredDiscrepancy, 'reference' | 'code'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('pgwDiscrepancies')
    .set({ isAccepted: 1 })
    .where('referenceKey', '=', normalizeReference(reference))
    .where('code', '=', code)
    .where('isAccepted', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new VersionConflict();
}
