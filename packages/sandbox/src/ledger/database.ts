import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';

const schema = `
  CREATE TABLE IF NOT EXISTS payments (
    transactionNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, sessionNumber TEXT,
    referenceCode TEXT NOT NULL, referenceKey TEXT NOT NULL, status INTEGER NOT NULL,
    currencyCode TEXT NOT NULL, amount INTEGER NOT NULL, channelId INTEGER, providerChannelId TEXT,
    providerTransactionNumber TEXT, isHosted INTEGER NOT NULL, description TEXT,
    returnUrl TEXT NOT NULL, callbackUrl TEXT, channelGroupId INTEGER, hiddenChannels TEXT NOT NULL,
    misbehaviour TEXT NOT NULL, createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL, decidedAt INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS paymentsOpen ON payments (expiresAt) WHERE status = 0;
  CREATE INDEX IF NOT EXISTS paymentsOfReference ON payments (tenantId, referenceKey);
  CREATE INDEX IF NOT EXISTS paymentsOfSession ON payments (sessionNumber);
  CREATE TABLE IF NOT EXISTS sessions (
    sessionNumber TEXT PRIMARY KEY, tenantId TEXT NOT NULL, referenceCode TEXT NOT NULL,
    referenceKey TEXT NOT NULL, status INTEGER NOT NULL, currencyCode TEXT NOT NULL, amount INTEGER NOT NULL, channelId INTEGER, providerChannelId TEXT, description TEXT,
    returnUrl TEXT NOT NULL, callbackUrl TEXT, channelGroupId INTEGER, hiddenChannels TEXT NOT NULL,
    createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessionsOpen ON sessions (expiresAt) WHERE status = 0;
  CREATE TABLE IF NOT EXISTS usedReferences (
    tenantId TEXT NOT NULL, reference TEXT NOT NULL, PRIMARY KEY (tenantId, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS callbacks (
    id INTEGER PRIMARY KEY, transactionNumber TEXT NOT NULL, tenantId TEXT NOT NULL, url TEXT NOT NULL,
    body TEXT NOT NULL, status INTEGER NOT NULL, isWronglySigned INTEGER NOT NULL, state TEXT NOT NULL,
    tries INTEGER NOT NULL, dueAt INTEGER NOT NULL, lastAnswer TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS callbacksWaiting ON callbacks (dueAt) WHERE state = 'waiting';
  CREATE TABLE IF NOT EXISTS tokens (
    digest TEXT PRIMARY KEY, tenantId TEXT NOT NULL, expiresAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the sandbox's database: in memory, or the file `sandbox.db` of a directory that is made when missing.
 *
 * @throws PgwError `invalid-configuration` when the directory cannot be written.
 */
export function openDatabase(data: string): DatabaseSync {
  try {
    if (data !== ':memory:') mkdirSync(data, { recursive: true });
    const path = data === ':memory:' ? data : join(data, 'sandbox.db');
    const database = new DatabaseSync(path, { timeout: 10_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec(schema);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PgwError(
      'invalid-configuration',
      `The sandbox cannot keep its data in ${data} (${reason}). Give a directory that it may write to.`,
      { cause },
    );
  }
}

/** Runs `work` in one transaction: all of it is kept, or nothing. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
