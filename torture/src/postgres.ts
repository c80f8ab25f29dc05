import { startPgbouncer } from '../../scripts/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.mjs';
import type { RunOptions } from './claim.ts';
import { rowsOf, type StorageSettings } from './shop/storage.ts';

type PostgresStorage = Extract<StorageSettings, { kind: 'postgres' }>;

/** Runs against a PostgreSQL server of its own, with every commit written to disk, and removes it afterwards. */
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
 * As {@link withPostgres}, as the options have it. `--pooler pgbouncer`: one between, which changes connections with every
 * transaction. `--isolation serializable`: for every transaction, the shop's among them.
 */
export async function withChosenPostgres<T>(
  { choice, say }: RunOptions,
  work: (storage: PostgresStorage, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const isSerializable = choice('isolation', ['default', 'serializable']) === 'serializable';
  const isPooled = choice('pooler', ['none', 'pgbouncer']) === 'pgbouncer';
  return withPostgres(async (direct, server) => {
    const storage: PostgresStorage = isSerializable ? { ...direct, isSerializable } : direct;
    if (isSerializable) {
      await rowsOf(direct, "alter role current_user set default_transaction_isolation = 'serializable'");
      say('Every transaction is serialisable.');
    }
    if (!isPooled) return work(storage, server);
    // Fewer than one process of a shop would take, so that they share.
    const connections = 12;
    const pooler = await startPgbouncer({ url: storage.url, connections });
    say(`pgbouncer is up, with ${connections} connections to PostgreSQL for all.`);
    try {
      return await work({ ...storage, url: pooler.url }, server);
    } finally {
      await pooler.stop();
    }
  });
}
