import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { toSnakeCase } from '../rows/snake-case.ts';
import { tables } from '../schema.ts';
import { toCreateSql } from '../table.ts';

/**
 * The migrations of stores of earlier versions, in their order. A new store is created from `schema.ts` and runs none of
 * them. Never edit a released migration.
 */
export const migrations: Readonly<Record<string, (db: Database) => Promise<void>>> = {
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
};

/** Creates the tables of a new store. */
export async function createTables(db: Database): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    for (const statement of toCreateSql(toSnakeCase(name), table)) await sql.raw(statement).execute(db);
  }
}
