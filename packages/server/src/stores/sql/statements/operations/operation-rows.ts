import type { Operation } from '../../../../model/operations/operation.ts';
import type { Database } from '../../account.ts';
import { tables } from '../../schema.ts';

/** Reads the operation that has this id. */
export async function findOperationRow(db: Database, id: string): Promise<Operation | undefined> {
  const row = await db.selectFrom('pgwOperations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && tables.pgwOperations.schema.parse(row);
}
