import { sql } from 'kysely';
import { createCaptureTable, createCardTables, createSavedCardTable } from './card-migrations.ts';
import type { Database } from '../connection.ts';
import { createUnknownTransactionTable } from './recovery-migrations.ts';

/** Migrations in their order. Never edit a released migration. */
export const migrations: Readonly<Record<string, (db: Database) => Promise<void>>> = {
  '0001-payments': async (db) => {
    await createPaymentTables(db);
    await createInboxTables(db);
    await createRefundTable(db);
  },
  '0002-cards': createCardTables,
  '0003-captures': createCaptureTable,
  '0004-callbacks-to-settle': async (db) => {
    await db.schema.alterTable('pgwCallbacks').addColumn('settleAt', 'bigint').execute();
    await sql`create index pgw_callbacks_settle on pgw_callbacks (settle_at) where settle_at is not null`.execute(
      db,
    );
  },
  '0005-saved-cards': createSavedCardTable,
  '0006-notes-in-one-row': async (db) => {
    await db.schema.alterTable('pgwNotes').addColumn('more', 'text').execute();
  },
  '0007-unknown-transactions': createUnknownTransactionTable,
};

async function createPaymentTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwPayments')
    .addColumn('referenceKey', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('orderId', 'text', (column) => column.notNull())
    .addColumn('attempt', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('currencyCode', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
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
    .addColumn('askedAt', 'bigint')
    .addColumn('nextAskAt', 'bigint')
    .addColumn('fulfilment', 'text', (column) => column.notNull())
    .addColumn('fulfilAttempts', 'integer', (column) => column.notNull())
    .addColumn('nextFulfilAt', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addUniqueConstraint('pgw_payments_attempt', ['orderId', 'attempt'])
    .execute();
  // One order starts one payment at a time.
  await sql`create unique index pgw_payments_starting on pgw_payments (order_id) where state = 'created'`.execute(
    db,
  );
  await sql`create index pgw_payments_ask on pgw_payments (next_ask_at) where next_ask_at is not null`.execute(
    db,
  );
  await sql`create index pgw_payments_fulfil on pgw_payments (next_fulfil_at) where next_fulfil_at is not null`.execute(
    db,
  );
  await db.schema.createIndex('pgw_payments_created').on('pgwPayments').column('createdAt').execute();
  await db.schema
    .createTable('pgwOrders')
    .addColumn('orderId', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .execute();
}

async function createInboxTables(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwCallbacks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('transactionNumber', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('rawBody', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwRejectedCallbacks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('rawBody', 'text', (column) => column.notNull())
    .addColumn('signature', 'text')
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwNotes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwBudgets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('second', 'bigint', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_callbacks_payment').on('pgwCallbacks').column('referenceKey').execute();
  await db.schema.createIndex('pgw_notes_payment').on('pgwNotes').column('referenceKey').execute();
}

async function createRefundTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwRefunds')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('refundTransactionNumber', 'text')
    .addColumn('gatewayStatus', 'integer')
    .addColumn('message', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('nextAskAt', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_refunds_payment').on('pgwRefunds').column('referenceKey').execute();
  await sql`create index pgw_refunds_ask on pgw_refunds (next_ask_at) where next_ask_at is not null`.execute(
    db,
  );
}
