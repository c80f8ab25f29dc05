import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import {
  addEntry,
  changeItem,
  releaseItem,
  toNumberedParameters,
  type ItemState,
  type RunStatement,
} from '../shop/stock.ts';
import { queryRows, type StorageSettings } from '../shop/storage.ts';

/** The part of a shop that takes orders. It runs in the process of the test. */
export interface OrderDesk {
  /** Holds an item for each order of the stored payments that has none. */
  readonly holdItems: () => Promise<void>;
  /** Holds an item again for an order that was released, because its shopper pays again. */
  readonly holdAgain: (orderId: string) => Promise<void>;
  /** Releases the item of an order that was not paid. */
  readonly release: (orderId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the order desk of a shop. */
export async function openOrderDesk(settings: StorageSettings): Promise<OrderDesk> {
  const { run, begin, close } = await openConnection(settings);
  return {
    holdItems: () =>
      begin(async () => {
        const newOrders = 'from pgw_payments where order_id not in (select order_id from torture_stock)';
        await run(`insert into torture_stock_entries select distinct order_id, 'held' ${newOrders}`);
        await run(`insert into torture_stock select distinct order_id, 'held' ${newOrders}`);
      }),
    holdAgain: (orderId) =>
      begin(async () => {
        if (await changeItem(run, orderId, { from: 'released', to: 'held' }))
          await addEntry(run, orderId, 'held');
      }),
    release: (orderId) => begin(() => releaseItem(run, orderId, { isPaid: false, hasOpenPayments: false })),
    close,
  };
}

interface Connection {
  readonly run: RunStatement;
  /** Runs work in a transaction. The caller runs one at a time. */
  readonly begin: (work: () => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openConnection(settings: StorageSettings): Promise<Connection> {
  if (settings.kind === 'embedded') {
    const database = new DatabaseSync(settings.file, { timeout: 10_000 });
    return {
      run: (sql, ...values) => Number(database.prepare(sql).run(...values).changes),
      begin: createTransactions((sql) => database.exec(sql), 'begin immediate'),
      close: async () => database.close(),
    };
  }
  const client = new pg.Client(settings.url);
  await client.connect();
  return {
    run: async (sql, ...values) => {
      const { rowCount } = await client.query(toNumberedParameters(sql), [...values]);
      return rowCount ?? 0;
    },
    begin: createTransactions((sql) => client.query(sql), 'begin isolation level read committed'),
    close: () => client.end(),
  };
}

/** Returns a function that runs transactions one after the other. */
function createTransactions(execute: (sql: string) => unknown, beginStatement: string): Connection['begin'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const runAfter = async (previous: Promise<unknown>): Promise<void> => {
      await previous;
      await execute(beginStatement);
      await work();
      await execute('commit');
    };
    const result = runAfter(last);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The state of an item and the number of its entries. */
export interface ItemHistory {
  readonly state: string;
  readonly held: number;
  readonly released: number;
  readonly sold: number;
}

/** Reads the state and the entries of every item, by the id of its order. */
export async function readStock(settings: StorageSettings): Promise<Map<string, ItemHistory>> {
  const count = (entry: ItemState): string =>
    `sum(case when entry = '${entry}' then 1 else 0 end) as ${entry}`;
  const rows = await queryRows(
    settings,
    `select s.order_id as order_id, state, ${count('held')}, ${count('released')}, ${count('sold')} ` +
      'from torture_stock s join torture_stock_entries e on e.order_id = s.order_id group by s.order_id, state',
  );
  return new Map(
    rows.map(({ order_id: orderId, state, held, released, sold }) => [
      String(orderId),
      { state: String(state), held: Number(held), released: Number(released), sold: Number(sold) },
    ]),
  );
}
