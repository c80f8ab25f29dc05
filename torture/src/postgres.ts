import { startPgbouncer } from '../../scripts/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.mjs';
import type { RunOptions } from './claim.ts';
import { rowsOf, type StorageSettings } from './shop/storage.ts';

type PostgresStorage = Extract<StorageSettings, { kind: 'postgres' }>;

/** Starts a new PostgreSQL server that writes every commit to disk, runs the work, and removes the server. */
export async function withPostgres<T>(
  work: (storage: PostgresStorage, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgres();
  try {
    return await work({ kind: 'postgres', url: server.url, connections: 16 }, server);
  } finally {
    await server.stop();
  }
}

/**
 * Like {@link withPostgres}, with two options. `--pooler pgbouncer` puts pgbouncer between shop and server, in transaction mode.
 * `--isolation serializable` makes every transaction serializable, including those of the shop.
 */
export async function withChosenPostgres<T>(
  { choice, log }: RunOptions,
  work: (storage: PostgresStorage, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const isSerializable = choice('isolation', ['default', 'serializable']) === 'serializable';
  const isPooled = choice('pooler', ['none', 'pgbouncer']) === 'pgbouncer';
  return withPostgres(async (direct, server) => {
    const storage: PostgresStorage = isSerializable ? { ...direct, isSerializable } : direct;
    if (isSerializable) {
      await rowsOf(direct, "alter role current_user set default_transaction_isolation = 'serializable'");
      log('Every transaction is serializable.');
    }
    if (!isPooled) return work(storage, server);
    // Fewer than one process of a shop would open, so that the processes share connections.
    const connections = 12;
    const pooler = await startPgbouncer({ url: storage.url, connections });
    log(`pgbouncer is up, with ${connections} connections to PostgreSQL for all.`);
    try {
      return await work({ ...storage, url: pooler.url }, server);
    } finally {
      await pooler.stop();
    }
  });
}
