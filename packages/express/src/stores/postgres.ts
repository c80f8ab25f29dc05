import { PgwError } from '@pgw/protocol';
import { PostgresDialect, type PostgresPool } from 'kysely';
import { postgresBackend } from './sql/backends.ts';
import { abandonStatement } from './sql/connection.ts';
import { createSqlStore } from './sql/sql-store.ts';
import type { Store } from '../payments/store.ts';

/** The required interface of a connection pool. `Pool` of the package `pg` has it. */
export interface PgLike {
  /** Takes a connection from the pool, or rejects. `release` returns the connection. */
  connect(): Promise<PgLikeClient>;
  /** `max` is the maximum number of connections. Default 10. */
  readonly options?: { readonly max?: number | undefined } | undefined;
  /**
   * Adds a listener for failures of idle connections. Without a listener, such a failure ends the process.
   */
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/** The required interface of a connection. */
export interface PgLikeClient {
  /** Runs one statement with the values of `$1`, `$2` and so on. */
  query(text: string, values: unknown[]): Promise<PgLikeResult>;
  /** Returns the connection to the pool. With `destroy`, the connection is closed and not used again. */
  release(destroy?: boolean): void;
  /** Adds a listener for failures of this connection while it is in use. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes the listener before the connection returns to the pool. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

/** The required interface of a query result. */
export interface PgLikeResult {
  /** The command that PostgreSQL completed, such as `UPDATE`. Without it, changed rows are not counted. */
  readonly command?: string;
  /** The number of rows that the statement returned or changed. Null for other statements. */
  readonly rowCount: number | null;
  /** The returned rows as objects, with the values by column name. */
  readonly rows: unknown[];
}

/** The options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** The shop's own pool. `close` does not end it. */
  readonly pool: PgLike;
}

/** The `tx` of `onPaid`: it writes in the transaction that marks a payment fulfilled. */
export interface PostgresTransaction {
  /** Runs one statement with the values of `$1`, `$2` and so on. Rejects when the transaction has ended. */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
}

/**
 * Creates a store in PostgreSQL 12 or newer, or in a database with its protocol. Any number of processes can
 * share it.
 *
 * Every claim is a row lock (`SKIP LOCKED`) or a compare-and-set. Advisory locks and LISTEN are not used, so
 * that a pooler in transaction mode works. An idle connection that fails does not end the process.
 *
 * @throws PgwError `invalid-configuration` when `pool` is not a connection pool.
 */
export function postgresStore({ pool }: PostgresStoreOptions): Store<PostgresTransaction> {
  if (typeof pool?.connect !== 'function') {
    throw new PgwError(
      'invalid-configuration',
      'postgresStore: pool must be a connection pool, such as new pg.Pool({ … }).',
    );
  }
  pool.on?.('error', ignoreError);
  const store = createSqlStore<PostgresTransaction>({
    dialect: new PostgresDialect({ pool: adaptPool(pool) }),
    backend: postgresBackend,
    // The other half of the connections is for shoppers, callbacks and the shop's own queries.
    maxOnPaidTransactions: Math.max(1, Math.floor((pool.options?.max ?? 10) / 2)),
    createTx: (runningTransaction) => ({
      query: (text, values = []) => runningTransaction.query(text, values),
    }),
  });
  return { ...store, needsHistoryMark: true };
}

/**
 * A failed connection emits an error event, which ends the process without a listener. The running query, or
 * the next one, reports the failure.
 */
const ignoreError = (): void => undefined;

/** Adapts the pool to the interface of kysely. The adapter never ends the pool. */
function adaptPool(pool: PgLike): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      // The pool only listens to errors of idle connections.
      client.on?.('error', ignoreError);
      let isAbandoned = false;
      const query = async (text: string, values: readonly unknown[]): Promise<PgLikeResult> => {
        if (text === abandonStatement && !isAbandoned) {
          isAbandoned = true;
          client.release(true);
        }
        // The server rolls back when the connection closes.
        if (isAbandoned) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
        return client.query(text, [...values]);
      };
      return {
        // kysely types the result by its compiled query.
        query: query as never,
        release: (destroy?: boolean) => {
          // A closed connection may still report an error.
          if (isAbandoned) return;
          client.removeListener?.('error', ignoreError);
          client.release(destroy);
        },
      };
    },
    end: () => Promise.resolve(),
    options: {},
  };
}
