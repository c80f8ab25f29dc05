import { sql } from 'kysely';
import * as z from '@pgw/protocol/zod';
import type { Database } from '../schema.ts';
import type { Backend } from '../backends.ts';

/**
 * Makes the account a part of every key and index, as in `toCreateSql`, and gives all rows to the first account. It edits the definitions
 * that the database has, because those of `schema.ts` may have changed since.
 */
export async function addAccounts(db: Database, { hasAlterableKeys }: Backend): Promise<void> {
  await (hasAlterableKeys ? alterKeys(db) : copyTables(db));
  await sql`create table pgw_accounts (id integer not null, origin text, merchant_id text, created_at bigint, swept_at bigint,
    primary key (id), constraint pgw_accounts_identity unique (origin, merchant_id))`.execute(db);
  await sql`insert into pgw_accounts (id) values (1)`.execute(db);
}

/** The tables whose rows are read in the order of the primary key. */
const orderedTables = new Set(['pgw_callbacks', 'pgw_rejected_callbacks', 'pgw_notes']);

/** Adds the account to the columns of a primary key, a unique key or an index. */
function addAccount(owner: string, definition: string): string {
  const isKey = /^(?:primary key|unique)/i.test(definition);
  const isTime = definition.endsWith(' (created_at)');
  const isUnique = / unique /i.test(definition);
  const beginsWithAccount = isKey
    ? definition.toLowerCase().startsWith('primary key') && orderedTables.has(owner)
    : isTime || (/ where /i.test(definition) && !isUnique);
  const withAccount = beginsWithAccount
    ? definition.replace('(', '(account, ')
    : definition.replace(/\((\w+)/, '($1, account');
  return isTime ? `${withAccount} where created_at >= 0` : withAccount;
}

const definitionsSchema = z.array(z.object({ owner: z.string(), name: z.string(), definition: z.string() }));

async function alterKeys(db: Database): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const isOwn = sql`pg_class.relnamespace = current_schema()::regnamespace and substr(pg_class.relname, 1, 4) = 'pgw_'
    and pg_class.relname <> 'pgw_migrations'`;
  const indexes =
    await sql`select pg_class.relname as owner, index_class.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid join pg_class as index_class on index_class.oid = indexrelid
    where ${isOwn} and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(db);
  const keys =
    await sql`select pg_class.relname as owner, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid where ${isOwn} and contype in ('p', 'u')`.execute(
      db,
    );
  const ownKeys = definitionsSchema.parse(keys.rows);
  for (const owner of new Set(ownKeys.map((key) => key.owner))) {
    await run(`alter table ${owner} add column account integer not null default 1`);
    await run(`alter table ${owner} alter column account drop default`);
  }
  for (const { owner, name, definition } of ownKeys) {
    await run(`alter table ${owner} drop constraint ${name}`);
    await run(`alter table ${owner} add constraint ${name} ${addAccount(owner, definition)}`);
  }
  for (const { owner, name, definition } of definitionsSchema.parse(indexes.rows)) {
    await run(`drop index ${name}`);
    await run(addAccount(owner, definition));
  }
}

/** SQLite cannot change the keys of a table, so each table is copied. */
async function copyTables(db: Database): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const { rows } = await sql`select tbl_name as owner, name, sql as definition from sqlite_master
    where substr(tbl_name, 1, 4) = 'pgw_' and tbl_name <> 'pgw_migrations' and sql is not null
    order by type desc`.execute(db);
  for (const { owner, name, definition } of definitionsSchema.parse(rows)) {
    if (name !== owner) {
      // The index of a table that was copied before.
      await run(addAccount(owner, definition));
      continue;
    }
    const parts = definition.slice(definition.indexOf('(') + 1);
    const keyedParts = parts.replaceAll(/\b(?:primary key|unique) \(\w+/gi, (key) => addAccount(owner, key));
    await run(`create table ${owner}_copy (account integer not null, ${keyedParts}`);
    await run(`insert into ${owner}_copy select 1, ${owner}.* from ${owner}`);
    await run(`drop table ${owner}`);
    await run(`alter table ${owner}_copy rename to ${owner}`);
  }
}
