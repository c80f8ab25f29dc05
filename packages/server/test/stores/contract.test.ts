import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPgbouncer, whyNoPgbouncer, type Pgbouncer } from '../../../../scripts/programs/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { storeContract } from './contract/index.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { isNightly } from '../../../../scripts/nightly.ts';
import { skipBecause } from '../../../../scripts/skip-because.ts';

const behindPgbouncer = 'postgres behind pgbouncer';
const folder = mkdtempSync(join(tmpdir(), 'pgw-store-'));
let storeCount = 0;
let server: PostgresServer;
let pooler: Pgbouncer | undefined;
const reasonWithoutPgbouncer = whyNoPgbouncer();

beforeAll(async () => {
  server = await startPostgres();
  if (reasonWithoutPgbouncer === undefined)
    pooler = await startPgbouncer({ url: server.url, connections: 6 });
});

afterAll(async () => {
  await pooler?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface CreatedStore {
  readonly store: Store;
  /** Closes what the store does not close itself. */
  readonly cleanUp: () => Promise<void>;
}

async function createPostgresStore(settings = ''): Promise<CreatedStore> {
  const schema = `contract_${(storeCount += 1)}`;
  const options = `-c search_path=${schema} ${settings}`;
  const pool = new pg.Pool({ connectionString: server.url, options, max: 20 });
  await pool.query(`create schema ${schema}`);
  return { store: postgresStore({ pool }), cleanUp: () => pool.end() };
}

/** Creates an empty store of each kind, in a new file, in memory, or in a new schema or database. */
const stores: Record<string, () => Promise<CreatedStore>> = {
  embedded: async () => {
    const file = join(folder, `${(storeCount += 1)}`, 'payments.db');
    return { store: embeddedStore({ file }), cleanUp: () => Promise.resolve() };
  },
  memory: async () => ({ store: memoryStore(), cleanUp: () => Promise.resolve() }),
  postgres: () => createPostgresStore(),
  // Some databases have only this isolation level. They reject conflicting transactions, which the store must
  // repeat.
  'postgres, all serializable': () => createPostgresStore('-c default_transaction_isolation=serializable'),
  // Each transaction can use another connection, so the store must keep no state in a connection.
  [behindPgbouncer]: async () => {
    const database = `contract_${(storeCount += 1)}`;
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`create database ${database}`);
    await client.end();
    const connectionString = Object.assign(new URL(pooler?.url ?? ''), { pathname: database }).href;
    const pool = new pg.Pool({ connectionString, max: 20 });
    return { store: postgresStore({ pool }), cleanUp: () => pool.end() };
  },
};

/** The stores that differ from `postgres` only in their server. Other runs than the nightly one test how their operations exclude each other. */
const otherServers = new Set([behindPgbouncer, 'postgres, all serializable']);
const aboutExclusion =
  /\b(?:once|same time|parallel|conflict|changed|concurrent|locks?|locked|waits?|twice)\b/;

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

for (const [name, createStore] of Object.entries(stores)) {
  const reason = name === behindPgbouncer ? reasonWithoutPgbouncer : undefined;
  describe(`the ${name} store`, skipBecause(reason), () => {
    const cases = storeContract.filter(
      ({ title }) =>
        (isNightly || !otherServers.has(name) || aboutExclusion.test(title)) &&
        (!name.includes('serializable') || !skippedIfSerializable.includes(title)),
    );
    it.each(cases.map(({ title, run }) => [title, run] as const))('%s', async (_title, run) => {
      const { store, cleanUp } = await createStore();
      await store.open();
      await run(store);
      await store.close();
      await cleanUp();
    });
  });
}
