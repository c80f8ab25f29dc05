import { decimalText } from '@pgw/protocol/internal';
import { stringify } from 'csv-stringify/sync';
import type { Movement, MovementLines, Movements, MovementTotal } from './export-records.ts';

const titles =
  'Date,Kind,OrderId,ReferenceCode,OperationId,TransactionNumber,ChannelId,Currency,Amount,Charge,Fee,Balance,State'.split(
    ',',
  );
const totalTitles = ['Day', 'ChannelId', 'Currency', 'Kind', 'Count', 'Amount'];

/**
 * Yields the lines of a CSV file with the movements of `operator.records.export`, the titles first. Amounts are decimals of major
 * units. After the last line, the iterator returns the totals.
 */
export async function* movementsToCsv(movements: Movements): MovementLines {
  yield toCsv(titles);
  for (let result = await movements.next(); ; result = await movements.next()) {
    if (result.done === true) return result.value;
    yield toCsv(toCells(result.value));
  }
}

/** Returns the totals of an export as CSV. */
export function totalsToCsv(totals: readonly MovementTotal[]): string {
  const rows = totals.map(({ day, channelId, currencyCode, kind, count, amount }) =>
    toCsv([day, channelId, currencyCode, kind, count, decimalText({ amount, currencyCode })]),
  );
  return [toCsv(totalTitles), ...rows].join('');
}

function toCells(movement: Movement): readonly (string | number | null)[] {
  const { at, kind, orderId, reference, operationId, transactionNumber, channelId, currencyCode, state } =
    movement;
  const amounts = [movement.amount, movement.charge, movement.fee, movement.balance].map((amount) =>
    amount === null ? null : decimalText({ amount, currencyCode }),
  );
  const ids = [orderId, reference, operationId, transactionNumber, channelId] as const;
  return [new Date(at).toISOString(), kind, ids, currencyCode, amounts, state].flat();
}

/** Texts that a spreadsheet would treat as a formula are escaped. Amounts are not. */
function toCsv(cells: readonly (string | number | null)[]): string {
  const string = (value: string) => ({ value, escape_formulas: !/^-?\d+(?:\.\d+)?$/.test(value) });
  return stringify([[...cells]], { cast: { string } });
}
