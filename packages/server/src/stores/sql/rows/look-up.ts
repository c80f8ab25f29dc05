import type { BatchedCall } from '../batching/batches.ts';
import type { Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement } from './bulk-statement.ts';

const maxBatchSize = 100;

/** How the rows of a key are found. */
export interface LookUp<Value> {
  /** Returns the SQL. `hasKey` returns the condition that a row of a table belongs to the account, and its column has one of the keys. */
  readonly toSql: (hasKey: (of: string, column: string) => string) => string;
  readonly read: (row: unknown) => Value;
  /** Returns the key of a value that was read. */
  readonly getKey: (value: Value) => string;
}

/** Returns a function that finds the values of a key. Concurrent calls share a statement. */
export function createLookUp<Value>(
  connection: Connection,
  call: BatchedCall,
  { toSql, read, getKey }: LookUp<Value>,
): (key: string) => Promise<readonly Value[]> {
  const statement: BulkStatement = {
    columns: { key: 'text' },
    toSql: ({ isOneOf }) => toSql((of, column) => isOneOf(of, column, 'key')),
  };
  const find = async (keys: readonly string[]): Promise<(readonly Value[])[]> => {
    const values = new Map<string, Value[]>(keys.map((key) => [key, []]));
    const rows = [...values.keys()].map((key) => ({ key }));
    for (const row of await connection.run((db) => runBulkStatement(connection, db, statement, rows))) {
      const value = read(row);
      values.get(getKey(value))?.push(value);
    }
    return keys.map((key) => values.get(key) ?? []);
  };
  const findInBatch = connection.batch(call, { run: find, maxBatchSize: () => maxBatchSize });
  // Calls inside a transaction must read in this transaction.
  return async (key) => (connection.isInTransaction ? ((await find([key]))[0] ?? []) : findInBatch(key));
}
