import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import { migrations } from './migrations.ts';

/**
 * Opens the sandbox's database: in memory, or the file `sandbox.db` of a directory that is made when missing. One that
 * an earlier version wrote is brought up to date, with all it holds.
 *
 * @throws PgwError `invalid-configuration` when the directory cannot be written, or a later version wrote it.
 */
export function openDatabase(data: string): DatabaseSync {
  try {
    if (data !== ':memory:') mkdirSync(data, { recursive: true });
    const path = data === ':memory:' ? data : join(data, 'sandbox.db');
    const database = new PreparedDatabase(path, { timeout: 10_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
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

/** Prepares each text once: parsing SQL takes longer than most of these statements. */
class PreparedDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? super.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
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
