import { EventEmitter, once } from 'node:events';
import { moneyText } from '@pgw/protocol';
import { toPrintable } from '@pgw/protocol/internal';
import { stringify } from 'csv-stringify/sync';
import type { Movement, MovementTotal } from '../reconciliation/export-records.ts';
import { exitCodes, type Arguments } from './arguments.ts';
import { finishWriting, openForWriting, readRecords, type Shop, type Terminal } from './reconcile.ts';

const titles =
  'Date,Kind,OrderId,ReferenceCode,OperationId,TransactionNumber,ChannelId,Currency,Amount,Charge,Fee,Balance,State'.split(
    ',',
  );
const totalTitles = ['Day', 'ChannelId', 'Currency', 'Kind', 'Count', 'Amount'];

/** Writes the movements of a period as CSV or JSON Lines, and then their totals. */
export async function exportMovements(args: Arguments, shop: Shop, terminal: Terminal): Promise<number> {
  const { account, from, to, isJson, csv, totals: totalsFile } = args;
  const file = csv === undefined ? undefined : await openForWriting(csv);
  const write = createWriter(file ?? terminal.stdout);
  const movements = shop.checkout.operator.records.export({
    ...(account !== undefined && { account }),
    from,
    to,
    records: readRecords(args, shop),
  });
  if (!isJson) await write(toCsv(titles));
  for (let result = await movements.next(); ; result = await movements.next()) {
    if (result.done === true) {
      await finishWriting(file);
      await writeTotals(result.value, totalsFile, terminal);
      return exitCodes.success;
    }
    await write(isJson ? `${JSON.stringify(toJson(result.value))}\n` : toCsv(toCells(result.value)));
  }
}

/** Waits until the reader of the output has read, so that the memory use is constant. */
function createWriter(output: { write(text: string): unknown }): (text: string) => Promise<void> {
  return async (text) => {
    if (output.write(text) === false && output instanceof EventEmitter) await once(output, 'drain');
  };
}

async function writeTotals(
  totals: readonly MovementTotal[],
  path: string | undefined,
  { stderr }: Terminal,
): Promise<void> {
  if (path === undefined) {
    for (const { day, channelId, currencyCode, kind, count, amount } of totals)
      stderr.write(
        `${toPrintable(`${day}  channel ${channelId ?? '-'}  ${kind}: ${count} with ${moneyText({ amount, currencyCode })}`)}\n`,
      );
    return;
  }
  const file = await openForWriting(path, '--totals');
  const write = createWriter(file);
  await write(toCsv(totalTitles));
  for (const { day, channelId, currencyCode, kind, count, amount } of totals)
    await write(toCsv([day, channelId, currencyCode, kind, count, toDecimal(amount, currencyCode)]));
  await finishWriting(file);
}

const toJson = ({ at, ...movement }: Movement): object => ({ at: new Date(at).toISOString(), ...movement });

function toCells(movement: Movement): readonly (string | number | null)[] {
  const { at, kind, orderId, reference, operationId, transactionNumber, channelId, currencyCode, state } =
    movement;
  const amounts = [movement.amount, movement.charge, movement.fee, movement.balance].map((value) =>
    value === null ? null : toDecimal(value, currencyCode),
  );
  const ids = [orderId, reference, operationId, transactionNumber, channelId] as const;

  return [new Date(at).toISOString(), kind, ids, currencyCode, amounts, state].flat();
}

/** A decimal such as `-12.30`. */
function toDecimal(amount: number, currencyCode: string): string {
  return moneyText({ amount, currencyCode }).slice(currencyCode.length + 1);
}

/** Texts that a spreadsheet would treat as a formula are escaped. Amounts are not. */
function toCsv(cells: readonly (string | number | null)[]): string {
  const string = (value: string) => ({ value, escape_formulas: !/^-?\d+(?:\.\d+)?$/.test(value) });
  return stringify([[...cells]], { cast: { string } });
}
