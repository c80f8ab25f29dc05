import { rowsOf, type StorageSettings } from './shop/storage.ts';

/** The state of every payment, read from the database without the checkout. */
export async function statesOf(storage: StorageSettings): Promise<Map<string, string>> {
  const rows = await rowsOf(storage, 'select reference, state from pgw_payments');
  return new Map(rows.map(({ reference, state }) => [String(reference), String(state)]));
}

/** How often the handler's effect on each payment was committed. */
export async function effectsOf(storage: StorageSettings): Promise<Map<string, number>> {
  const sql = 'select reference, count(*) as times from torture_ledger group by reference';
  const rows = await rowsOf(storage, sql);
  return new Map(rows.map(({ reference, times }) => [String(reference), Number(times)]));
}
