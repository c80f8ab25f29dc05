import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** Creates the table of unknown transactions. */
export async function createUnknownTransactionTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwUnknownTransactions')
    .addColumn('transactionKey', 'text', (column) => column.primaryKey())
    .addColumn('transactionNumber', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('orderPrefix', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currencyCode', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('rawBody', 'text')
    .addColumn('firstSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('timesSeen', 'integer', (column) => column.notNull())
    .addColumn('resolution', 'text')
    .addColumn('reason', 'text')
    .execute();
  await sql`create index pgw_unknown_transactions_open on pgw_unknown_transactions (order_prefix) where resolution is null`.execute(
    db,
  );
}
