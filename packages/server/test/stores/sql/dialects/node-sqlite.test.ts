import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, vi } from 'vitest';
import { returnsRows } from '../../../../src/stores/sql/dialects/node-sqlite.ts';
import { SqliteTransaction } from '../../../../src/stores/sql/dialects/sqlite-transaction.ts';
import { memoryStore } from '../../../../src/stores/memory.ts';
import { storeContract } from '../../contract/index.ts';

afterEach(() => vi.restoreAllMocks());

it('returnsRows agrees with SQLite about every statement of the store', async () => {
  const statements = new Map<string, boolean>();
  // `prepare.call` below passes the database to the method.
  // oxlint-disable-next-line typescript/unbound-method
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    const statement = prepare.call(this, sql);
    statements.set(sql, statement.columns().length > 0);
    return statement;
  });
  for (const { run } of storeContract) {
    const store = memoryStore();
    await store.open();
    await run(store);
    await store.close();
  }
  expect(statements.size).toBeGreaterThan(50);
  const differing = [...statements].filter(([sql, hasRows]) => returnsRows(sql) !== hasRows);
  expect(differing.map(([sql]) => sql)).toEqual([]);
});

it('of several statements without a transaction, all or none write', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table entries (id integer primary key)');
  const insert = database.prepare('insert into entries (id) values (?)');
  const transaction = new SqliteTransaction(() => database);
  const insertAll = (ids: readonly number[]) =>
    transaction.runTogether(() => ids.map((id) => insert.run(id).changes));
  expect(insertAll([1, 2])).toEqual([1, 1]);
  expect(() => insertAll([3, 1])).toThrow('UNIQUE constraint failed');
  expect(insertAll([4, 5])).toEqual([1, 1]);
  const ids = database.prepare('select id from entries order by id').all();
  expect(ids.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  database.close();
});
