import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GatewayClient } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import type { Checkout } from '../checkout.ts';
import {
  differenceCsvLine,
  differencesCsvHead,
  readSettlementCsv,
} from '../reconciliation/settlement-csv.ts';
import type { Difference, SettlementRecord } from '../reconciliation/settlement-record.ts';
import { walletRecords } from '../reconciliation/wallet-records.ts';
import { readArguments, usage, UsageError, type Arguments } from './arguments.ts';
import { differenceLine, summaryText, tableHead } from './report.ts';

export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Imports a module by its address. */
  readonly load: (address: string) => Promise<unknown>;
}

interface Shop {
  readonly checkout: Checkout;
  readonly gateway: GatewayClient | undefined;
}

/** Runs one command line to its end and resolves with the exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const given = readArguments(argv);
    if (given === undefined) {
      terminal.stdout.write(`${usage}\n`);
      return 0;
    }
    const shop = await loadShop(given, terminal);
    try {
      await shop.checkout.ready;
      return await reconcile(given, shop, terminal);
    } finally {
      await shop.checkout.close();
      await shop.gateway?.close();
    }
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof PgwError) && !(error instanceof Error && 'code' in error)) throw error;
    terminal.stderr.write(`pgw-express: ${error.message}${isUsage ? '\nAdd --help for the usage.' : ''}\n`);
    return isUsage ? 2 : 1;
  }
}

async function loadShop({ checkout: path, wallet }: Arguments, { load }: Terminal): Promise<Shop> {
  const module = await load(pathToFileURL(resolve(path)).href);
  if (typeof module === 'object' && module !== null && 'checkout' in module) {
    // The checks are of the names; what they hold is the shop's own code.
    const { checkout, gateway } = module as Partial<Shop>;
    if (checkout !== undefined && (wallet === undefined || gateway !== undefined))
      return { checkout, gateway };
  }
  const what = wallet === undefined ? '"checkout"' : '"checkout" and "gateway"';
  throw new UsageError(`${path} must export ${what}.`);
}

async function* recordsOf(
  { file, columns, delimiter, isMinor, wallet, from, to }: Arguments,
  { gateway }: Shop,
): AsyncGenerator<SettlementRecord, void, undefined> {
  const amounts = isMinor ? 'minor' : 'decimal';
  if (file !== undefined) yield* readSettlementCsv(createReadStream(file), { columns, delimiter, amounts });
  if (wallet !== undefined && gateway !== undefined)
    yield* walletRecords(gateway, { walletId: wallet, from, to });
}

async function reconcile(given: Arguments, shop: Shop, terminal: Terminal): Promise<number> {
  const { from, to, isJson, csv } = given;
  const { operator } = shop.checkout;
  const differences = operator.reconcileWith(recordsOf(given, shop), { from, to });
  const file = csv === undefined ? undefined : createWriteStream(csv);
  file?.write(differencesCsvHead());
  let count = 0;
  for (let next = await differences.next(); ; next = await differences.next()) {
    if (next.done === true) {
      await ended(file);
      const hasRecords = given.file !== undefined;
      terminal.stdout.write(
        isJson ? `${JSON.stringify({ summary: next.value })}\n` : summaryText(next.value, hasRecords),
      );
      return count === 0 ? 0 : 3;
    }
    const difference = next.value;
    // Without a settlement file nothing says which payments the gateway has.
    if (given.file === undefined && difference.kind === 'payment') continue;
    if (count === 0 && !isJson) terminal.stdout.write(tableHead);
    count += 1;
    terminal.stdout.write(isJson ? `${JSON.stringify(difference)}\n` : differenceLine(difference));
    file?.write(differenceCsvLine(difference));
    if (given.shouldAdopt) await adopt(operator, difference, terminal);
  }
}

async function adopt(
  operator: Checkout['operator'],
  difference: Difference,
  { stderr }: Terminal,
): Promise<void> {
  const { type, kind, gateway } = difference;
  if (type !== 'unknown' || kind !== 'payment' || gateway?.transactionNumber == null) return;
  try {
    const { reference, orderId } = await operator.adopt(gateway.transactionNumber);
    stderr.write(`Adopted ${reference} for order ${orderId}: it is in review.\n`);
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    stderr.write(`Not adopted: ${error.message}\n`);
  }
}

async function ended(file: WriteStream | undefined): Promise<void> {
  if (file === undefined) return;
  file.end();
  await once(file, 'finish');
}
