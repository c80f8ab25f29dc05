import { normalizeReference } from '@pgw/protocol';
import type { StoredDiscrepancy } from '../../../../model/payments/discrepancy.ts';
import type { OperationStore } from '../../../../model/ports/operation-store.ts';
import type { Connection } from '../../connection.ts';
import { tables } from '../../schema.ts';
import { insertNote } from '../notes.ts';

type DiscrepancyMethods = Pick<
  OperationStore,
  'setDiscrepancies' | 'listDiscrepancies' | 'acceptDiscrepancy'
>;

/** Creates the methods of a SQL store for discrepancies between the store and the gateway. */
export function createDiscrepancyMethods(connection: Connection): DiscrepancyMethods {
  return {
    setDiscrepancies: (reference, codes, discrepancies) =>
      connection.transaction(async (db) => {
        const found = discrepancies.map(({ code }) => code);
        const ended = codes.filter((code) => !found.includes(code));
        const referenceKey = normalizeReference(reference);
        if (ended.length > 0)
          await db
            .deleteFrom('pgwDiscrepancies')
            .where('referenceKey', '=', referenceKey)
            .where('code', 'in', ended)
            .execute();
        const written: StoredDiscrepancy[] = [];
        for (const discrepancy of discrepancies) {
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
      }),
    listDiscrepancies: ({ reference, limit }) =>
      connection.run(async (db) => {
        const rows = await db
          .selectFrom('pgwDiscrepancies')
          .selectAll()
          .where('isAccepted', '=', 0)
          .$if(reference !== undefined, (query) =>
            query.where('referenceKey', '=', normalizeReference(reference ?? '')),
          )
          .orderBy('foundAt', 'desc')
          .orderBy('referenceKey')
          .limit(limit)
          .execute();
        return rows.map((row) => tables.pgwDiscrepancies.schema.parse(row));
      }),
    acceptDiscrepancy: ({ reference, code }, note) =>
      connection.transaction(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('pgwDiscrepancies')
          .set({ isAccepted: 1 })
          .where('referenceKey', '=', normalizeReference(reference))
          .where('code', '=', code)
          .where('isAccepted', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await insertNote(db, note);
        return true;
      }),
  };
}
