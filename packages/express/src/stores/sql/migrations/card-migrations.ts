import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** Adds the columns and tables for cards. */
export async function createCardTables(db: Database): Promise<void> {
  const columns = [
    ['cardState', 'text'],
    ['cardSentAt', 'bigint'],
    ['authType', 'integer'],
    ['capturedAmount', 'bigint'],
  ] as const;
  // SQLite adds one column per statement.
  for (const [name, type] of columns)
    await db.schema.alterTable('pgwPayments').addColumn(name, type).execute();
  await db.schema
    .alterTable('pgwPayments')
    .addColumn('cardRound', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('pgwCardSeeds')
    .addColumn('period', 'bigint', (column) => column.primaryKey())
    .addColumn('seed', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pgwCardTries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_card_tries_end').on('pgwCardTries').column('endsAt').execute();
}

/** Creates the table of captures. */
export async function createCaptureTable(db: Database): Promise<void> {
  await db.schema
    .createTable('pgwCaptures')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('isLast', 'integer', (column) => column.notNull())
    .addColumn('captureNumber', 'text')
    .addColumn('message', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_captures_payment').on('pgwCaptures').column('referenceKey').execute();
}

/** Creates the table of saved cards. */
export async function createSavedCardTable(db: Database): Promise<void> {
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
