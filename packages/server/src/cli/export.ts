import { EventEmitter, once } from 'node:events';
import { moneyText } from '@pgw/protocol';
import { toPrintable } from '@pgw/protocol/internal';
import type { Movements, MovementTotal } from '../reconciliation/export-records.ts';
import { movementsToCsv, totalsToCsv } from '../reconciliation/movement-csv.ts';
import { exitCodes, type Arguments } from './arguments.ts';
import { finishWriting, openForWriting, readRecords, type Shop, type Terminal } from './reconcile.ts';

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
  const lines = isJson ? movementsToJson(movements) : movementsToCsv(movements);
  for (let result = await lines.next(); ; result = await lines.next()) {
    if (result.done === true) {
      await finishWriting(file);
      await writeTotals(result.value, totalsFile, terminal);
      return exitCodes.success;
    }
    await write(result.value);
  }
}

async function* movementsToJson(
  movements: Movements,
): AsyncGenerator<string, readonly MovementTotal[], undefined> {
  for (let result = await movements.next(); ; result = await movements.next()) {
    if (result.done === true) return result.value;
    const { at, ...movement } = result.value;
    yield `${JSON.stringify({ at: new Date(at).toISOString(), ...movement })}\n`;
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
  await createWriter(file)(totalsToCsv(totals));
  await finishWriting(file);
}
