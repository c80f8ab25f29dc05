import { sql, type Generated, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Migration } from 'kysely/migration';
import { paymentStates, type Payment } from '../payments/payment.ts';
import type { StoredCallback } from './store.ts';

/** The tables, by their names in camelCase (the database has snake_case). */
export interface Tables {
  pgwPayments: Payment & { readonly referenceKey: string };
  pgwCallbacks: StoredCallback & { readonly id: Generated<number>; readonly referenceKey: string };
}

const time = z.number().int();
const text = z.string().nullable();

/** A stored payment, parsed when it is read, so that a row edited by hand cannot slip through. */
export const storedPayment: z.ZodType<Payment> = z.object({
  reference: z.string(),
  orderId: z.string(),
  attempt: z.string(),
  state: z.enum(paymentStates),
  amount: z.number().int().positive(),
  currencyCode: z.string(),
  description: text,
  channelId: z.number().int().nullable(),
  channelName: text,
  bankId: text,
  bankName: text,
  callbackUrl: z.string(),
  transactionNumber: text,
  redirect: text,
  gatewayStatus: z.number().int().nullable(),
  createdAt: time,
  expiresAt: time.nullable(),
  settledAt: time.nullable(),
  askedAt: time.nullable(),
  nextAskAt: time.nullable(),
  fulfilment: z.enum(['none', 'due', 'done']),
  fulfilAttempts: z.number().int(),
  nextFulfilAt: time.nullable(),
  version: z.number().int(),
});

/** Migrations in the order of their names. One that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-payments': {
    async up(db: Kysely<unknown>): Promise<void> {
      await createPayments(db);
      await createCallbacks(db);
    },
  },
};

async function createPayments(db: Kysely<unknown>): Promise<void> {
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
  await db.schema.createIndex('pgw_payments_ask').on('pgwPayments').column('nextAskAt').execute();
  await db.schema.createIndex('pgw_payments_fulfil').on('pgwPayments').column('nextFulfilAt').execute();
}

async function createCallbacks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pgwCallbacks')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('referenceKey', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('transactionNumber', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('rawBody', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pgw_callbacks_reference').on('pgwCallbacks').column('referenceKey').execute();
}
