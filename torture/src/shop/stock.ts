import type { OrderStatus } from '@pgw/express';

/**
 * The tables of the stock, which has one item for each order. `torture_stock` has the state of each item. Its
 * entries have no unique key, so that a change that happens twice has two entries.
 */
export const stockTables = [
  'create table if not exists torture_stock (order_id text primary key, state text not null)',
  'create table if not exists torture_stock_entries (order_id text not null, entry text not null)',
] as const;

/** The state of the item of an order. An item is held until its order is paid or has ended. */
export type ItemState = 'held' | 'sold' | 'released';

/** Runs a statement with the values of its question marks. Resolves with the number of changed rows. */
export type RunStatement = (sql: string, ...values: readonly string[]) => number | Promise<number>;

/** Sells the item of a paid order. An item that was released is taken again. */
export async function sellItem(run: RunStatement, orderId: string): Promise<void> {
  if (!(await changeItem(run, orderId, { from: 'held', to: 'sold' }))) {
    if (await changeItem(run, orderId, { from: 'released', to: 'sold' }))
      await addEntry(run, orderId, 'held');
  }
  await addEntry(run, orderId, 'sold');
}

/** Releases the item of an order that has ended, unless another payment has paid it or can still pay it. */
export async function releaseItem(
  run: RunStatement,
  orderId: string,
  { isPaid, hasOpenPayments }: OrderStatus,
): Promise<void> {
  if (isPaid || hasOpenPayments) return;
  if (await changeItem(run, orderId, { from: 'held', to: 'released' }))
    await addEntry(run, orderId, 'released');
}

/** Changes the state of an item. Resolves with false if it was in another state. */
export async function changeItem(
  run: RunStatement,
  orderId: string,
  { from, to }: { readonly from: ItemState; readonly to: ItemState },
): Promise<boolean> {
  const sql = 'update torture_stock set state = ? where order_id = ? and state = ?';
  return (await run(sql, to, orderId, from)) === 1;
}

export async function addEntry(run: RunStatement, orderId: string, entry: ItemState): Promise<void> {
  await run('insert into torture_stock_entries (order_id, entry) values (?, ?)', orderId, entry);
}

/** Converts question marks to the parameters of PostgreSQL. */
export function toNumberedParameters(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${(count += 1)}`);
}
