import { startPgbouncer } from '../../scripts/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.mjs';
import type { RunOptions } from './claim.ts';
import type { StorageSettings } from './shop/storage.ts';

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

/** As {@link withPostgres}; with `--pooler pgbouncer` there is one between, which changes connections with every transaction. */
export async function withPooledPostgres<T>(
  { choice, say }: RunOptions,
  work: (storage: PostgresStorage, server: PostgresServer) => Promise<T>,
): Promise<T> {
  if (choice('pooler', ['none', 'pgbouncer']) === 'none') return withPostgres(work);
  return withPostgres(async (storage, server) => {
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
