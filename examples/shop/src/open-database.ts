import { openFile, schema, type Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import type { Settings } from './settings.ts';

/** Error thrown when the database cannot be used. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Opens the database of the shop: that of `databaseUrl`, or a file in the data directory. Creates what is missing.
 *
 * @throws DatabaseError when the database cannot be reached or written.
 */
export async function openDatabase(
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl'>,
): Promise<Database> {
  const { dataDirectory, databaseUrl } = settings;
  try {
    return databaseUrl === undefined ? openFile(dataDirectory) : await openPostgres(databaseUrl, schema);
  } catch (cause) {
    // An error for each address of a host has its message in the errors.
    const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
    const reason = first instanceof Error ? first.message : String(first);
    const message =
      databaseUrl === undefined
        ? `The shop can't store its data in ${dataDirectory} (${reason}). Set PGW_SHOP_DATA to a writable directory.`
        : `The shop can't use the database of PGW_SHOP_DATABASE_URL (${reason}). Start PostgreSQL, or correct the URL.`;
    throw new DatabaseError(message, { cause });
  }
}
