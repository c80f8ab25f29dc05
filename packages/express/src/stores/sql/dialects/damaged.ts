import { PgwError, type PgwErrorCode } from '@pgw/protocol';

/**
 * Result codes of SQLite for a damaged file and for a file that is not a database; node:sqlite has them as
 * `errcode`, with details above 255.
 */
const sqliteDamaged: readonly unknown[] = [11, 26];
/** PostgreSQL's SQLSTATEs for damaged data and a damaged index. */
const postgresDamaged: readonly unknown[] = ['XX001', 'XX002'];

/** True when a statement failed because the database is damaged. Checks the causes of the error. */
export function isDamaged(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  if ('errcode' in error && typeof error.errcode === 'number' && sqliteDamaged.includes(error.errcode & 0xff))
    return true;
  return ('code' in error && postgresDamaged.includes(error.code)) || isDamaged(error.cause, wrappings - 1);
}

/** The error for a damaged database. `file` is the file of an embedded store. */
export function damagedError(
  code: PgwErrorCode,
  { cause, file }: { readonly cause: unknown; readonly file?: string },
): PgwError {
  const root = rootCause(cause);
  const reason = root instanceof Error ? root.message : 'unknown error';
  const message =
    `The payment store cannot be read: the database file is damaged (${file === undefined ? '' : `${file}: `}${reason}). ` +
    'Stop the shop, keep a copy of the damaged files, and restore a backup; docs/restoring.md has the steps.';
  return new PgwError(code, message, { cause });
}

/** The innermost cause of an error. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;
}
