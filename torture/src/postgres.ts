import { startPgbouncer } from '../../scripts/programs/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../scripts/programs/postgres.mjs';
import type { RunOptions } from './torture-command.ts';
import { queryRows, type StorageSettings } from './shop/storage.ts';

/** The settings of a PostgreSQL store. */
export type PostgresStorage = Extract<StorageSettings, { kind: 'postgres' }>;

/**
 * Starts a new PostgreSQL server that writes every commit to disk, runs the work, and removes the server.
 * `folder` has the programs of the server.
 */
export async function withPostgres<T>(
  work: (storage: PostgresStorage, server: PostgresServer) => Promise<T>,
  folder?: string,
): Promise<T> {
  const server = await startPostgres(folder);
  try {
    return await work({ kind: 'postgres', url: server.url, connections: 16 }, server);
  } finally {
    await server.stop();
  }
}

/**
 * Does the same as {@link withPostgres}, with two flags. With `--pooler pgbouncer`, the shop connects through
 * pgbouncer in transaction mode. With `--isolation serializable`, every transaction is serializable, also in
 * the shop.
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
      await queryRows(direct, "alter role current_user set default_transaction_isolation = 'serializable'");
      log('Every transaction is serializable.');
    }
    if (!isPooled) return work(storage, server);
    // One process of a shop opens up to 16 connections. With 12 for all, the processes must share
    // connections.
    const connections = 12;
    const pooler = await startPgbouncer({ url: storage.url, connections });
    log(`pgbouncer is ready. All processes share its ${connections} connections to PostgreSQL.`);
    try {
      return await work({ ...storage, url: pooler.url }, server);
    } finally {
      await pooler.stop();
    }
  });
}
