import { foldReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { OperationStore } from '../../../operations/operation-store.ts';
import type { Connection } from '../connection.ts';
import { storedDifferenceSchema } from '../rows/tables.ts';
import { insertNote } from './notes.ts';

type DifferenceMethods = Pick<OperationStore, 'setDifferences' | 'listDifferences' | 'acceptDifference'>;

/** Creates the methods of a SQL store for differences between the store and the gateway. */
export function createDifferenceMethods(connection: Connection): DifferenceMethods {
  return {
    setDifferences: (reference, codes, differences) =>
      connection.transaction(async (db) => {
        const found = differences.map(({ code }) => code);
        const ended = codes.filter((code) => !found.includes(code));
        const referenceKey = foldReference(reference);
        if (ended.length > 0)
          await db
            .deleteFrom('pgwDifferences')
            .where('referenceKey', '=', referenceKey)
            .where('code', 'in', ended)
            .execute();
        for (const difference of differences) {
          await db
            .insertInto('pgwDifferences')
            .values({ ...difference, referenceKey, isAccepted: 0 })
            .onConflict((conflict) =>
              conflict.columns(['referenceKey', 'code']).doUpdateSet((expression) => ({
                message: expression.ref('excluded.message'),
                // The same difference stays accepted.
                isAccepted: sql<number>`case when pgw_differences.message = excluded.message then pgw_differences.is_accepted else 0 end`,
              })),
            )
            .execute();
        }
      }),
    listDifferences: ({ reference, limit }) =>
      connection.run(async (db) => {
        const rows = await db
          .selectFrom('pgwDifferences')
          .select(['reference', 'code', 'message', 'foundAt'])
          .where('isAccepted', '=', 0)
          .$if(reference !== undefined, (query) =>
            query.where('referenceKey', '=', foldReference(reference ?? '')),
          )
          .orderBy('foundAt', 'desc')
          .orderBy('referenceKey')
          .limit(limit)
          .execute();
        return rows.map((row) => storedDifferenceSchema.parse(row));
      }),
    acceptDifference: ({ reference, code }, note) =>
      connection.transaction(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('pgwDifferences')
          .set({ isAccepted: 1 })
          .where('referenceKey', '=', foldReference(reference))
          .where('code', '=', code)
          .where('isAccepted', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await insertNote(db, note);
        return true;
      }),
  };
}
