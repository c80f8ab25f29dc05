import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import {
  followLinks,
  openPrivateDatabase,
  parsePath,
  requireNodeWithSqlite,
  getErrorMessage,
} from '@pgw/protocol/internal';
import { toCreateStatements, type TableDefinition } from './table.ts';

/** The statements after which a database of an earlier version has the schema of the next one, by the earlier version. */
const migrations: Readonly<Record<number, string>> = {
  6: 'ALTER TABLE payments ADD COLUMN details TEXT; ALTER TABLE sessions ADD COLUMN details TEXT;',
};

/** The `user_version` of a database with the current schema. A later schema needs an entry of `migrations`. */
const schemaVersion = 7;

/**
 * Opens the database of the sandbox in memory, or in the file `sandbox.db` of a directory. A missing
 * directory is created.
 *
 * @throws PgwError `invalid-configuration` when Node is older than 22.13, when the directory is not writable,
 * or when a version with another schema wrote the file.
 */
export function openDatabase(data: string, tables: readonly TableDefinition[]): DatabaseSync {
  requireNodeWithSqlite('@pgw/sandbox');
  const inMemory = data === ':memory:';
  const path = inMemory ? data : join(parsePath(data, { option: 'data', isFolder: true }), 'sandbox.db');
  try {
    const database = inMemory ? createDatabase(path) : openPrivateDatabase(followLinks(path), createDatabase);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return createTables(database, tables);
  } catch (cause) {
    const reason = getErrorMessage(cause);
    throw new PgwError(
      'invalid-configuration',
      `The sandbox cannot store its data in ${data} (${reason}). Use a directory that it may write to.`,
      { cause },
    );
  }
}

/** Prepares each SQL text only once, because parsing takes longer than most of these statements. */
function createDatabase(path: string): DatabaseSync {
  // The module is loaded here, because a static import fails in an older Node before the version is checked.
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const statements = new Map<string, StatementSync>();
  class PreparedDatabase extends Database {
    override prepare(sql: string): StatementSync {
      const statement = statements.get(sql) ?? super.prepare(sql);
      statements.set(sql, statement);
      return statement;
    }
  }
  return new PreparedDatabase(path);
}

/** Runs `work` in a database transaction. The transaction is rolled back when `work` throws. */
export function runInTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

export function deleteAllRows(database: DatabaseSync): void {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  runInTransaction(database, () => {
    // Rows are deleted before the rows that refer to them. The rule is checked at the commit.
    database.exec('PRAGMA defer_foreign_keys = ON');
    for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`);
  });
}

/** A second process that opens the same file waits for the transaction. */
function createTables(database: DatabaseSync, tables: readonly TableDefinition[]): DatabaseSync {
  try {
    runInTransaction(database, () => {
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      if (version === schemaVersion) return;
      if (version > schemaVersion) throw new Error('a later version of the sandbox wrote the file');
      for (let from = version; migrations[from] !== undefined; from += 1)
        database.exec(migrations[from] ?? '');
      const isMigrated = migrations[version] !== undefined;
      if (!isMigrated && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)
        throw new Error('a version before the first release wrote the file sandbox.db, so delete the file');
      if (!isMigrated) database.exec(tables.map(toCreateStatements).join('\n'));
      database.exec(`PRAGMA user_version = ${schemaVersion}`);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
