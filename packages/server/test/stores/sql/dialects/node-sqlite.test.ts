import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, vi } from 'vitest';
import { returnsRows } from '../../../../src/stores/sql/dialects/node-sqlite.ts';
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
