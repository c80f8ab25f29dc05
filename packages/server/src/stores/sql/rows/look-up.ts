import type { BatchedCall } from '../batching/batches.ts';
import type { Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement } from './bulk-statement.ts';

const maxBatchSize = 100;

/** How the rows of a key are found. */
export interface LookUp<Value> {
  readonly from: string;
  /** The column with the key. */
  readonly key: string;
  /** A condition of the rows. */
  readonly where?: string;
  /** At most `max` rows of each key are read, in this order. Default: all. */
  readonly first?: { readonly order: string; readonly max: number };
  readonly read: (row: unknown) => Value;
  /** Returns the key of a value that was read. */
  readonly getKey: (value: Value) => string;
}

/** Returns a function that finds the values of a key. Concurrent calls share a statement. */
export function createLookUp<Value>(
  connection: Connection,
  call: BatchedCall,
  { from, key: column, where, first, read, getKey }: LookUp<Value>,
): (key: string) => Promise<readonly Value[]> {
  const statement: BulkStatement = {
    columns: { key: 'text' },
    toSql: ({ isOneOf, toFirstSql }) => {
      const hasKey = isOneOf(from, column, 'key');
      const condition = where === undefined ? hasKey : `${where} and ${hasKey}`;
      return first === undefined
        ? `select * from ${from} where ${condition}`
        : toFirstSql({ from, key: column, where: condition, ...first });
    },
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
