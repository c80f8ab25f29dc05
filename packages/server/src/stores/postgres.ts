import { requireOptions } from '@pgw/protocol/internal';
import { createPostgresStore } from './sql/postgres-store.ts';
import type { Store } from '../model/ports/store.ts';
import type { PostgresStoreOptions, PostgresTransaction } from './sql/postgres-types.ts';

export type {
  PgLike,
  PgLikeClient,
  PgLikeResult,
  PostgresStoreOptions,
  PostgresTransaction,
} from './sql/postgres-types.ts';

/**
 * Creates a store in PostgreSQL 12 or newer, or in a database with its protocol. Any number of processes can
 * share it.
 *
 * Every lease is a row lock (`SKIP LOCKED`) or a compare-and-set. Advisory locks and LISTEN are not used, so
 * that a pooler in transaction mode works. An idle connection that fails does not end the process.
 *
 * @throws PgwError `invalid-configuration` when `pool` is not a connection pool.
 */
export function postgresStore(options: PostgresStoreOptions): Store<PostgresTransaction> {
  const { pool } = requireOptions(options, 'postgresStore');
  return createPostgresStore({ pool });
}
