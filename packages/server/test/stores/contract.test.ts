import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPgbouncer, whyNoPgbouncer, type Pgbouncer } from '../../../../scripts/programs/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { storeContract, type StoreCase } from './contract/index.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { isNightly } from '../../../../scripts/nightly.ts';
import { tables } from '../../src/stores/sql/schema.ts';
import { toSnakeCase } from '../../src/stores/sql/columns.ts';
import { countPostgres } from '../cost/count-cost.ts';
import { findStatementsWithoutAccount } from './statements-without-account.ts';
import { skipBecause } from '../../../../scripts/skip-because.ts';

const behindPgbouncer = 'postgres behind pgbouncer';
const folder = mkdtempSync(join(tmpdir(), 'pgw-store-'));
let storeCount = 0;
let server: PostgresServer;
let pooler: Pgbouncer | undefined;
const reasonWithoutPgbouncer = whyNoPgbouncer();

beforeAll(async () => {
  DatabaseSync.prototype.prepare = function (sql) {
    statements.add(sql);
    return prepare.call(this, sql);
  };
  server = await startPostgres();
  if (isNightly && reasonWithoutPgbouncer === undefined)
    pooler = await startPgbouncer({ url: server.url, connections: 6 });
});

afterAll(async () => {
  DatabaseSync.prototype.prepare = prepare;
  for (const pool of pools) await pool.end();
  await pooler?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface CreatedStore {
  readonly store: Store;
  /** Closes what the store does not close itself. */
  readonly cleanUp: () => Promise<void>;
  /** Reads rows without the store. With it, each case also runs for a second account of the database. */
  readonly read?: (sql: string) => Promise<unknown[]>;
}

/** The SQL texts of all stores. */
const statements = new Set<string>();
// The lint rule refuses methods without their object. Each call below has one.
const { prepare } = DatabaseSync.prototype; // oxlint-disable-line typescript/unbound-method

const accounts = {
  first: { origin: 'https://staging.example', merchantId: '1001', now: 1 },
  second: { origin: 'https://gateway.example', merchantId: '1001', now: 2 },
};

/** The methods that a case has called. */
const calledMethods = new Set<string>();

function recordCalls(store: Store): Store {
  const get = (_: Store, name: string | symbol): unknown => {
    calledMethods.add(String(name));
    return Reflect.get(store, name);
  };
  return new Proxy(store, { get });
}

/** Runs a case with the same ids for a second account. It finds an empty store, and changes no row of the first account. */
async function checkSecondAccount(
  store: Store,
  { run, read }: Pick<StoreCase, 'run'> & { readonly read: (sql: string) => Promise<unknown[]> },
): Promise<void> {
  const readRows = async (): Promise<unknown[]> => {
    const names = Object.keys(tables).filter((name) => name !== 'pgwAccounts');
    const rows = [];
    for (const name of names)
      rows.push([name, await read(`select * from ${toSnakeCase(name)} where account = 1 order by 1, 2, 3`)]);
    return rows;
  };
  const rowsBefore = await readRows();
  await store.insert('account', accounts.second);
  const second = store.forAnotherAccount();
  await second.open(accounts.second);
  expect(second.getAccountId()).toBe(2);
  await run(second);
  expect(await readRows()).toEqual(rowsBefore);
}

const pools: pg.Pool[] = [];

/** Returns the stores of one pool. Their tables are emptied after each case, because creating them costs more than most cases. */
function shareTables(openPool: () => Promise<pg.Pool>): () => Promise<CreatedStore> {
  let created: Promise<pg.Pool> | undefined;
  return async () => {
    created ??= openPool();
    const pool = await created;
    const counter = countPostgres(pool);
    const cleanUp = async (): Promise<void> => {
      const { rows } = await pool.query(
        "select string_agg(format('delete from %I', tablename), '; ') as statements from pg_tables where schemaname = current_schema() and tablename <> 'pgw_migrations'",
      );
      // A new store has one account, without an owner. For few rows, `delete` is faster than `truncate`.
      await pool.query(`${rows[0].statements}; insert into pgw_accounts (id) values (1)`);
      for (const text of counter.texts) statements.add(text);
    };
    const store = postgresStore({ pool: { ...counter.pool, options: { max: 20 } } });
    return { store, cleanUp, read: async (sql) => (await pool.query(sql)).rows };
  };
}

function createPool(connectionString: string, options = ''): pg.Pool {
  const pool = new pg.Pool({ connectionString, options, max: 20 });
  pools.push(pool);
  return pool;
}

const createPostgresStores = (settings = '') =>
  shareTables(async () => {
    const schema = `contract_${(storeCount += 1)}`;
    const pool = createPool(server.url, `-c search_path=${schema} ${settings}`);
    await pool.query(`create schema ${schema}`);
    return pool;
  });

/** Creates an empty store of each kind, in a new file, in memory, or in a schema or database of its kind. */
const stores: Record<string, () => Promise<CreatedStore>> = {
  embedded: async () => {
    const file = join(folder, `${(storeCount += 1)}`, 'payments.db');
    let reader: DatabaseSync | undefined;
    return {
      store: embeddedStore({ file }),
      cleanUp: async () => reader?.close(),
      read: async (sql) => (reader ??= new DatabaseSync(file, { readOnly: true })).prepare(sql).all(),
    };
  },
  memory: async () => ({ store: memoryStore(), cleanUp: () => Promise.resolve() }),
  postgres: createPostgresStores(),
  // Some databases have only this isolation level. They reject conflicting transactions, which the store must
  // repeat.
  'postgres, all serializable': createPostgresStores('-c default_transaction_isolation=serializable'),
  // Each transaction can use another connection, so the store must keep no state in a connection.
  [behindPgbouncer]: shareTables(async () => {
    const database = `contract_${(storeCount += 1)}`;
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`create database ${database}`);
    await client.end();
    return createPool(Object.assign(new URL(pooler?.url ?? ''), { pathname: database }).href);
  }),
};

/** A store in memory is the embedded store without a file, and nearly every other test uses it. */
const onlyNightly = new Set([behindPgbouncer, 'memory']);

/**
 * The stores that differ from `postgres` only in their server. Other runs than the nightly one test only how the operations of the
 * serializable one exclude each other.
 */
const otherServers = new Set([behindPgbouncer, 'postgres, all serializable']);
const aboutExclusion =
  /\b(?:once|same time|parallel|conflict|changed|concurrent|locks?|locked|waits?|twice)\b/;

/** The stores have the same statements, so other runs than the nightly one test two accounts in SQLite only. */
const hasSecondAccount = (name: string): boolean =>
  isNightly ? !otherServers.has(name) : name === 'embedded';

/**
 * The tests that do not apply to the serializable isolation level. It can reject the first of two
 * transactions. Then the work runs again, and the locks are released in between.
 */
const skippedIfSerializable = [
  'when work throws before it writes, other work is not repeated',
  'a locked payment does not delay other updates',
];

it('the contract contains each test that is skipped for a serializable store', () => {
  expect(storeContract.map(({ title }) => title)).toEqual(expect.arrayContaining(skippedIfSerializable));
});

// The last tests are about the calls and the statements of all cases.
describe('the contract', { shuffle: false }, () => {
  for (const [name, createStore] of Object.entries(stores)) {
    if (!isNightly && onlyNightly.has(name)) continue;
    const reason = name === behindPgbouncer ? reasonWithoutPgbouncer : undefined;
    describe(`the ${name} store`, skipBecause(reason), () => {
      const cases = storeContract.filter(
        ({ title }) =>
          (isNightly || !otherServers.has(name) || aboutExclusion.test(title)) &&
          (!name.includes('serializable') || !skippedIfSerializable.includes(title)),
      );
      it.each(cases.map(({ title, run }) => [title, run] as const))('%s', async (_title, run) => {
        const { store, cleanUp, read } = await createStore();
        const recorded = recordCalls(store);
        await recorded.open(accounts.first);
        await run(recorded);
        if (read !== undefined && hasSecondAccount(name)) await checkSecondAccount(recorded, { run, read });
        await store.close();
        await cleanUp();
      });
    });
  }

  it('the cases call every method of a store', () => {
    const other = new Set([
      'close',
      'getAccountId',
      'findDurabilityRisks',
      'historyMark',
      'needsHistoryMark',
      'listAccounts',
      'forAllAccounts',
      'markSwept',
    ]);
    const methods = Object.keys(memoryStore()).filter((name) => !other.has(name));
    expect(methods.filter((name) => !calledMethods.has(name))).toEqual([]);
  });

  it('every statement of a case names the account of each table that it uses', () => {
    expect(findStatementsWithoutAccount(statements)).toEqual([]);
    expect(statements.size).toBeGreaterThan(100);
  });

  it('a statement without the account is found', () => {
    const texts = [...statements].filter((text) => /\baccount"? = /.test(text));
    const changed = texts.flatMap((text) =>
      [...text.matchAll(/\baccount"? = /g)].map(
        ({ index }) => `${text.slice(0, index)}${text.slice(index).replace('account', 'other')}`,
      ),
    );
    const found = new Set(findStatementsWithoutAccount(changed));
    expect(changed.filter((text) => !found.has(text))).toEqual([]);
  });
});
