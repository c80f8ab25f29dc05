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
};

/** Creates the tables of a new store. */
export async function createTables(db: Database): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    for (const statement of toCreateSql(toSnakeCase(name), table)) await sql.raw(statement).execute(db);
  }
}
