import { PgwError } from '@pgw/protocol';
import { PostgresDialect, type PostgresPool } from 'kysely';
import { abandonStatement } from './sql/connection.ts';
import { sqlStore } from './sql/sql-store.ts';
import type { Store } from '../payments/store.ts';

/** What we need of a connection pool; `Pool` of the package `pg` is one. */
export interface PgLike {
  connect(): Promise<PgLikeClient>;
  /** `max`: how many connections it has at most. Left out: taken for 10. */
  readonly options?: { readonly max?: number | undefined } | undefined;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

export interface PgLikeClient {
  query(text: string, values: unknown[]): Promise<PgLikeResult>;
  /** `destroy`: the connection is closed and not used again. */
  release(destroy?: boolean): void;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

export interface PgLikeResult {
  readonly command?: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}

export interface PostgresStoreOptions {
  /** The shop's own pool. It stays the shop's: `close` does not end it. */
  readonly pool: PgLike;
}

/** Writes in the transaction that marks a payment fulfilled. */
export interface PostgresTransaction {
  /** Runs one statement, `$1`, `$2` … standing for the values. */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
}

/**
 * Keeps payments in PostgreSQL 12 or newer, or in an engine that speaks its protocol, shared by any number of processes.
 *
 * Every claim is a row lock (`SKIP LOCKED`) or a compare-and-set; correctness needs neither advisory locks nor LISTEN.
 * Works with a transaction-mode pooler in between. An idle connection that breaks does not end the process.
 */
export function postgresStore({ pool }: PostgresStoreOptions): Store<PostgresTransaction> {
  if (typeof pool?.connect !== 'function') {
    throw new PgwError(
      'invalid-configuration',
      'postgresStore: pool must be a connection pool, such as new pg.Pool({ … }).',
    );
  }
  pool.on?.('error', ignored);
  return sqlStore<PostgresTransaction>({
    dialect: new PostgresDialect({ pool: borrowed(pool) }),
    locksRows: true,
    // The other half is for shoppers and callbacks, and for the shop's own queries.
    settlingLanes: Math.max(1, Math.floor((pool.options?.max ?? 10) / 2)),
    handle: (running) => ({ query: (text, values = []) => running.query(text, values) }),
  });
}

/**
 * A connection that breaks is reported as an event, and an event nobody hears ends the process. The query that runs, or the
 * next one, says what matters.
 */
const ignored = (): void => undefined;

/** The pool as kysely takes it, but never ended by us. */
function borrowed(pool: PgLike): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      // The pool hears of connections that break while they are idle, not of those it has lent out.
      client.on?.('error', ignored);
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
        // kysely types the answer by the query that it compiled; the driver only carries it.
        query: query as never,
        release: (destroy?: boolean) => {
          // A closed connection may still report an error.
          if (isAbandoned) return;
          client.removeListener?.('error', ignored);
          client.release(destroy);
        },
      };
    },
    end: () => Promise.resolve(),
    options: {},
  };
}
