import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { findFileSystemRisks } from '../../src/stores/durability.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { sqliteStore } from '../../src/stores/sqlite-store.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { openShop } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-durability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the embedded store', () => {
  it('has synchronized commits, read back from SQLite', async () => {
    // `hasLastingDisk` leaves out the file system, which differs between machines.
    const store = embeddedStore({ file: join(folder, 'shop.db'), hasLastingDisk: true });
    await store.open();
    expect(await store.findDurabilityRisks?.()).toEqual([]);
    await store.close();
  });

  it.runIf(process.platform === 'linux').each([
    [0x01021994, 'error', 'tmpfs'],
    [0x6969, 'error', 'NFS'],
    [0xff534d42, 'error', 'CIFS'],
    // The same number as Node returns it when it is signed.
    [0xff534d42 - 2 ** 32, 'error', 'CIFS'],
    [0x794c7630, 'warn', 'overlay'],
  ])('reports the file system %i as %s', async (type, level, name) => {
    const risks = await findFileSystemRisks('/data/shop.db', async () => ({ type }));
    expect(risks).toEqual([{ level, message: expect.stringContaining(`type ${name}.`) }]);
    expect(risks[0]?.message).toContain('hasLastingDisk: true');
  });

  it.each([0xef53, 0x58465342, 0x9123683e])('accepts the file system %i of a disk', async (type) => {
    expect(await findFileSystemRisks('/data/shop.db', async () => ({ type }))).toEqual([]);
  });
});

describe('the store in PostgreSQL', () => {
  let server: PostgresServer;
  let pool: pg.Pool;

  beforeAll(async () => {
    server = await startPostgres();
    pool = new pg.Pool({ connectionString: server.url });
  });

  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  it('has no finding with the default settings of a server', async () => {
    expect(await postgresStore({ pool }).findDurabilityRisks?.()).toEqual([]);
  });

  it.each([
    [
      'a database',
      "alter database postgres set synchronous_commit = 'off'",
      'alter database postgres reset all',
    ],
    ['a role', "alter role pgw set synchronous_commit = 'off'", 'alter role pgw reset all'],
  ])(
    'reports synchronous_commit that is off for %s, at boot and in the health',
    async (title, set, reset) => {
      await pool.query(set);
      // Each shop has another sandbox, so it has a database schema of its own.
      const schema = title.replace(' ', '_');
      await pool.query(`create schema ${schema}`);
      const ownPool = new pg.Pool({
        connectionString: server.url,
        options: `-c search_path=${schema}`,
      });
      const shop = await openShop({ store: postgresStore({ pool: ownPool }) as never });
      await shop.checkout.ready;
      const [event, ...others] = shop.eventsNamed('store-not-durable');
      expect(event).toMatchObject({
        level: 'error',
        message: expect.stringContaining('synchronous_commit = off'),
      });
      expect(others).toEqual([]);
      const { status, problems } = await shop.checkout.health();
      expect([status, problems.map(({ code }) => code)]).toEqual(['degraded', ['store-not-durable']]);
      await shop.close();
      await ownPool.end();
      await pool.query(reset);
    },
  );

  it.each(['fsync', 'full_page_writes'])('reports %s that is off for the server', async (name) => {
    await pool.query(`alter system set ${name} = off`);
    await pool.query('select pg_reload_conf()');
    const read = async (): Promise<unknown> => (await pool.query(`show ${name}`)).rows[0]?.[name];
    await expect.poll(read).toBe('off');
    const risks = await postgresStore({ pool }).findDurabilityRisks?.();
    expect(risks).toEqual([{ level: 'error', message: expect.stringContaining(`${name} = off`) }]);
    await pool.query(`alter system reset ${name}`);
    await pool.query('select pg_reload_conf()');
    await expect.poll(read).toBe('on');
  });

  it('refuses a database that is not UTF8, before it creates a table', async () => {
    await pool.query(
      "create database latin encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'",
    );
    const ownPool = new pg.Pool({ connectionString: server.url.replace(/\/postgres$/, '/latin') });
    await expect(postgresStore({ pool: ownPool }).open()).rejects.toMatchObject({
      code: 'invalid-configuration',
      message: expect.stringMatching(/encoding LATIN1.*create database shop encoding 'UTF8'/),
    });
    const { rows } = await ownPool.query("select 1 from pg_tables where tablename like 'pgw%'");
    expect(rows).toEqual([]);
    await ownPool.end();
  });
});

/** Limits the database to its pages, or removes the limit. SQLite then fails each write that needs a new page. */
function setPageLimit(store: Store<EmbeddedTransaction>, isFull: boolean): Promise<unknown> {
  return store.runInTransaction({
    timeoutMs: 1_000,
    work: (tx) => {
      const pages = Number(tx.all('pragma page_count')[0]?.['page_count']);
      tx.run(`pragma max_page_count = ${isFull ? pages : 1_000_000}`);
    },
  });
}

it('while the disk is full, the health is failing after a refused start, and it is ok after the next write', async () => {
  const store = sqliteStore(() => ':memory:');
  const shop = await openShop({ store, sweepIntervalMs: 0 });
  const readHealth = async (): Promise<unknown> => {
    const { status, problems } = await shop.checkout.health();
    return [status, problems.map(({ code }) => code)];
  };
  await shop.checkout.ready;
  await setPageLimit(store, true);
  let response = await shop.start({ order: 'A0' });
  // Pages that are already allocated have room for some payments.
  for (let count = 1; response.ok; count += 1) response = await shop.start({ order: `A${count}` });
  expect(response.status).toBe(503);
  expect(await readHealth()).toEqual(['failing', ['store-unavailable']]);
  expect((await shop.fetch('/pgw/health')).status).toBe(503);
  await setPageLimit(store, false);
  expect(await readHealth()).toEqual(['ok', []]);
  await shop.close();
});
