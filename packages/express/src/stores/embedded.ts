import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import { NodeSqliteDialect } from './sql/node-sqlite.ts';
import { sqlStore } from './sql/sql-store.ts';
import type { Store } from './store.ts';

export interface EmbeddedStoreOptions {
  /** Path of the database file; its folder is created. Default `.pgw/payments.db`. The shop may keep tables in it too. */
  readonly file?: string;
}

/** Writes in the transaction that marks a payment fulfilled. */
export interface EmbeddedTransaction {
  /** Runs one statement. Answers the number of rows changed. */
  run(sql: string, ...parameters: SQLInputValue[]): number;
  /** Runs one query. Answers its rows. */
  all(sql: string, ...parameters: SQLInputValue[]): Record<string, SQLOutputValue>[];
}

/**
 * Keeps payments in one SQLite file on this machine's disk, with nothing to install: write-ahead log, every commit
 * synchronised, so that what was acknowledged survives `kill -9` and a power cut. Several processes of one machine
 * may share the file.
 *
 * A transaction holds the only connection, so keep `onPaid` short: write with `tx`, and send emails elsewhere.
 *
 * @throws PgwError `invalid-configuration` from `open` when the file cannot be opened or written.
 */
export function embeddedStore(options: EmbeddedStoreOptions = {}): Store<EmbeddedTransaction> {
  return sqliteStore(options.file ?? '.pgw/payments.db');
}

/** A SQLite store over a file, or over memory with `:memory:`. */
export function sqliteStore(file: string): Store<EmbeddedTransaction> {
  let database: DatabaseSync | undefined;
  const opened = (): DatabaseSync => (database ??= openDatabase(file));
  return sqlStore<EmbeddedTransaction>({
    dialect: new NodeSqliteDialect(opened),
    locksRows: false,
    settlingLanes: 1,
    prepare: () => void opened(),
    handle: (running) => ({
      run: (sql, ...parameters) => {
        running.use();
        const { changes } = opened()
          .prepare(sql)
          .run(...parameters);
        return Number(changes);
      },
      all: (sql, ...parameters) => {
        running.use();
        return opened()
          .prepare(sql)
          .all(...parameters);
      },
    }),
  });
}

function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    // The timeout is set before anything else: two processes that open the file at once wait for each other.
    const database = new DatabaseSync(file, { timeout: 10_000 });
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    return database;
  } catch (cause) {
    throw new PgwError(
      'invalid-configuration',
      `The payment store cannot open ${file}: ${cause instanceof Error ? cause.message : 'unknown error'}. ` +
        'Give a path that this process may create and write.',
      { cause },
    );
  }
}
