import { PgwError } from '@pgw/protocol';
import { followLinks, formatViolations, parseInput, parsePath, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { historyMarkAt } from '../model/ports/history-mark.ts';
import { refuseBesideOpenWork, requireLastingDisk } from './refused-files.ts';
import { findFileSystemRisks, findSqliteRisks } from './durability.ts';
import type { Store } from '../model/ports/store.ts';
import { sqliteStore, type EmbeddedTransaction } from './sqlite-store.ts';

export type { EmbeddedTransaction } from './sqlite-store.ts';

/** The options of {@link embeddedStore}. */
export interface EmbeddedStoreOptions {
  /**
   * Path of the database file. Default `.pgw/payments.db`. Only the user of the process has access to the
   * created file and folder (0600, 0700), and to an existing database that every user of the machine could read. The shop may
   * also keep its own tables in this file. Links are followed once, so that the database and its history mark are in the same
   * folder. URLs such as `file:shop.db`, `~`, `:memory:` and paths of folders are refused.
   */
  readonly file?: string | undefined;
  /**
   * Set it to true where the store refuses to start, because the platform does not keep the files of a process, and `file`
   * is on a volume that is kept, with working file locks and for one machine at a time. Needs `file`. A network file system
   * without locks is no such volume: SQLite can damage the file. Default false.
   */
  readonly hasLastingDisk?: boolean | undefined;
}

const optionsSchema = z
  .strictObject({
    file: z.string().min(1, 'must not be empty').optional(),
    hasLastingDisk: z.boolean().optional(),
  })
  .refine(({ file, hasLastingDisk }) => file !== undefined || hasLastingDisk !== true, {
    path: ['hasLastingDisk'],
    error: 'needs file, the path of the database on the volume',
  });

/**
 * Creates a store in one SQLite file on the local disk, without further installation. It uses a write-ahead
 * log and synchronizes every commit, so that acknowledged data survives `kill -9` and a power failure.
 * Several processes of one machine can share the file.
 *
 * A transaction uses the single connection, so keep `onPaid` short: write with `tx`, and send emails in a
 * job.
 *
 * @throws PgwError `invalid-configuration` when an option is invalid, when Node is older than 22.13, on a platform that does
 * not keep the files of a process (see `hasLastingDisk`), and from `open` when the file cannot be opened or written.
 */
export function embeddedStore(options: EmbeddedStoreOptions = {}): Store<EmbeddedTransaction> {
  const result = parseInput(optionsSchema, options);
  if (!result.success)
    throw new PgwError(
      'invalid-configuration',
      `embeddedStore: ${formatViolations(violationsOf(result.error))}.`,
    );
  const { file = '.pgw/payments.db', hasLastingDisk = false } = result.data;
  if (!hasLastingDisk) requireLastingDisk();
  const path = parsePath(file, { option: 'embeddedStore: file' });
  let realPath: string | undefined;
  const getPath = (): string => (realPath ??= followLinks(path));
  const store = sqliteStore(getPath, {
    findRisks: async (database) => [
      ...findSqliteRisks(database),
      ...(hasLastingDisk ? [] : await findFileSystemRisks(getPath())),
    ],
    historyMark: historyMarkAt(() => `${getPath()}.mark`),
  });
  if (result.data.file !== undefined) return store;
  return {
    ...store,
    open: async (account) => {
      if (account !== undefined) refuseBesideOpenWork(getPath(), account);
      return store.open(account);
    },
    forAllAccounts: () => {
      const all = store.forAllAccounts();
      return {
        ...all,
        open: async () => {
          refuseBesideOpenWork(getPath());
          await all.open();
        },
      };
    },
  };
}
