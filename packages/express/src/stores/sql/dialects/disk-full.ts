import { PgwError } from '@pgw/protocol';

/** SQLite's result code for a full disk, which node:sqlite has as `errcode`, and PostgreSQL's SQLSTATE. */
const sqliteFull = 13;
const postgresFull = '53100';

/** Whether a statement failed because the disk is full. Errors may be wrapped, a few times. */
export function isDiskFull(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  if ('errcode' in error && error.errcode === sqliteFull) return true;
  return ('code' in error && error.code === postgresFull) || isDiskFull(error.cause, wrappings - 1);
}

export function diskFullError(cause: unknown): PgwError {
  const message =
    'The payment store cannot write: the disk is full. Free space on the disk of the database. Work that is due is tried again.';
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}
