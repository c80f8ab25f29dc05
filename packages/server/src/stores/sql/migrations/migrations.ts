import { sql } from 'kysely';
import type { Backend } from '../backends.ts';
import { toSnakeCase } from '../columns.ts';
import { tables, type Database } from '../schema.ts';
import { toCreateSql } from '../table.ts';
import { addAccounts } from './add-accounts.ts';

type Migration = (db: Database, backend: Backend) => Promise<void>;

/**
 * The migrations of stores of earlier versions, in their order. A new store is created from `schema.ts` and runs none of
 * them. Never edit a released migration.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  // No store is older than this version.
  '0001-tables': () => Promise.resolve(),
  // The calls of `onPaid` are rows like the calls of the other hooks.
  '0002-paid-hooks': async (db) => {
    await sql`
      insert into pgw_hooks (reference_key, position, key, name, reason, operation_id, state, attempts, next_attempt_at)
      select reference_key, 0, reference, 'onPaid', null, null, fulfillment_state, fulfillment_attempts,
        fulfillment_next_attempt_at
      from pgw_payments where fulfillment_state in ('due', 'dead')`.execute(db);
    await sql`drop index pgw_payments_fulfill`.execute(db);
    for (const column of ['fulfillment_attempts', 'fulfillment_next_attempt_at'])
      await sql`alter table pgw_payments drop column ${sql.ref(column)}`.execute(db);
  },
  // The tries of the refund of a second payment are calls. Before, they were due by the last refusal, or by an operation
  // that was never sent, or every hour.
  '0003-second-payments': async (db) => {
    const insert = sql`insert into pgw_hooks (reference_key, position, key, name, state, attempts, next_attempt_at)`;
    const number = sql`cast(substr(id, length(reference) + 9) as integer)`;
    await sql`${insert}
      select reference_key, 0, 'second:' || reference || ':' || (${number} + 1), 'refundSecondPayment', 'due', 0, next_query_at
      from pgw_operations
      where id like 'second:%' and id not like '%:wait' and state in ('refused', 'failed') and next_query_at is not null`.execute(
      db,
    );
    await sql`${insert}
      select reference_key, 0, 'second:' || reference || ':0', 'refundSecondPayment', 'due', 1, 0
      from pgw_payments
      where state in ('paid', 'refunding') and fulfillment_state = 'withheld' and not exists (
        select 1 from pgw_operations as tries
        where tries.reference_key = pgw_payments.reference_key and tries.id like 'second:%' and tries.id not like '%:wait'
      )`.execute(db);
    await sql`update pgw_hooks set attempts = 0, operation_id = 'wait' where name = 'refundSecondPayment' and exists (
      select 1 from pgw_operations as waits
      where waits.reference_key = pgw_hooks.reference_key and waits.id like 'second:%:wait'
    )`.execute(db);
    await sql`delete from pgw_operations where id like 'second:%:wait'`.execute(db);
    await sql`update pgw_operations set next_query_at = null
      where id like 'second:%' and state in ('refused', 'failed')`.execute(db);
  },
  '0004-marks': async (db) => {
    await sql`create table pgw_marks (name text not null, at bigint not null, primary key (name))`.execute(
      db,
    );
    await sql`alter table pgw_hooks add column reported_at bigint`.execute(db);
  },
  '0005-accounts': addAccounts,
  '0006-traceparents': async (db) => {
    await sql`alter table pgw_payments add column traceparent text`.execute(db);
  },
  '0007-shops': async (db) => {
    await sql`alter table pgw_accounts add column shop_id text`.execute(db);
    await sql`alter table pgw_accounts add column has_plain_url integer`.execute(db);
    await sql`update pgw_accounts set has_plain_url = 1`.execute(db);
    await sql`create unique index pgw_accounts_shop on pgw_accounts (shop_id)`.execute(db);
  },
  '0008-order-details': async (db) => {
    await sql`alter table pgw_payments add column details_hash text`.execute(db);
  },
  '0009-environments': async (db) => {
    await sql`alter table pgw_accounts add column environment text`.execute(db);
  },
  '0010-approvals': async (db) => {
    await sql`create table pgw_approvals (account integer not null, id text not null, kind text not null, reference text,
      amount bigint not null check (amount >= 1), currency_code text not null, state text not null, requested_by_id text not null,
      requested_by text not null, requested_at bigint not null, decided_by_id text, decided_by text, decided_at bigint, reason text,
      request text, primary key (id, account))`.execute(db);
    await sql`create index pgw_approvals_open on pgw_approvals (account, requested_at) where request is not null`.execute(
      db,
    );
  },
  '0011-loyalty': async (db) => {
    await sql`alter table pgw_payments add column loyalty text`.execute(db);
  },
};

/** Creates the tables of a new store, and its first account. */
export async function createTables(db: Database): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    for (const statement of toCreateSql(toSnakeCase(name), table)) await sql.raw(statement).execute(db);
  }
  await db.insertInto('pgwAccounts').values({ id: 1 }).execute();
}
