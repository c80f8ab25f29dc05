import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import type { StoreAccount } from '../model/ports/account-store.ts';
import { platforms, type Platform } from './platforms.ts';

// Files that the embedded store refuses: on a platform that does not keep them, and beside one with open work.

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws on a platform whose disk is not kept.
 *
 * @throws PgwError `invalid-configuration`, with the platform and what to use.
 */
export function requireLastingDisk(environment: Environment = process.env): void {
  const platform = findPlatform(environment);
  if (platform === undefined) return;
  const { name, variable } = platform;
  throw new PgwError(
    'invalid-configuration',
    `embeddedStore: ${name} (${variable} is set) does not keep the files of a process. Paid orders would be lost when it stops, and other processes ` +
      'would not see them. Use PostgreSQL through a pooler: set the option store of createCheckout to postgresStore({ pool }) of ' +
      '@pgw/server/stores/postgres; see https://pgw-js.github.io/pgw/servers. If file is on a volume that is kept, set hasLastingDisk: true.',
  );
}

function findPlatform(environment: Environment): Platform | undefined {
  const isLocal = platforms.some(
    ({ local }) => local !== undefined && environment[local.variable] === local.value,
  );
  return isLocal ? undefined : platforms.find(({ variable }) => Boolean(environment[variable]));
}

const openWork = `select count(*) as work, merchant_id, origin from (
  select account from pgw_payments where next_query_at is not null
  union all select account from pgw_operations where next_query_at is not null
  union all select account from pgw_hooks where next_attempt_at is not null
) join pgw_accounts on id = account
where origin <> ? or merchant_id <> ? group by account`;

/**
 * Refuses a new default file if a database beside it has open work of another account: the file of the test phase was probably
 * renamed or given another name, and its payments would stay open. Without an account, any open work is of another one.
 *
 * @throws PgwError `wrong-account`.
 */
export function refuseBesideOpenWork(path: string, account?: StoreAccount): void {
  const { origin = '', merchantId = '' } = account ?? {};
  if (read(path, "select 1 from sqlite_master where name = 'pgw_payments'").length > 0) return;
  for (const name of listDatabases(dirname(path))) {
    const file = join(dirname(path), name);
    if (name === basename(path)) continue;
    const [other] = read(file, openWork, origin, merchantId);
    if (other === undefined) continue;
    const own = account === undefined ? 'has several accounts' : `is merchant ${merchantId} at ${origin}`;
    const message =
      `The payment store ${path} is new, and ${file} beside it has open work of merchant ${String(other['merchant_id'])} at ${String(other['origin'])}, and this ` +
      `checkout ${own}: end that work with a checkout that uses ${name}, or give the new file its name explicitly, embeddedStore({ file: '${path}' }).`;
    throw new PgwError('wrong-account', message);
  }
}

function listDatabases(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.db'));
  } catch {
    // The store creates the folder.
    return [];
  }
}

/** Returns no rows for a file that does not exist, or is not a database with these tables. */
function read(file: string, sql: string, ...values: readonly string[]) {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    database = new Database(file, { readOnly: true });
    return database.prepare(sql).all(...values);
  } catch {
    return [];
  } finally {
    database?.close();
  }
}
