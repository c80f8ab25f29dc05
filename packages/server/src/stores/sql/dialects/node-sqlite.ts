import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import type { SqliteTransaction } from './sqlite-transaction.ts';
import { PgwError } from '@pgw/protocol';

interface WaitingCaller {
  readonly proceed: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The maximum time that a request waits for the connection, in milliseconds. Then it gets a 503 response. */
export const maxWaitMs = 5_000;

/** Gives the single connection of the embedded store to one caller at a time, in order of arrival. */
class SingleConnection {
  #isInUse = false;
  readonly #waiting: WaitingCaller[] = [];

  /**
   * Resolves when the caller has the connection.
   *
   * @throws PgwError `store-unavailable` when the connection is not free within five seconds.
   */
  async acquire(): Promise<void> {
    if (!this.#isInUse) {
      this.#isInUse = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(createBusyError());
      }, maxWaitMs);
      const waiting: WaitingCaller = { proceed: resolve, timer };
      this.#waiting.push(waiting);
    });
  }

  /** Gives the connection to the next caller. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isInUse = false;
      return;
    }
    clearTimeout(next.timer);
    next.proceed();
  }
}

function createBusyError(): PgwError {
  const message =
    `The embedded store was busy for ${maxWaitMs} ms: one transaction used its single connection, possibly a long ` +
    'onPaid. Write with tx, move long work to a job, or use PostgreSQL. The request may be repeated.';
  return new PgwError('store-unavailable', message, { retryable: true });
}

/** The dialect for kysely that uses node:sqlite. `open` is called when the database is first needed. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #getDatabase: () => Promise<SqliteDatabase>;
  readonly #getStatements: () => StatementCache;
  readonly #transaction: SqliteTransaction;

  constructor(open: () => DatabaseSync, transaction: SqliteTransaction) {
    let cachedStatements: StatementCache | undefined;
    const getStatements = (): StatementCache => (cachedStatements ??= new StatementCache(open()));
    const getDatabase = async (): Promise<SqliteDatabase> => getStatements();
    super({ database: getDatabase });
    this.#getDatabase = getDatabase;
    this.#getStatements = getStatements;
    this.#transaction = transaction;
  }

  override createAdapter(): SqliteAdapter {
    return new UnqueuedSqliteAdapter();
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#getDatabase, {
      getStatements: this.#getStatements,
      transaction: this.#transaction,
    });
  }
}

/**
 * Disables kysely's queue for the only connection, because this queue has no time limit. The driver queues
 * the callers itself.
 */
class UnqueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * The maximum number of cached statements. The text of a filter's statement depends on its number of values.
 */
const maxStatements = 100;

/**
 * A cache of prepared statements with the interface that kysely requires. Parsing takes longer than most
 * runs. SQLite prepares a statement again when its tables have changed.
 */
class StatementCache implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  close(): void {
    this.#database.close();
  }

  prepare(sql: string): Statement {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement !== undefined) return cachedStatement;
    const statement = new Statement(() => this.#database.prepare(sql), sql);
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A prepared statement. Its properties have the names that kysely requires. */
class Statement {
  /** True when the statement returns rows. */
  readonly reader: boolean;
  readonly #prepare: () => StatementSync;
  readonly #statement: StatementSync;

  constructor(prepare: () => StatementSync, sql: string) {
    this.#prepare = prepare;
    this.#statement = prepare();
    this.reader = returnsRows(sql);
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...toInputValues(parameters));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...toInputValues(parameters));
  }

  /** Uses a separate statement, because another run of the same statement would restart the iteration. */
  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#prepare().iterate(...toInputValues(parameters));
  }
}

/**
 * True for a statement that returns rows. `StatementSync.columns()` is not used, because Node has it only
 * since 22.16. The check is exact for the statements of the store: a statement that begins with `with` returns
 * rows, and no text in quotes contains the word `returning`.
 */
export function returnsRows(sql: string): boolean {
  return /^\s*(select|with|values|pragma|explain)\b|\breturning\b/i.test(sql);
}

/** Narrows the type of parameters. The statements of this store use texts, numbers and nulls. */
function toInputValues(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

/** True for the parameters of `valueParameters`: a list of values for each run. SQLite has no parameter that is an array. */
function isListOfRows(parameters: readonly unknown[]): parameters is readonly (readonly unknown[])[] {
  return Array.isArray(parameters[0]);
}

interface DriverOptions {
  readonly getStatements: () => StatementCache;
  readonly transaction: SqliteTransaction;
}

/**
 * Begins transactions with the write lock, because a transaction that reads first could not write after
 * another process has written. A transaction begins in a new turn of the event loop and usually ends in the
 * same turn, so that no other code of this process waits for the lock.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #getStatements: () => StatementCache;
  readonly #transaction: SqliteTransaction;
  readonly #singleConnection = new SingleConnection();
  #connection: DatabaseConnection | undefined;

  constructor(getDatabase: () => Promise<SqliteDatabase>, { getStatements, transaction }: DriverOptions) {
    super({ database: getDatabase });
    this.#getStatements = getStatements;
    this.#transaction = transaction;
  }

  override async releaseConnection(): Promise<void> {
    this.#singleConnection.release();
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#singleConnection.acquire();
    if (this.#connection === undefined) {
      const connection = await super.acquireConnection();
      const statements = this.#getStatements();
      this.#connection ??= new CheckedConnection(connection, { statements, transaction: this.#transaction });
    }
    return this.#connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#transaction.recordBegin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#transaction.recordCommit();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const isOpen = this.#transaction.recordRollback();
    if (isOpen) await super.rollbackTransaction(connection);
  }
}

/** A connection that runs a statement in the same turn of the event loop as the check of its transaction. */
class CheckedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #statements: StatementCache;
  readonly #transaction: SqliteTransaction;

  constructor(
    connection: DatabaseConnection,
    {
      statements,
      transaction,
    }: { readonly statements: StatementCache; readonly transaction: SqliteTransaction },
  ) {
    this.#connection = connection;
    this.#statements = statements;
    this.#transaction = transaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const runs = isListOfRows(parameters) ? parameters : [parameters];
    const execute = (): QueryResult<Row> => {
      const statement = this.#statements.prepare(sql);
      // The caller knows the type of a row.
      if (statement.reader) return { rows: runs.flatMap((values) => statement.all(values)) as Row[] };
      const changes = runs.map((values) => BigInt(statement.run(values).changes));
      return { numAffectedRows: changes.reduce((sum, count) => sum + count, 0n), rows: [] };
    };
    return runs.length > 1 ? this.#transaction.runTogether(execute) : this.#transaction.run(execute);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}
