import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import type { GatewayClient } from '@pgw/client';
import { PgwError } from '@pgw/protocol';
import { parsePath, toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import type { Checkout } from '../checkout.ts';
import {
  formatDifferenceCsvLine,
  formatDifferenceCsvHead,
  formatDifference,
  formatSummary,
  tableHead,
} from './report.ts';
import { readSettlementCsv } from '../reconciliation/settlement-csv.ts';
import type { Difference, SettlementRecord } from '../reconciliation/settlement-record.ts';
import { walletRecords } from '../reconciliation/wallet-records.ts';
import { exitCodes, UsageError, type Arguments } from './arguments.ts';

/** The terminal of the command; tests replace it. */
export interface Terminal {
  /** The program that the operator has started: `pgw-express` or `pgw`. */
  readonly program: string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Imports a module by its URL. */
  readonly load: (address: string) => Promise<unknown>;
  /** Undefined without an interactive terminal: the command then adopts nothing without `--adopt`. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  readonly readVersion: () => string;
}

/** What the module of the shop exports. */
export interface Shop {
  readonly checkout: Checkout<never>;
  readonly gateway: GatewayClient | undefined;
}

export async function* readRecords(
  { file, columns, delimiter, hasMinorUnits, wallet, from, to }: Arguments,
  { gateway }: Shop,
): AsyncGenerator<SettlementRecord, void, undefined> {
  const amounts = hasMinorUnits ? 'minor' : 'decimal';
  if (file !== undefined) yield* readSettlementCsv(createReadStream(file), { columns, delimiter, amounts });
  if (wallet !== undefined && gateway !== undefined)
    yield* walletRecords(gateway, { walletId: wallet, from, to });
}

interface ReconcileTerminal extends Terminal {
  /** The command that adopts without a question. */
  readonly adoptCommand: string;
}

export async function reconcile(args: Arguments, shop: Shop, terminal: ReconcileTerminal): Promise<number> {
  const { account, from, to, isJson, csv } = args;
  const { operator } = shop.checkout;
  const differences = operator.records.compare({
    ...(account !== undefined && { account }),
    records: readRecords(args, shop),
    from,
    to,
  });
  const file = csv === undefined ? undefined : await openForWriting(csv);
  file?.write(formatDifferenceCsvHead());
  const countsByType = { missing: 0, unknown: 0, different: 0, duplicate: 0 };
  let differenceCount = 0;
  /** The number of unknown payments that were not adopted because the terminal cannot confirm. */
  let notAdoptedCount = 0;
  for (let result = await differences.next(); ; result = await differences.next()) {
    if (result.done === true) {
      await finishWriting(file);
      const hasPayments = args.file !== undefined;
      const summary = { ...result.value, differences: countsByType };
      terminal.stdout.write(
        isJson ? `${toPrintableJson({ summary })}\n` : formatSummary(summary, { hasPayments }),
      );
      if (notAdoptedCount > 0)
        terminal.stderr.write(`Adopt the unknown payments with: ${terminal.adoptCommand}\n`);
      return differenceCount === 0 ? exitCodes.success : exitCodes.differencesFound;
    }
    const difference = result.value;
    // Only a settlement file lists the payments that the gateway has.
    if (args.file === undefined && difference.kind === 'payment') continue;
    if (differenceCount === 0 && !isJson) terminal.stdout.write(tableHead);
    differenceCount += 1;
    countsByType[difference.type] += 1;
    terminal.stdout.write(isJson ? `${toPrintableJson(difference)}\n` : formatDifference(difference));
    file?.write(formatDifferenceCsvLine(difference));
    if (isAdoptable(difference) && !(await adoptOrConfirm(operator, difference, { args, terminal })))
      notAdoptedCount += 1;
  }
}

/** A difference that `operator.unknownTransactions.adopt` may resolve: a payment that only the gateway has. */
type Adoptable = Difference & { readonly gateway: { readonly transactionNumber: string } };

function isAdoptable(difference: Difference): difference is Adoptable {
  const { type, kind, gateway } = difference;
  return type === 'unknown' && kind === 'payment' && gateway?.transactionNumber != null;
}

/** Resolves with false if the terminal cannot confirm. */
async function adoptOrConfirm(
  operator: Checkout<never>['operator'],
  { gateway: { transactionNumber } }: Adoptable,
  {
    args: { account, shouldAdopt, isJson },
    terminal,
  }: { readonly args: Arguments; readonly terminal: ReconcileTerminal },
): Promise<boolean> {
  const { stderr, confirm } = terminal;
  if (!shouldAdopt) {
    if (confirm === undefined || isJson) return false;
    if (!(await confirm(`Adopt transaction ${toPrintable(transactionNumber)}? (y/N) `))) return true;
  }
  try {
    const { reference, orderId } = await operator.unknownTransactions.adopt(
      transactionNumber,
      ...(account === undefined ? [] : [{ account }]),
    );
    stderr.write(`${toPrintable(`Adopted ${reference} for order ${orderId}: it is in review.`)}\n`);
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    stderr.write(`Not adopted: ${toPrintable(error.message)}\n`);
  }
  return true;
}

/** Opens the file of `--csv`, before any difference is printed. */
export async function openForWriting(path: string, option = '--csv'): Promise<WriteStream> {
  const file = createWriteStream(toFilePath(path, option));
  try {
    await once(file, 'open');
    // A later error, for example of a full disk, is thrown by `finishWriting`.
    file.on('error', () => {});
    return file;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const cause = reason === 'ENOENT' ? 'its folder does not exist' : `the error is ${reason}`;
    throw new UsageError(`${option} ${path} cannot be written: ${cause}.`);
  }
}

function toFilePath(text: string, option: string): string {
  try {
    return parsePath(text, { option });
  } catch (error) {
    throw error instanceof PgwError ? new UsageError(error.message) : error;
  }
}

export async function finishWriting(file: WriteStream | undefined): Promise<void> {
  if (file === undefined) return;
  if (file.errored !== null) throw file.errored;
  file.end();
  await once(file, 'finish');
}
