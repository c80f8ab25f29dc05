import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** Creates all tables of a store. */
export async function createTables(db: Database): Promise<void> {
  await createPaymentTables(db);
  await createHookTable(db);
  await createCallbackTables(db);
  await createTimelineTable(db);
  await createOperationTable(db);
  await createDiscrepancyTable(db);
  await createUnknownTransactionTable(db);
  await createCardTables(db);
  await createLimitTables(db);
}

async function createPaymentTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwPayments')
    .addColumn('referenceKey', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('orderId', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('currencyCode', 'text', (column) => column.notNull())
    .addColumn('changedAmount', 'bigint')
    .addColumn('changedCurrencyCode', 'text')
    .addColumn('pricedAt', 'bigint', (column) => column.notNull())
    .addColumn('acceptedAt', 'bigint')
    .addColumn('description', 'text')
    .addColumn('tokenSeed', 'text', (column) => column.notNull())
    .addColumn('openedOnPhoneAt', 'bigint')
    .addColumn('channelId', 'integer')
    .addColumn('channelName', 'text')
    .addColumn('bankId', 'text')
    .addColumn('bankName', 'text')
    .addColumn('channelImageUrl', 'text')
    .addColumn('bankImageUrl', 'text')
    .addColumn('fee', 'bigint', (column) => column.notNull())
    .addColumn('callbackUrl', 'text', (column) => column.notNull())
    .addColumn('transactionNumber', 'text')
    .addColumn('redirect', 'text')
    .addColumn('gatewayStatus', 'integer')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('settledAt', 'bigint')
    .addColumn('queriedAt', 'bigint')
    .addColumn('nextQueryAt', 'bigint')
    .addColumn('fulfilment', 'text', (column) => column.notNull())
    .addColumn('fulfilAttempts', 'integer', (column) => column.notNull())
    .addColumn('nextFulfilAt', 'bigint')
    .addColumn('cardState', 'text')
    .addColumn('cardRound', 'integer', (column) => column.notNull())
    .addColumn('cardSentAt', 'bigint')
    .addColumn('authType', 'integer')
    .addColumn('capturedAmount', 'bigint')
    .addColumn('discrepancy', 'text')
    .addColumn('transitions', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addUniqueConstraint('pgw_payments_attempt', ['orderId', 'attempt'])
    // A payment is only stored by a process that knows every earlier payment of its order.
    .addUniqueConstraint('pgw_payments_ordinal', ['orderId', 'ordinal'])
    .execute();
  await createPaymentIndexes(db);
  await db.schema
    .createTable('pgwOrders')
    .addColumn('orderId', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text')
    .execute();
}

async function createPaymentIndexes(db: Database): Promise<void> {
  // With the time of creation, the newest of many due payments are found in the index.
  await createDueIndex(db, {
    name: 'pgw_payments_query',
    table: 'pgw_payments',
    column: 'next_query_at',
    further: ['created_at'],
  });
  await createDueIndex(db, { name: 'pgw_payments_fulfil', table: 'pgw_payments', column: 'next_fulfil_at' });
  await db.schema.createIndex('pgw_payments_created').on('pgwPayments').column('createdAt').execute();
}

async function createHookTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwHooks')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('operationId', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAttemptAt', 'bigint')
    .execute();
  await db.schema.createIndex('pgw_hooks_payment').on('pgwHooks').column('referenceKey').execute();
  await createDueIndex(db, { name: 'pgw_hooks_attempt', table: 'pgw_hooks', column: 'next_attempt_at' });
}

async function createCallbackTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwCallbacks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('transactionNumber', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('rawBody', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .addColumn('settleAt', 'bigint')
    .execute();
  await db.schema.createIndex('pgw_callbacks_payment').on('pgwCallbacks').column('referenceKey').execute();
  await createDueIndex(db, { name: 'pgw_callbacks_settle', table: 'pgw_callbacks', column: 'settle_at' });
  await db.schema
    .createTable('pgwRejectedCallbacks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('rawBody', 'text', (column) => column.notNull())
    .addColumn('signature', 'text')
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function createTimelineTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwNotes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('more', 'text')
    .execute();
  await db.schema.createIndex('pgw_notes_payment').on('pgwNotes').column('referenceKey').execute();
}

async function createOperationTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwOperations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('shortId', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('requestedAmount', 'bigint', (column) => column.notNull().check(sql`requested_amount > 0`))
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('charge', 'bigint', (column) => column.notNull())
    .addColumn('currencyCode', 'text', (column) => column.notNull())
    .addColumn('channelId', 'integer')
    .addColumn('isLast', 'integer', (column) => column.notNull())
    .addColumn('beneficiary', 'text')
    .addColumn('receiptUrl', 'text')
    .addColumn('transactionNumber', 'text')
    .addColumn('gatewayStatus', 'integer')
    .addColumn('reason', 'text')
    .addColumn('message', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('nextQueryAt', 'bigint')
    .addColumn('overdueDays', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('pgw_operations_reference')
    .on('pgwOperations')
    .column('referenceKey')
    .execute();
  await db.schema.createIndex('pgw_operations_created').on('pgwOperations').column('createdAt').execute();
  await createDueIndex(db, {
    name: 'pgw_operations_query',
    table: 'pgw_operations',
    column: 'next_query_at',
  });
  // Only operations without a final outcome have a time for the next query.
  await sql`create index pgw_operations_open on pgw_operations (created_at) where next_query_at is not null`.execute(
    db,
  );
  // A payout has a reference of its own.
  await sql`create unique index pgw_operations_payout on pgw_operations (reference_key) where kind = 'payout'`.execute(
    db,
  );
}

async function createDiscrepancyTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwDiscrepancies')
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('foundAt', 'bigint', (column) => column.notNull())
    .addColumn('isAccepted', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pgw_discrepancies_pkey', ['referenceKey', 'code'])
    .execute();
}

async function createUnknownTransactionTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwUnknownTransactions')
    .addColumn('transactionKey', 'text', (column) => column.primaryKey())
    .addColumn('transactionNumber', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('orderPrefix', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('amount', 'double precision', (column) => column.notNull())
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

async function createCardTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwCardSeeds')
    .addColumn('period', 'bigint', (column) => column.primaryKey())
    .addColumn('seed', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwSavedCards')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customerKey', 'text', (column) => column.notNull())
    .addColumn('cardKey', 'text', (column) => column.notNull())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('token', 'text')
    .addColumn('brand', 'text')
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('expiry', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('pgw_saved_cards_card', ['customerKey', 'cardKey'])
    .execute();
  await db.schema.createIndex('pgw_saved_cards_payment').on('pgwSavedCards').column('referenceKey').execute();
}

async function createLimitTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwBudgets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('second', 'bigint', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwCardTries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_card_tries_end').on('pgwCardTries').column('endsAt').execute();
}

/** Creates an index of the rows whose column is not null. Such a column has the time at which work is due. */
async function createDueIndex(
  db: Database,
  {
    name,
    table,
    column,
    further = [],
  }: {
    readonly name: string;
    readonly table: string;
    readonly column: string;
    readonly further?: readonly string[];
  },
): Promise<void> {
  const columns = sql.join([column, ...further].map((part) => sql.ref(part)));
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${columns}) where ${sql.ref(column)} is not null`.execute(
    db,
  );
}
