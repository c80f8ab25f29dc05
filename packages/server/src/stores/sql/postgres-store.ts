import { PgwError } from '@pgw/protocol';
import { PostgresDialect, type PostgresPool } from 'kysely';
import { findPostgresRisks, requireUtf8 } from '../durability.ts';
import type { Store } from '../../model/ports/store.ts';
import type {
  PgLike,
  PgLikeClient,
  PgLikeResult,
  PostgresStoreOptions,
  PostgresTransaction,
} from './postgres-types.ts';
import { postgresBackend } from './backends.ts';
import { abandonStatement, type ConnectionOptions } from './connection.ts';
import { createSqlStore } from './sql-store.ts';

/** Creates the store of `postgresStore`. A measurement can switch batches off. */
export function createPostgresStore({
  pool,
  unbatched,
}: PostgresStoreOptions & Pick<ConnectionOptions, 'unbatched'>): Store<PostgresTransaction> {
  if (typeof pool?.connect !== 'function') {
    throw new PgwError(
      'invalid-configuration',
      'postgresStore: pool must be a connection pool, such as new pg.Pool({ … }).',
    );
  }
  listenForFailures(pool);
  return createSqlStore<PostgresTransaction>({
    dialect: new PostgresDialect({ pool: adaptPool(pool) }),
    backend: postgresBackend,
    unbatched,
    prepare: requireUtf8,
    findRisks: findPostgresRisks,
    history: { needsHistoryMark: true },
    // The other half of the connections is for shoppers, callbacks and the shop's own queries.
    maxOnPaidTransactions: Math.max(1, Math.floor((pool.options?.max ?? 10) / 2)),
    createTx: (runningTransaction) => ({
      query: (text, values = []) => runningTransaction.query(text, values),
    }),
  });
}

/** The pools and connections that have the listener. Several stores can use one pool. */
const withListener = new WeakSet<PgLike | PgLikeClient>();

/**
 * A failed connection emits an error event, which ends the process without a listener. A connection keeps its
 * listener, because it can also fail before the caller receives it, between two callers, and while it is closed.
 */
function listenForFailures(pool: PgLike): void {
  if (!withListener.has(pool)) pool.on?.('connect', addListener);
  addListener(pool);
}

function addListener(emitter: PgLike | PgLikeClient): void {
  if (withListener.has(emitter)) return;
  withListener.add(emitter);
  emitter.on?.('error', () => undefined);
}

/** Adapts the pool to the interface of kysely. The adapter never ends the pool. */
function adaptPool(pool: PgLike): PostgresPool {
  return {
    connect: async () => {
      const client = await connectInTime(pool);
      // The pool may have opened it before it had a listener.
      addListener(client);
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
          if (!isAbandoned) client.release(destroy);
        },
      };
    },
    end: () => Promise.resolve(),
    options: {},
  };
}

/** How long a connection may take, if the pool has no time limit. */
const defaultLimitMs = 30_000;

/** Takes a connection from the pool, with a time limit: `pg` waits forever for a database that sends nothing. */
async function connectInTime(pool: PgLike): Promise<PgLikeClient> {
  const connecting = pool.connect();
  if (pool.options?.connectionTimeoutMillis) return connecting;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      const message = `no connection was available within ${defaultLimitMs / 1_000} seconds, because the database does not respond or all connections of the pool are in use`;
      reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    }, defaultLimitMs);
  });
  connecting.then(
    (client) => isLate && client.release(),
    () => undefined,
  );
  try {
    return await Promise.race([connecting, limit]);
  } finally {
    clearTimeout(timer);
  }
}
