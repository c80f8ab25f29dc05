import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/express/stores/embedded';
import type { PgLike, PostgresTransaction } from '@pgw/express/stores/postgres';
import type { Store } from '@pgw/express/store';
import pg from 'pg';
import type { BatchedCall } from '../../../packages/server/src/stores/sql/batching/batches.ts';
import { createPostgresStore } from '../../../packages/server/src/stores/sql/postgres-store.ts';
import { sqliteStore } from '../../../packages/server/src/stores/sqlite-store.ts';
import { createFileLedger, type Ledger, type LedgerKind } from './ledger.ts';
import { stockTables, toNumberedParameters, type RunStatement } from './stock.ts';

/** The database of a shop as plain values. */
export type StorageSettings =
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly connections: number;
      /** True when the server makes every transaction serializable. */
      readonly isSerializable?: true;
      readonly unbatched?: Unbatched;
    }
  | { readonly kind: 'embedded'; readonly file: string; readonly unbatched?: Unbatched };

/** The calls that the store does not batch. */
type Unbatched = readonly BatchedCall[];

export interface Storage {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly close: () => Promise<void>;
}

/** Opens a store, and the ledger that the handler of the shop writes. */
export async function openStorage(
  settings: StorageSettings,
  ledgerKind: LedgerKind,
  wrapPool: (pool: PgLike) => PgLike = (pool) => pool,
): Promise<Storage> {
  const fileLedger = ledgerKind.kind === 'file' ? createFileLedger(ledgerKind.file) : undefined;
  if (settings.kind === 'embedded') {
    const { file, unbatched } = settings;
    const store = unbatched === undefined ? embeddedStore({ file }) : sqliteStore(() => file, { unbatched });
    return { store, ledger: fileLedger ?? embeddedLedger, close: () => Promise.resolve() };
  }
  const pool = openPool(settings.url, settings.connections);
  return {
    store: createPostgresStore({ pool: wrapPool(pool), unbatched: settings.unbatched }),
    ledger: fileLedger ?? postgresLedger,
    close: () => endPool(pool),
  };
}

/** Creates a pool. While the database is down, its queries fail after five seconds. */
export function openPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 30_000 });
  pool.on('connect', (client) => {
    clients.set(pool, [...(clients.get(pool) ?? []), client]);
  });
  return pool;
}

const clients = new WeakMap<pg.Pool, readonly pg.ClientBase[]>();

/**
 * Ends a pool. Ignores errors of its connections from now on, because the server may stop immediately
 * afterwards. Does not ignore earlier errors.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  for (const client of clients.get(pool) ?? []) client.on('error', ignore);
  await pool.end();
}

/** Creates the ledger table, and the tables of the stock. The ledger has no key, so that repeated entries are possible. */
export async function createLedger(settings: StorageSettings): Promise<void> {
  const statements = [
    'create table if not exists torture_ledger (reference text not null, pid integer not null)',
    ...stockTables,
  ].join('; ');
  if (settings.kind === 'embedded') {
    const database = new DatabaseSync(settings.file, { timeout: 10_000 });
    database.exec(`pragma journal_mode = wal; ${statements}`);
    return database.close();
  }
  const pool = openPool(settings.url, 1);
  await pool.query(statements);
  await endPool(pool);
}

/** Runs a statement of PostgreSQL that must not be in a transaction. */
export async function runOutsideTransaction({ url }: { readonly url: string }, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs a query on the database, without the checkout. */
export async function queryRows(settings: StorageSettings, sql: string): Promise<Record<string, unknown>[]> {
  if (settings.kind === 'embedded') {
    const database = new DatabaseSync(settings.file, { timeout: 10_000, readOnly: true });
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }
  const client = new pg.Client(settings.url);
  await client.connect();
  try {
    // With this isolation level, PostgreSQL never refuses the query because of transactions of the shop.
    await client.query('begin isolation level read committed');
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates a ledger in the database. `createRun` runs statements in the transaction of the store. */
function createTableLedger(createRun: (tx: unknown) => RunStatement): Ledger {
  return {
    createRun,
    write: async (key, tx, durationMs) => {
      const sql = 'insert into torture_ledger (reference, pid) values (?, ?)';
      await createRun(tx)(sql, key, String(process.pid));
      if (durationMs > 0) await wait(durationMs);
    },
    recordFulfillment: () => undefined,
  };
}

const postgresLedger = createTableLedger((tx) => async (sql, ...values) => {
  // The store passes its own transaction type.
  const { rowCount } = await (tx as PostgresTransaction).query(toNumberedParameters(sql), values);
  return rowCount;
});

const embeddedLedger = createTableLedger(
  (tx) =>
    (sql, ...values) =>
      // The store passes its own transaction type.
      (tx as EmbeddedTransaction).run(sql, ...values),
);
