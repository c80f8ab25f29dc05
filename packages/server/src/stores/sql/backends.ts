import { arrayParameters, valueParameters, type RowParameters } from './rows/row-parameters.ts';

/**
 * How databases differ. A statement reads one of these properties, never the name of a database, so that another
 * database is another value of this type.
 */
export interface Backend {
  /**
   * Whether a statement can lock single rows (`for update`), and skip rows that are locked. Without it, a transaction
   * begins with the lock of the whole database, so that no other transaction writes until its end.
   */
  readonly hasRowLocks: boolean;
  /** Whether each statement is a round trip. */
  readonly hasRoundTrips: boolean;
  /**
   * Whether a statement of the shop may still run when the time limit of its hook ends. It would block a rollback, so the
   * connection is closed.
   */
  readonly runsInBackground: boolean;
  /** Whether the keys of a table can be changed. */
  readonly hasAlterableKeys: boolean;
  /** Whether `with` can contain a statement that writes. */
  readonly hasWritesInWith: boolean;
  /** The maximum number of transactions that write starts at the same time. */
  readonly maxStartTransactions: number;
  /** How a statement receives any number of rows. */
  readonly rowParameters: RowParameters;
}

/** PostgreSQL and databases with its protocol. */
export const postgresBackend: Backend = {
  hasRowLocks: true,
  hasRoundTrips: true,
  runsInBackground: true,
  hasAlterableKeys: true,
  hasWritesInWith: true,
  maxStartTransactions: 4,
  rowParameters: arrayParameters,
};

/** SQLite of Node. */
export const sqliteBackend: Backend = {
  hasRowLocks: false,
  hasRoundTrips: false,
  // `node:sqlite` runs each statement synchronously.
  runsInBackground: false,
  hasAlterableKeys: false,
  hasWritesInWith: false,
  // There is one connection, so a second transaction would only wait.
  maxStartTransactions: 1,
  // SQLite has no arrays.
  rowParameters: valueParameters,
};
