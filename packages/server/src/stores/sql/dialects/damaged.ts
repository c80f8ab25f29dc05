import { PgwError, type PgwErrorCode } from '@pgw/protocol';
import { getErrorMessage } from '../../../model/error-message.ts';

/**
 * Result codes of SQLite for a damaged file and for a file that is not a database. In node:sqlite they are
 * the low byte of `errcode`.
 */
const sqliteDamageCodes: readonly unknown[] = [11, 26];
/** PostgreSQL's SQLSTATEs for damaged data and a damaged index. */
const postgresDamageCodes: readonly unknown[] = ['XX001', 'XX002'];

/** True when a statement failed because the database is damaged. The causes of the error are checked too. */
export function isDamaged(error: unknown, maxDepth = 5): boolean {
  if (!(error instanceof Error) || maxDepth < 0) return false;
  if (
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    sqliteDamageCodes.includes(error.errcode & 0xff)
  )
    return true;
  return (
    ('code' in error && postgresDamageCodes.includes(error.code)) || isDamaged(error.cause, maxDepth - 1)
  );
}

/** Creates the error for a damaged database. `file` is the file of an embedded store. */
export function createDamagedError(
  code: PgwErrorCode,
  { cause, file }: { readonly cause: unknown; readonly file?: string },
): PgwError {
  const root = findRootCause(cause);
  const reason = getErrorMessage(root);
  const message =
    `The payment store cannot be read: the database file is damaged (${file === undefined ? '' : `${file}: `}${reason}). ` +
    'Stop the shop, keep a copy of the damaged files, and restore a backup; docs/restoring.md has the steps.';
  return new PgwError(code, message, { cause });
}

/** Returns the innermost cause of an error. */
function findRootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? findRootCause(error.cause) : error;
}
