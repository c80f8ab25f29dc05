import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/express/stores/embedded';
import { postgresStore, type PgLike, type PostgresTransaction } from '@pgw/express/stores/postgres';
import type { Store } from '@pgw/express';
import pg from 'pg';
import { fileEntries, type Entries, type LedgerKind } from './ledger.ts';

/** Which database, in plain values. */
export type StorageSettings =
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly connections: number;
      /** Every transaction is, by the settings of the server. */
      readonly isSerializable?: true;
    }
  | { readonly kind: 'embedded'; readonly file: string };

export interface Storage {
  readonly store: Store;
  readonly entries: Entries;
  readonly close: () => Promise<void>;
}

/** Opens a store and the ledger that its handler writes. */
export async function openStorage(
  settings: StorageSettings,
  ledger: LedgerKind,
  wrapPool: (pool: PgLike) => PgLike = (pool) => pool,
): Promise<Storage> {
  const fileOnly = ledger.kind === 'file' ? fileEntries(ledger.file) : undefined;
  if (settings.kind === 'embedded') {
    const store = embeddedStore({ file: settings.file });
    return { store, entries: fileOnly ?? embeddedEntries, close: () => Promise.resolve() };
  }
  const pool = openPool(settings.url, settings.connections);
  return {
    store: postgresStore({ pool: wrapPool(pool) }),
    entries: fileOnly ?? postgresEntries,
    close: () => endPool(pool),
  };
}

/** A pool that gives up on a database that is away rather than waiting for it. */
export function openPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 5_000 });
  pool.on('connect', (client) => {
    clients.set(pool, [...(clients.get(pool) ?? []), client]);
  });
  return pool;
}

const clients = new WeakMap<pg.Pool, readonly pg.ClientBase[]>();

/**
 * Ends a pool. It hears no errors of connections that are on their way out, and the server may be stopped at once: only
 * those are left unheard here, because what breaks earlier must be seen.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  const ignored = (): void => undefined;
  pool.on('error', ignored);
  for (const client of clients.get(pool) ?? []) client.on('error', ignored);
  await pool.end();
}

/** Makes the table that handlers append to; it has no key at all. */
export async function createLedger(settings: StorageSettings): Promise<void> {
  const statement =
    'create table if not exists torture_ledger (reference text not null, pid integer not null)';
  if (settings.kind === 'embedded') {
    const database = new DatabaseSync(settings.file, { timeout: 10_000 });
    database.exec(`pragma journal_mode = wal; ${statement}`);
    return database.close();
  }
  const pool = openPool(settings.url, 1);
  await pool.query(statement);
  await endPool(pool);
}

/** Runs a query on the database, past the checkout. */
export async function rowsOf(settings: StorageSettings, sql: string): Promise<Record<string, unknown>[]> {
  if (settings.kind === 'embedded') {
    const database = new DatabaseSync(settings.file, { timeout: 10_000, readOnly: true });
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }
  const client = new pg.Client(settings.url);
  await client.connect();
  try {
    // Whatever the shop's transactions are, who only looks is refused for none of them.
    await client.query('begin isolation level read committed');
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

const postgresEntries: Entries = {
  write: async (key, tx, takesMs) => {
    // The store hands over what it is typed with.
    const transaction = tx as PostgresTransaction;
    await transaction.query('insert into torture_ledger (reference, pid) values ($1, $2)', [
      key,
      process.pid,
    ]);
    if (takesMs > 0) await wait(takesMs);
  },
  kept: () => undefined,
};

const embeddedEntries: Entries = {
  write: async (key, tx, takesMs) => {
    // The store hands over what it is typed with.
    const transaction = tx as EmbeddedTransaction;
    transaction.run('insert into torture_ledger (reference, pid) values (?, ?)', key, process.pid);
    if (takesMs > 0) await wait(takesMs);
  },
  kept: () => undefined,
};
