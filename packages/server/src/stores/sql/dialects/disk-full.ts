import { PgwError } from '@pgw/protocol';

/** The codes for a full disk: SQLite's result code (`errcode` in node:sqlite) and PostgreSQL's SQLSTATE. */
const sqliteDiskFullCode = 13;
const postgresDiskFullCode = '53100';

/** True when a statement failed because the disk is full. The causes of the error are checked too. */
export function isDiskFull(error: unknown, maxDepth = 5): boolean {
  if (!(error instanceof Error) || maxDepth < 0) return false;
  if ('errcode' in error && error.errcode === sqliteDiskFullCode) return true;
  return ('code' in error && error.code === postgresDiskFullCode) || isDiskFull(error.cause, maxDepth - 1);
}

/** Creates the error for a full disk. */
export function createDiskFullError(cause: unknown): PgwError {
  const message =
    'The payment store cannot write: the disk is full. Free space on the disk of the database. Work that is due is retried.';
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}
