import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';
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
    dialect: new NodeSqliteDialect({ database: () => Promise.resolve(adapt(opened())) }),
    locksRows: false,
    settlingLanes: 1,
    prepare: () => void opened(),
    handle: () => ({
      run: (sql, ...parameters) =>
        Number(
          opened()
            .prepare(sql)
            .run(...parameters).changes,
        ),
      all: (sql, ...parameters) =>
        opened()
          .prepare(sql)
          .all(...parameters),
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

/** Statements that are kept ready. Ours are few; those of filters vary with the number of their values. */
const mostStatements = 100;

/** node:sqlite in the shape that kysely's dialect asks for. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const known = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const ready = known.get(sql);
      if (ready !== undefined) return ready;
      const statement = prepared(database, sql);
      if (known.size >= mostStatements) known.clear();
      known.set(sql, statement);
      return statement;
    },
  };
}

/** Parsed by SQLite once for all its runs, which takes longer than most of them; SQLite itself sees to changed tables. */
function prepared(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) =>
      isRows(parameters)
        ? parameters.flatMap((row) => statement.all(...values(row)))
        : statement.all(...values(parameters)),
    run: (parameters) => {
      if (!isRows(parameters)) return statement.run(...values(parameters));
      const changes = parameters.map((row) => Number(statement.run(...values(row)).changes));
      return { changes: changes.reduce((sum, changed) => sum + changed, 0), lastInsertRowid: 0 };
    },
    // Read by and by: another run of the same statement would begin it anew, so it has one of its own.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  };
}

/** Whether a statement is to be run for each of many rows; see `runRows`. A parameter of a single run is never a list. */
function isRows(parameters: readonly unknown[]): parameters is readonly (readonly unknown[])[] {
  return Array.isArray(parameters[0]);
}

/** kysely hands over what our own repository wrote: texts, numbers and nulls. */
function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

/**
 * Takes the write lock at once: a transaction that reads first could not upgrade once another process has written. It begins
 * in a turn of the event loop of its own, in which it also ends unless `onPaid` waits for something: nobody else of this
 * process comes in between, who would wait for the lock without giving way.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}
