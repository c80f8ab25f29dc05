import type { DatabaseSync } from 'node:sqlite';

/** Creates the tables of the back office if they do not exist. */
export function createTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS back_office_sessions (
      id_hash TEXT PRIMARY KEY, data TEXT NOT NULL, ends_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS back_office_actions (
      key TEXT PRIMARY KEY, at INTEGER NOT NULL, clerk TEXT NOT NULL, text TEXT NOT NULL, subject TEXT NOT NULL, error TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS back_office_actions_by_subject ON back_office_actions (subject);
  `);
}
