import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createPrivateFile, PgwError, requireNodeWithSqlite } from '@pgw/protocol';
import { migrations } from './migrations.ts';

/**
 * Opens the sandbox's database: in memory, or the file `sandbox.db` of a directory that is made when missing. One that
 * an earlier version wrote is brought up to date, with all it holds.
 *
 * @throws PgwError `invalid-configuration` when Node is older than 22.13, the directory cannot be written, or a later version wrote
 * the file.
 */
export function openDatabase(data: string): DatabaseSync {
  requireNodeWithSqlite('@pgw/sandbox');
  try {
    const path = data === ':memory:' ? data : join(data, 'sandbox.db');
    if (data !== ':memory:') createPrivateFile(path);
    const database = preparedDatabase(path);
    // The timeout comes first: two processes that open the file at the same time wait for each other. The option of the
    // constructor would do the same, but Node ignores it before 22.16.
    database.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return migrated(database);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PgwError(
      'invalid-configuration',
      `The sandbox cannot keep its data in ${data} (${reason}). Give a directory that it may write to.`,
      { cause },
    );
  }
}

/** A database that prepares each text once: parsing SQL takes longer than most of these statements. */
function preparedDatabase(path: string): DatabaseSync {
  // Loaded here, because a static import fails in an older Node before the version can be checked.
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

/** Runs `work` in one transaction: all of it is kept, or nothing. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
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

/** Takes the steps that a database has not seen, in one transaction: two processes that open it take turns. */
function migrated(database: DatabaseSync): DatabaseSync {
  try {
    transaction(database, () => {
      const seen = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
      if (seen > migrations.length) throw new Error('a later version of the sandbox wrote it');
      for (const step of migrations.slice(seen)) database.exec(step);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
