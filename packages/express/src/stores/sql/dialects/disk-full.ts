import { PgwError } from '@pgw/protocol';

/** SQLite's result code for a full disk, which node:sqlite has as `errcode`, and PostgreSQL's SQLSTATE. */
const sqliteFull = 13;
const postgresFull = '53100';

/** True when a statement failed because the disk is full. Checks the causes of the error. */
export function isDiskFull(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  if ('errcode' in error && error.errcode === sqliteFull) return true;
  return ('code' in error && error.code === postgresFull) || isDiskFull(error.cause, wrappings - 1);
}

/** The error for a full disk. */
export function diskFullError(cause: unknown): PgwError {
  const message =
    'The payment store cannot write: the disk is full. Free space on the disk of the database. Due work is retried.';
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}
