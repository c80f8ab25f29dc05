import { PgwError } from '@pgw/protocol';
import { setTimeout as wait } from 'node:timers/promises';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';
import type { Database } from '../schema.ts';
import type { Connection } from '../connection.ts';
import { findFailure, toStorageError, toUnreachableError } from '../store-errors.ts';
import { createTables, migrations } from './migrations.ts';

/** The row that a migrating process locks, so that other processes wait. */
const lockRow = 'lock';

const maxTries = 5;
/** The pause after the first failed try. Each further pause is longer by the same time. */
const pauseMs = 20;

/**
 * Creates the tables of a new store, or runs the missing migrations, once for any number of concurrent processes. The
 * transaction first locks a row, which every database supports.
 *
 * @throws PgwError `invalid-configuration` when the tables cannot be created. `store-unavailable` when the
 * disk is full or the database cannot be reached.
 */
export async function migrate(connection: Connection): Promise<void> {
  try {
    await createMigrationTable(connection);
    await connection.transaction(async (db) => {
      const insertLock = db.insertInto('pgwMigrations').values({ name: lockRow });
      await insertLock.onConflict((conflict) => conflict.doNothing()).execute();
      await db.updateTable('pgwMigrations').set({ name: lockRow }).where('name', '=', lockRow).execute();
      const rows = await db.selectFrom('pgwMigrations').select('name').execute();
      const doneMigrations = new Set(rows.map(({ name }) => name));
      refuseNewerStore([...doneMigrations]);
      // The row of the lock is not a migration.
      const isNew = doneMigrations.size <= 1;
      if (isNew) await createTables(db);
      for (const [name, up] of Object.entries(migrations)) {
        if (doneMigrations.has(name)) continue;
        if (!isNew) await up(db, connection.backend);
        await db.insertInto('pgwMigrations').values({ name }).execute();
      }
    });
  } catch (error) {
    if (findFailure(error, 'diskFull') !== undefined || error instanceof NewerStoreError) throw error;
    const storeError =
      toUnreachableError(error) ?? toStorageError(error, { damagedCode: 'invalid-configuration' });
    if (storeError !== undefined) throw storeError;
    const reason = endSentence(getErrorMessage(error));
    const message = `The tables of the payment store could not be created: ${reason} Check that this user may create tables.`;
    throw new PgwError('invalid-configuration', message, { cause: error });
  }
}

/** Error thrown when the store has migrations that this version does not have. */
class NewerStoreError extends PgwError {}

function refuseNewerStore(doneMigrations: readonly string[]): void {
  const unknown = doneMigrations.filter((name) => name !== lockRow && !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new NewerStoreError(
    'invalid-configuration',
    `The payment store was made by a newer version of @pgw/server: this version does not know its migrations ${unknown.join(', ')}. ` +
      'Run the newer version again. To go back, restore a backup from before the upgrade.',
  );
}

/**
 * Creates the table of migrations. On PostgreSQL, `if not exists` may fail when two processes run it at the
 * same time. In this case, one of them has succeeded, and the other retries.
 */
async function createMigrationTable(connection: Connection): Promise<void> {
  const createTable = (db: Database): Promise<void> =>
    db.schema
      .createTable('pgwMigrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute();
  for (let tries = 1; ; tries += 1) {
    try {
      return await connection.run(createTable);
    } catch (error) {
      if (tries === maxTries || findFailure(error, 'unreachable') !== undefined) throw error;
      await wait(pauseMs * tries);
    }
  }
}
