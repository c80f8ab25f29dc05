import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import {
  openPrivateDatabase,
  requireNodeWithSqlite,
  endSentence,
  getErrorMessage,
} from '@pgw/protocol/internal';
import type { HistoryMark } from '../model/ports/history-mark.ts';
import type { Store, DurabilityFinding } from '../model/ports/store.ts';
import { sqliteBackend } from './sql/backends.ts';
import type { BatchedCall } from './sql/batching/batches.ts';
import { createNodeSqliteDialect } from './sql/dialects/node-sqlite.ts';
import { SqliteTransaction } from './sql/dialects/sqlite-transaction.ts';
import { createSqlStore } from './sql/sql-store.ts';
import { toStorageError } from './sql/store-errors.ts';

/** The `tx` of `onPaid`: it writes in the transaction that marks a payment fulfilled. */
export interface EmbeddedTransaction {
  /**
   * Runs one statement and returns the number of changed rows.
   *
   * @throws PgwError `store-unavailable` when the disk is full.
   */
  run(sql: string, ...parameters: SQLInputValue[]): number;
  /** Runs one query and returns its rows. */
  all(sql: string, ...parameters: SQLInputValue[]): Record<string, SQLOutputValue>[];
}

/** Creates a SQLite store in a file, or in memory for `:memory:`. The path of the file is read when the store opens. */
export function sqliteStore(
  getPath: () => string,
  {
    findRisks = async () => [],
    historyMark,
    unbatched,
  }: {
    readonly unbatched?: readonly BatchedCall[] | undefined;
    readonly findRisks?: ((database: DatabaseSync) => Promise<readonly DurabilityFinding[]>) | undefined;
    readonly historyMark?: HistoryMark | undefined;
  } = {},
): Store<EmbeddedTransaction> {
  requireNodeWithSqlite('@pgw/server');
  let database: DatabaseSync | undefined;
  const getDatabase = (): DatabaseSync => (database ??= openDatabase(getPath()));
  const transaction = new SqliteTransaction(getDatabase);
  return createSqlStore<EmbeddedTransaction>({
    dialect: createNodeSqliteDialect(getDatabase, transaction),
    backend: sqliteBackend,
    unbatched,
    maxOnPaidTransactions: 1,
    prepare: () => void getDatabase(),
    findRisks: () => findRisks(getDatabase()),
    history: { historyMark },
    createTx: (runningTransaction) => ({
      run: (sql, ...parameters) => {
        runningTransaction.use();
        return transaction.run(() => {
          const { changes } = getDatabase()
            .prepare(sql)
            .run(...parameters);
          return Number(changes);
        });
      },
      all: (sql, ...parameters) => {
        runningTransaction.use();
        return transaction.run(() =>
          getDatabase()
            .prepare(sql)
            .all(...parameters),
        );
      },
    }),
  });
}

function openDatabase(file: string): DatabaseSync {
  try {
    // The module is loaded dynamically. In an older Node, a static import would fail before the version
    // check.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const open = (path: string): DatabaseSync => new DatabaseSync(path);
    const database = file === ':memory:' ? open(file) : openPrivateDatabase(file, open);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    return database;
  } catch (cause) {
    const storageError = toStorageError(cause, { damagedCode: 'invalid-configuration', file });
    if (storageError !== undefined) throw storageError;
    throw new PgwError(
      'invalid-configuration',
      `The payment store cannot open ${file}: ${endSentence(getErrorMessage(cause))} ` +
        'Use a path that this process can create and write.',
      { cause },
    );
  }
}
