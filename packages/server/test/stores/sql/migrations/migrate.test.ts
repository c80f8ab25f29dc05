import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { fromSources } from '../../../../../../scripts/from-sources.mjs';
import { selectCases } from '../../../../../../scripts/nightly.ts';
import { startPostgres } from '../../../../../../scripts/programs/postgres.mjs';
import type { Store } from '../../../../src/model/ports/store.ts';
import { embeddedStore } from '../../../../src/stores/embedded.ts';
import { postgresStore } from '../../../../src/stores/postgres.ts';
import { sampleWork } from '../../contract/samples.ts';

const earlierStore = readFileSync(new URL('store-of-0001.sql', import.meta.url), 'utf8');
const program = fileURLToPath(new URL('killed-migration.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function createFile(name: string): string {
  const file = join(folder, name);
  const database = new DatabaseSync(file);
  database.exec(earlierStore);
  database.close();
  return file;
}

/** Compares the payments and their calls with those of the earlier store, and fulfills the one that is due. */
async function checkMigrated(store: Store): Promise<void> {
  // The rows belong to the first account, and no checkout has opened the store yet.
  expect(store.getAccountId()).toBe(1);
  expect(await store.listAccounts()).toMatchObject([{ origin: null, merchantId: null }]);
  const states = (await store.search('payments', {})).map(({ reference, fulfillment }) => [
    reference,
    fulfillment,
  ]);
  expect(states).toEqual([
    ...['RC-REFUNDED', 'RC-WAITS', 'RC-REFUSED', 'RC-MISSED'].map((one) => [one, { state: 'withheld' }]),
    ['RC-DONE', { state: 'done' }],
    ['RC-DEAD', { state: 'dead' }],
    ['RC-DUE', { state: 'due' }],
    ['RC-OPEN', { state: 'none' }],
  ]);
  const onPaid = { name: 'onPaid', reason: null, operationId: null };
  expect(await store.list('hooks', 'RC-DUE')).toEqual([
    { ...onPaid, key: 'RC-DUE', reference: 'RC-DUE', state: 'due', attempts: 2, nextAttemptAt: 5_000 },
    expect.objectContaining({ name: 'onRefunded', attempts: 0 }),
  ]);
  expect(await store.list('hooks', 'RC-DEAD')).toEqual([
    { ...onPaid, key: 'RC-DEAD', reference: 'RC-DEAD', state: 'dead', attempts: 12, nextAttemptAt: null },
  ]);
  const refunds = { name: 'refundSecondPayment', state: 'due' };
  expect(await store.list('hooks', 'RC-REFUSED')).toMatchObject([
    { ...refunds, key: 'second:RC-REFUSED:2', attempts: 0, nextAttemptAt: 9_000 },
  ]);
  expect(await store.list('hooks', 'RC-WAITS')).toMatchObject([
    { ...refunds, key: 'second:RC-WAITS:0', attempts: 0, operationId: 'wait' },
  ]);
  expect(await store.list('hooks', 'RC-MISSED')).toMatchObject([
    { ...refunds, key: 'second:RC-MISSED:0', attempts: 1, operationId: null },
  ]);
  const operations = await store.search('operations', { kind: 'refund' });
  expect(operations.map(({ id, nextQueryAt }) => [id, nextQueryAt])).toEqual([
    ['second:RC-REFUSED:1', null],
    ['second:RC-REFUNDED:0', null],
  ]);
  for (const reference of ['RC-OPEN', 'RC-DONE', 'RC-REFUNDED'])
    expect(await store.list('hooks', reference)).toEqual([]);
  const leased = (await store.lease('hooks', { now: 5_000, until: 65_000, limit: 10 })).find(
    ({ hook }) => hook.name === 'onPaid',
  );
  expect(leased?.hook.attempts).toBe(3);
  const isRun =
    leased &&
    (await store.runHook(
      leased.hook,
      sampleWork(() => undefined),
    ));
  expect(isRun).toBe(true);
  expect((await store.find('payment', 'RC-DUE'))?.fulfillment).toEqual({ state: 'done' });
}

it('a SQLite file of the first version keeps its fulfillments, which become calls of onPaid', async () => {
  const store = embeddedStore({ file: createFile('earlier.db') });
  await store.open();
  await checkMigrated(store);
  await store.open({ origin: 'https://gateway.example', merchantId: '1001', now: 7 });
  expect(store.getAccountId()).toBe(1);
  await store.close();
});

it('a migrated SQLite file has the tables and indexes of a new one', async () => {
  // A column that was added later is the last one.
  const normalize = (definition: unknown): string[] =>
    String(definition)
      .toLowerCase()
      .replaceAll('"', '')
      .replaceAll(/\s+/g, ' ')
      .split(/, ?|\(/)
      .toSorted();
  const definitions = [];
  for (const name of [createFile('migrated.db'), join(folder, 'new.db')]) {
    const store = embeddedStore({ file: name });
    await store.open();
    const database = new DatabaseSync(name);
    const rows = database.prepare('select name, sql from sqlite_master order by name').all();
    definitions.push(rows.map((row) => [row['name'], normalize(row['sql'])]));
    database.close();
    await store.close();
  }
  expect(definitions[0]).toEqual(definitions[1]);
});

it('a PostgreSQL database of the first version keeps its fulfillments, which become calls of onPaid', async () => {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  try {
    const readDefinitions = async (of: pg.Pool): Promise<unknown[]> => {
      const { rows } =
        await of.query(`select indexname, replace(indexdef, schemaname || '.', '') as definition
        from pg_indexes where schemaname = current_schema() order by 1`);
      const columns = await of.query(`select table_name, column_name, data_type, is_nullable, column_default
        from information_schema.columns where table_schema = current_schema() order by 1, 2`);
      return [rows, columns.rows];
    };
    await pool.query('create schema newest');
    const newPool = new pg.Pool({ connectionString: server.url, options: '-c search_path=newest', max: 1 });
    await postgresStore({ pool: newPool }).open();
    await pool.query(earlierStore);
    const stores = Array.from({ length: 4 }, () => postgresStore({ pool }));
    await Promise.all(stores.map((store) => store.open()));
    const [store] = stores;
    if (store !== undefined) await checkMigrated(store as Store<never>);
    expect(await readDefinitions(pool)).toEqual(await readDefinitions(newPool));
    await newPool.end();
  } finally {
    await pool.end();
    await server.stop();
  }
});

it.each(
  selectCases(
    [
      'insert into pgw_hooks',
      'drop table pgw_hooks',
      'commit',
      'drop index',
      'alter table',
      'create table pgw_payments_copy',
      'insert into pgw_payments_copy',
      'insert into pgw_accounts',
    ],
    3,
  ),
)(
  'a process that is killed before "%s" of its migration changes nothing, and the next one migrates',
  async (start) => {
    const file = createFile(`killed-${start.replaceAll(/\W/g, '-')}.db`);
    const child = spawn(process.execPath, [...fromSources, program, file, start], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const database = new DatabaseSync(file);
    const [row] = database.prepare('select * from pgw_payments where fulfillment_attempts = 2').all();
    expect(row).toMatchObject({ reference: 'RC-DUE', fulfillment_next_attempt_at: 5_000 });
    database.close();
    const store = embeddedStore({ file });
    await store.open();
    await checkMigrated(store);
    await store.close();
  },
);
