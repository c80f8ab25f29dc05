import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type {
  RecoveryStore,
  UnknownTransactionReport,
  UnknownTransaction,
} from '../../../../model/ports/recovery-store.ts';
import type { Connection } from '../../connection.ts';
import { createLookUp } from '../../rows/look-up.ts';
import { tables } from '../../schema.ts';

/** The maximum number of unresolved transactions that are listed for a prefix. */
const maxOfPrefix = 50;

const read = (row: unknown): UnknownTransaction => tables.pgwUnknownTransactions.schema.parse(row);

/** Returns a function that lists the unresolved transactions of a prefix. Concurrent calls share a statement. */
const createOpenFinder = (connection: Connection) =>
  createLookUp(connection, 'listOpenUnknownTransactions', {
    toSql: (hasKey) =>
      'select * from (select *, row_number() over (partition by order_prefix order by first_seen_at desc, transaction_key) as place ' +
      `from pgw_unknown_transactions where resolution is null and ${hasKey('pgw_unknown_transactions', 'order_prefix')}) as newest ` +
      `where place <= ${maxOfPrefix} order by place`,
    read,
    getKey: ({ orderPrefix }) => orderPrefix,
  });

/** Creates the methods of a SQL store for unknown transactions and the history. */
export function createRecoveryStore(connection: Connection): RecoveryStore {
  const findOpenOfPrefix = createOpenFinder(connection);
  const history = connection.forNoAccount();
  return {
    readHistoryPosition: () =>
      // A database is restored with all accounts, so they have one history. The newest id of each is found in the index.
      history.run(async (db) => {
        const { rows } = await sql<{ readonly newest: string | null }>`select max((
          select max(id) from pgw_notes where account = pgw_accounts.id)) as newest from pgw_accounts`.execute(
          db,
        );
        return rows[0]?.newest ?? null;
      }),
    hasHistoryPosition: (position) =>
      history.run(async (db) => {
        const { rows } = await sql`select 1 from pgw_accounts
          join pgw_notes on pgw_notes.account = pgw_accounts.id and pgw_notes.id = ${position} limit 1`.execute(
          db,
        );
        return rows.length > 0;
      }),
    recordUnknownTransaction: (report) => recordReport(connection, report),
    findUnknownTransaction: (transactionNumber) =>
      connection.run(async (db) => {
        const row = await db
          .selectFrom('pgwUnknownTransactions')
          .selectAll()
          .where('transactionKey', '=', normalizeReference(transactionNumber))
          .executeTakeFirst();
        return row && read(row);
      }),
    listOpenUnknownTransactions: async ({ orderPrefix, limit }) => {
      if (orderPrefix !== undefined) return (await findOpenOfPrefix(orderPrefix)).slice(0, limit);
      return connection.run(async (db) => {
        const rows = await db
          .selectFrom('pgwUnknownTransactions')
          .selectAll()
          .where('resolution', 'is', null)
          .orderBy('firstSeenAt', 'desc')
          .orderBy('transactionKey')
          .limit(limit)
          .execute();
        return rows.map(read);
      });
    },
    resolveUnknownTransaction: (transactionNumber, { resolution, reason }) =>
      connection.run(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('pgwUnknownTransactions')
          .set({ resolution, reason })
          .where('transactionKey', '=', normalizeReference(transactionNumber))
          .where('resolution', 'is', null)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
  };
}

function recordReport(connection: Connection, report: UnknownTransactionReport): Promise<UnknownTransaction> {
  const { seenAt, ...fields } = report;
  const row = {
    ...fields,
    transactionKey: normalizeReference(fields.transactionNumber),
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
    timesSeen: 1,
    resolution: null,
    reason: null,
  };
  return connection.run(async (db) => {
    const stored = await db
      .insertInto('pgwUnknownTransactions')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('transactionKey').doUpdateSet((expression) => ({
          status: expression.ref('excluded.status'),
          lastSeenAt: expression.ref('excluded.lastSeenAt'),
          timesSeen: sql<number>`pgw_unknown_transactions.times_seen + 1`,
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return tables.pgwUnknownTransactions.schema.parse(stored);
  });
}
