import { commitUpdate } from './contract/writes.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Note } from '../../src/model/payments/timeline.ts';
import { refusesBegin } from '../../src/stores/sql/dialects/sqlite-transaction.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { sqliteStore } from '../../src/stores/sqlite-store.ts';
import { createPaidHook } from '../../src/model/hook.ts';
import { samplePayment } from './contract/sample-payment.ts';
import { insertDuePayment } from './contract/samples.ts';
import type { Store } from '../../src/model/ports/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note: Note = {
  reference: 'RC-1',
  at: 1_000,
  source: 'start',
  kind: 'payment-created',
  text: 'Stored.',
};
const duePayment = samplePayment({ state: 'paid', fulfillment: { state: 'due' } });
/** The error code of SQLite for a full disk. */
const sqliteFull = 13;
const megabyte = 'x'.repeat(1_000_000);

/**
 * Limits the database to its current pages. SQLite then fails each statement that needs a new page as on a
 * full disk.
 */
function simulateFullDisk(tx: EmbeddedTransaction): void {
  const pages = Number(tx.all('pragma page_count')[0]?.['page_count']);
  tx.run(`pragma max_page_count = ${pages}`);
}

/**
 * Writes as a handler that continues after a full disk. The second of the four statements fills the disk.
 * Returns the errors of this statement and of those after it.
 */
function writeDespiteFailure(tx: EmbeddedTransaction): unknown[] {
  const errors: unknown[] = [];
  for (const text of ['once', megabyte, 'after the failure', 'a second time']) {
    try {
      tx.run('insert into ledger values (?)', text);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

async function openStore(file: string): Promise<Store<EmbeddedTransaction>> {
  const store = file === ':memory:' ? sqliteStore(() => file) : embeddedStore({ file });
  await store.open();
  return store;
}

const stores = [
  ['embedded', () => openStore(join(folder, `${Math.random()}.db`))],
  ['memory', () => openStore(':memory:')],
] as const;

describe.each(stores)('%s store with a full disk', (_name, openEmptyStore) => {
  it('a handler that catches the error of a full disk and continues commits no write', async () => {
    const store = await openEmptyStore();
    await insertDuePayment(store, duePayment, 0);
    const errors: unknown[] = [];
    const work = (tx: EmbeddedTransaction): void => {
      tx.run('create table if not exists ledger (text text)');
      simulateFullDisk(tx);
      errors.push(...writeDespiteFailure(tx));
    };
    const failed = await store
      .runHook(createPaidHook(duePayment, 0), {
        note,
        needsOrder: false,
        work: (_payment, { tx }) => work(tx),
      })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'store-unavailable', retryable: true });
    expect(errors).toHaveLength(3);
    for (const error of [failed, ...errors]) {
      const { message } = error as Error;
      expect(message).toContain('the disk is full');
      // These parts of other errors of the store do not apply to a full disk.
      expect(message).not.toMatch(/Nothing was written|create tables/);
    }
    expect(await store.find('payment', 'RC-1')).toEqual(duePayment);
    await store.close();
  });

  it('a handler that failed because of a full disk has its effect once when the disk has space again', async () => {
    const store = await openEmptyStore();
    await insertDuePayment(store, duePayment, 0);
    const otherPayment = samplePayment({
      ...duePayment,
      reference: 'RC-2',
      orderId: 'A2',
      attempt: 'attempt-2',
    });
    await insertDuePayment(store, otherPayment, 0);
    // The table for the effects is created in the transaction of another payment.
    const createTable = (tx: EmbeddedTransaction) => tx.run('create table ledger (text text)');
    await store.runHook(createPaidHook(otherPayment, 0), {
      note,
      needsOrder: false,
      work: (_payment, { tx }) => void createTable(tx),
    });
    for (let attempts = 0; attempts < 5; attempts += 1) {
      const work = (_payment: unknown, { tx }: { readonly tx: EmbeddedTransaction }): void => {
        simulateFullDisk(tx);
        writeDespiteFailure(tx);
      };
      await store
        .runHook(createPaidHook(duePayment, 0), { note, needsOrder: false, work })
        .catch(() => undefined);
    }
    let rowCount: unknown;
    const work = (_payment: unknown, { tx }: { readonly tx: EmbeddedTransaction }): void => {
      // The disk has space again.
      tx.run('pragma max_page_count = 1000000');
      tx.run("insert into ledger values ('once')");
      rowCount = tx.all('select count(*) as n from ledger')[0]?.['n'];
    };
    expect(await store.runHook(createPaidHook(duePayment, 0), { note, needsOrder: false, work })).toBe(true);
    expect(rowCount).toBe(1);
    await store.close();
  });

  it('a payment stays unsynced when its handler fails because of a full disk in the syncing transaction', async () => {
    const store = await openEmptyStore();
    const payment = samplePayment();
    await store.insert('payment', { payment, note });
    const updated = commitUpdate(store, {
      payment,
      change: { state: 'paid', fulfillment: { state: 'due' } },
      notes: [note],
      callbacks: [],
      hook: {
        due: createPaidHook(payment, 0),
        work: {
          note,
          needsOrder: false,
          work: (_payment, { tx }) => {
            tx.run('create table ledger (text text)');
            simulateFullDisk(tx);
            writeDespiteFailure(tx);
          },
        },
      },
    });
    await expect(updated).rejects.toThrow('the disk is full');
    expect(await store.find('payment', 'RC-1')).toEqual(payment);
    await store.close();
  });
});

it('a payment is not fulfilled if its handler ends the transaction itself', async () => {
  const store = await openStore(':memory:');
  await insertDuePayment(store, duePayment, 0);
  const work = (_payment: unknown, { tx }: { readonly tx: EmbeddedTransaction }): void =>
    void tx.run('rollback');
  await expect(
    store.runHook(createPaidHook(duePayment, 0), { note, needsOrder: false, work }),
  ).rejects.toThrow('has ended unexpectedly');
  expect(await store.find('payment', 'RC-1')).toEqual(duePayment);
  await store.close();
});

it('refusesBegin(), which replaces isTransaction in old versions of Node, is true only while a transaction is open', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table ledger (text text)');
  const insert = database.prepare('insert into ledger values (?)');
  expect(refusesBegin(database)).toBe(false);
  database.exec('begin immediate');
  insert.run('once');
  // The first call does not end the transaction.
  expect([refusesBegin(database), refusesBegin(database)]).toEqual([true, true]);
  const pages = Number(database.prepare('pragma page_count').get()?.['page_count']);
  database.exec(`pragma max_page_count = ${pages}`);
  expect(() => insert.run(megabyte)).toThrow('full');
  expect(refusesBegin(database)).toBe(false);
  expect(database.isTransaction).toBe(false);
  expect(database.prepare('select * from ledger').all()).toEqual([]);
  database.close();
});

it('the error of a full disk during the creation of the tables names the disk', async () => {
  const file = join(folder, 'small.db');
  const store = sqliteStore(() => file);
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: sqliteFull });
  });
  const error = await store.open().catch((reason: unknown) => reason);
  vi.restoreAllMocks();
  expect(error).toMatchObject({ code: 'store-unavailable' });
  expect((error as Error).message).toContain('the disk is full');
});
