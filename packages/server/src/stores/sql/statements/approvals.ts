import type { ApprovalState, StoredApproval } from '../../../model/approval.ts';
import type { ApprovalStore } from '../../../model/ports/approval-store.ts';
import type { Connection } from '../connection.ts';
import { tables } from '../schema.ts';

const maxCount = 100;

/** Stores a request. Resolves with false when there is one with this id. */
export async function insertApproval(connection: Connection, approval: StoredApproval): Promise<boolean> {
  return connection.run(async (db) => {
    const insert = db.insertInto('pgwApprovals').values(approval);
    const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  });
}

export async function findApproval(connection: Connection, id: string): Promise<StoredApproval | undefined> {
  return connection.run(async (db) => {
    const row = await db.selectFrom('pgwApprovals').selectAll().where('id', '=', id).executeTakeFirst();
    return row && tables.pgwApprovals.schema.parse(row);
  });
}

export async function listApprovals(
  connection: Connection,
  states: readonly ApprovalState[],
): Promise<StoredApproval[]> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwApprovals').selectAll().where('state', 'in', states);
    const rows = await query.orderBy('requestedAt', 'desc').orderBy('id').limit(maxCount).execute();
    return rows.map((row) => tables.pgwApprovals.schema.parse(row));
  });
}

/** Changes a request by compare-and-set. */
export async function changeApproval(
  connection: Connection,
  ...[id, from, change]: Parameters<ApprovalStore['changeApproval']>
): Promise<boolean> {
  return connection.run(async (db) => {
    const update = db.updateTable('pgwApprovals').set(change).where('id', '=', id);
    const { numUpdatedRows } = await update.where('state', '=', from).executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}
