import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileHistoryMark, type HistoryMark } from '@pgw/express';
import type { Store } from '@pgw/express/store';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { postgresStore } from '@pgw/express/stores/postgres';
import { findCompletePostgres, whyNoCompletePostgres } from '../../../scripts/programs/postgres.mjs';
import { withPostgres } from '../postgres.ts';
import { endPool, openPool } from '../shop/storage.ts';

const run = promisify(execFile);

/**
 * A database that is backed up while the shop runs, and restored while the shop is stopped. See
 * docs/restoring.md.
 */
export interface RestoreDatabase {
  /** Opens a store that uses the database. */
  readonly open: () => OpenStore;
  readonly backUp: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

export interface OpenStore {
  readonly store: Store;
  /** Default: the history mark of the store itself. */
  readonly historyMark?: HistoryMark;
  /** Ends the connections. Call it after the checkout was closed. */
  readonly close: () => Promise<void>;
}

/** Creates a database, runs the work, and removes the database. */
export async function withRestoreDatabase<T>(
  kind: string,
  work: (database: RestoreDatabase) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-restore-'));
  try {
    if (kind === 'embedded') return await work(createEmbeddedDatabase(folder));
    const programs = findCompletePostgres();
    if (programs === undefined) throw new Error(whyNoCompletePostgres());
    return await withPostgres(({ url }) => work(createPostgresDatabase({ url, folder, programs })), programs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function createEmbeddedDatabase(folder: string): RestoreDatabase {
  const file = join(folder, 'payments.db');
  const backup = join(folder, 'backup.db');
  return {
    open: () => ({ store: embeddedStore({ file }), close: () => Promise.resolve() }),
    backUp: () => {
      const database = new DatabaseSync(file, { timeout: 10_000 });
      database.exec(`VACUUM INTO '${backup}'`);
      database.close();
      return Promise.resolve();
    },
    restore: () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      copyFileSync(backup, file);
      return Promise.resolve();
    },
  };
}

function createPostgresDatabase({
  url,
  folder,
  programs,
}: {
  readonly url: string;
  readonly folder: string;
  /** The folder of pg_dump and pg_restore. */
  readonly programs: string;
}): RestoreDatabase {
  const backup = join(folder, 'shop.dump');
  return {
    open: () => {
      const pool = openPool(url, 16);
      const historyMark = fileHistoryMark(join(folder, 'pgw.mark'));
      return { store: postgresStore({ pool }), historyMark, close: () => endPool(pool) };
    },
    backUp: async () =>
      void (await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${backup}`, url])),
    restore: async () =>
      void (await run(join(programs, 'pg_restore'), ['--clean', '--if-exists', `--dbname=${url}`, backup])),
  };
}
