import { startPostgres, type PostgresServer } from '../../scripts/postgres.mjs';
import type { StorageSettings } from './shop/storage.ts';

/** Runs against a PostgreSQL server of its own, with every commit written to disk, and removes it afterwards. */
export async function withPostgres<T>(
  work: (storage: Extract<StorageSettings, { kind: 'postgres' }>, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgres();
  try {
    return await work({ kind: 'postgres', url: server.url, connections: 16 }, server);
  } finally {
    await server.stop();
  }
}
