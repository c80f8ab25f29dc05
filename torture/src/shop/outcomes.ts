import { toAccountEntry } from './ledger.ts';
import { queryRows, type StorageSettings } from './storage.ts';

/** Reads the state of every payment from the database, without the checkout. */
export async function readStates(storage: StorageSettings): Promise<Map<string, string>> {
  const rows = await queryRows(storage, 'select reference, state from pgw_payments');
  return new Map(rows.map(({ reference, state }) => [String(reference), String(state)]));
}

/** Reads from the ledger how often the handler's effect on each payment was committed. */
export async function readEffects(storage: StorageSettings, account?: string): Promise<Map<string, number>> {
  const sql = 'select reference, count(*) as times from torture_ledger group by reference';
  const rows = await queryRows(storage, sql);
  const prefix = toAccountEntry(account, '');
  return new Map(
    rows
      .map(({ reference, times }) => [String(reference), Number(times)] as const)
      .filter(([entry]) => entry.startsWith(prefix))
      .map(([entry, times]) => [entry.slice(prefix.length), times]),
  );
}
