import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pgbouncerProgram, startPgbouncer, type Pgbouncer } from '../../../../scripts/pgbouncer.mjs';
import { startPostgres, type PostgresServer } from '../../../../scripts/postgres.mjs';
import { storeContract } from '../../src/testing.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/payments/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-store-'));
let made = 0;
let server: PostgresServer;
let pooler: Pgbouncer | undefined;
const hasPgbouncer = pgbouncerProgram() !== undefined;

beforeAll(async () => {
  server = await startPostgres();
  if (hasPgbouncer) pooler = await startPgbouncer({ url: server.url, connections: 6 });
});

afterAll(async () => {
  await pooler?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly store: Store;
  readonly end: () => Promise<void>;
}

async function inSchema(settings = ''): Promise<Opened> {
  const schema = `contract_${(made += 1)}`;
  const options = `-c search_path=${schema} ${settings}`;
  const pool = new pg.Pool({ connectionString: server.url, options, max: 20 });
  await pool.query(`create schema ${schema}`);
  return { store: postgresStore({ pool }), end: () => pool.end() };
}

/** An empty store of each kind: a new file, a new memory, a new schema. */
const stores: Record<string, () => Promise<Opened>> = {
  embedded: async () => {
    const file = join(folder, `${(made += 1)}`, 'payments.db');
    return { store: embeddedStore({ file }), end: () => Promise.resolve() };
  },
  memory: async () => ({ store: memoryStore(), end: () => Promise.resolve() }),
  postgres: () => inSchema(),
  // Some databases have only this isolation level: they reject conflicting transactions, which must be repeated.
  'postgres, all serializable': () => inSchema('-c default_transaction_isolation=serializable'),
  // Each transaction may have another connection, so a connection must have no state. Only if pgbouncer is installed.
  ...(hasPgbouncer && {
    'postgres behind pgbouncer': async () => {
      const database = `contract_${(made += 1)}`;
      const direct = new pg.Client(server.url);
      await direct.connect();
      await direct.query(`create database ${database}`);
      await direct.end();
      const connectionString = Object.assign(new URL(pooler?.url ?? ''), { pathname: database }).href;
      const pool = new pg.Pool({ connectionString, max: 20 });
      return { store: postgresStore({ pool }), end: () => pool.end() };
    },
  }),
};

/** With this isolation level a transaction may be rejected although it was first: its work runs again, and its locks are released in between. */
const skippedIfSerializable = [
  'work that throws without a write does not repeat other work',
  'a locked payment delays no other settlement',
];

describe.each(Object.entries(stores))('the %s store', (name, make) => {
  const cases = storeContract.filter(
    ({ title }) => !name.includes('serializable') || !skippedIfSerializable.includes(title),
  );
  it.each(cases.map(({ title, run }) => [title, run] as const))('%s', async (_title, run) => {
    const { store, end } = await make();
    await store.open();
    await run(store);
    await store.close();
    await end();
  });
});
