import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
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

/** Creates the dialect for kysely that uses node:sqlite. `open` is called when the database is first needed. */
export function createNodeSqliteDialect(open: () => DatabaseSync, transaction: SqliteTransaction): Dialect {
  return {
    createAdapter: () => new UnqueuedSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(open, transaction),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
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

/** The maximum number of prepared statements that are kept. The text of a filter's statement depends on its number of values. */
const maxStatements = 100;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}

/**
 * The driver, which is the only connection too. It begins transactions with the write lock, because a transaction that reads
 * first could not write after another process has written. A transaction begins in a new turn of the event loop and usually
 * ends in the same turn, so that no other code of this process waits for the lock.
 */
class NodeSqliteDriver implements Driver, DatabaseConnection {
  readonly #open: () => DatabaseSync;
  readonly #transaction: SqliteTransaction;
  readonly #singleConnection = new SingleConnection();
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(open: () => DatabaseSync, transaction: SqliteTransaction) {
    this.#open = open;
    this.#transaction = transaction;
  }

  async init(): Promise<void> {
    this.#open();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#singleConnection.acquire();
    return this;
  }

  async releaseConnection(): Promise<void> {
    this.#singleConnection.release();
  }

  async beginTransaction(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#transaction.recordBegin();
  }

  async commitTransaction(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'));
    this.#transaction.recordCommit();
  }

  async rollbackTransaction(): Promise<void> {
    const isOpen = this.#transaction.recordRollback();
    if (isOpen) await this.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#open().close();
  }

  /**
   * Runs a statement once, or once for each row of parameters of `valueParameters`: SQLite has no parameter that is an array. The
   * result then has the number of changes of each run. It runs in the same turn of the event loop as the check of the transaction.
   */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const isList = Array.isArray(parameters[0]);
    // The statements of this store use texts, numbers and nulls.
    const runs = (isList ? parameters : [parameters]) as readonly (readonly SQLInputValue[])[];
    const execute = (): QueryResult<Row> => {
      const { statement, hasRows } = this.#prepare(sql);
      // The caller knows the type of a row.
      if (hasRows) return { rows: runs.flatMap((values) => statement.all(...values)) as Row[] };
      const results = runs.map((values) => statement.run(...values));
      const changes = results.reduce((sum, result) => sum + Number(result.changes), 0);
      return { numAffectedRows: BigInt(changes), rows: isList ? (results as Row[]) : [] };
    };
    return runs.length > 1 ? this.#transaction.runTogether(execute) : this.#transaction.run(execute);
  }

  streamQuery(): never {
    throw new Error('The store reads all rows of a result at once.');
  }

  /** Prepares a statement once, because this takes longer than most runs. SQLite prepares it again when its tables have changed. */
  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const prepared = { statement: this.#open().prepare(sql), hasRows: returnsRows(sql) };
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
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
