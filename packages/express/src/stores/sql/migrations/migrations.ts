import type { Database } from '../connection.ts';
import { createTables } from './tables.ts';

/** Migrations in their order. Never edit a released migration. */
export const migrations: Readonly<Record<string, (db: Database) => Promise<void>>> = {
  '0001-tables': createTables,
};
