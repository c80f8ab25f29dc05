import type { Readable } from 'node:stream';
import { currencyExponent, PgwError } from '@pgw/protocol';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { Difference, SettlementRecord } from './settlement-record.ts';

/** The titles of the columns of a settlement file. */
export interface SettlementColumns {
  /** Default `TransactionNumber`. */
  readonly transactionNumber?: string;
  /** Default `ReferenceCode`. The file does not need this column. */
  readonly reference?: string;
  /** Default `Amount`. */
  readonly amount?: string;
  /** Default `CurrencyCode`. */
  readonly currencyCode?: string;
  /** Default `Status`, a number of `paymentStatus`. A file without this column lists successful payments. */
  readonly status?: string;
}

/** The format of a settlement file. */
export interface SettlementCsvOptions {
  /** The titles of the columns where they differ from the defaults. */
  readonly columns?: SettlementColumns | undefined;
  /** `decimal` (default): 123.45. `minor`: 12345. */
  readonly amounts?: 'decimal' | 'minor' | undefined;
  /** The character between two columns. Default: a comma. */
  readonly delimiter?: string | undefined;
}

const defaultTitles = {
  transactionNumber: 'TransactionNumber',
  reference: 'ReferenceCode',
  amount: 'Amount',
  currencyCode: 'CurrencyCode',
  status: 'Status',
} as const;

/**
 * Reads a settlement file with a title line. Yields one record at a time, with constant memory use.
 *
 * @throws PgwError `invalid-request` with the line number, when a column is missing or a value is invalid.
 */
export async function* readSettlementCsv(
  input: Readable,
  { columns, amounts = 'decimal', delimiter = ',' }: SettlementCsvOptions = {},
): AsyncGenerator<SettlementRecord, void, undefined> {
  const titles = { ...defaultTitles, ...columns };
  const parser = input.pipe(
    parse({ columns: true, bom: true, trim: true, skip_empty_lines: true, delimiter, info: true }),
  );
  // When the file cannot be read, the parser must not wait for the next line.
  input.on('error', (error) => parser.destroy(error));
  for await (const parsed of parser) {
    // With the option `info`, the parser returns each record with its line number.
    const { record, info } = parsed as { record: Record<string, string>; info: { lines: number } };
    const readField = (name: keyof typeof titles): string => {
      const value = record[titles[name]];
      if (value === undefined) throw createLineError(info.lines, `the column ${titles[name]} is missing`);
      return value;
    };
    const currencyCode = readField('currencyCode');
    const amount = parseAmount(
      readField('amount'),
      amounts === 'minor' ? 0 : currencyExponent(currencyCode.toUpperCase()),
    );
    if (amount === undefined)
      throw createLineError(info.lines, `${titles.amount} is not an amount of ${currencyCode}`);
    const status = record[titles.status];
    yield {
      kind: 'payment',
      transactionNumber: readField('transactionNumber'),
      reference: record[titles.reference] || null,
      amount,
      currencyCode,
      status: status === undefined || status === '' ? null : Number(status),
    };
  }
}

/**
 * Converts the text to minor units without a float, because a float could lose cents. Returns undefined for text
 * that is not an amount of the currency.
 */
function parseAmount(text: string, exponent: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const hasSmallerUnits = /[1-9]/.test(fraction.slice(exponent));
  if (hasSmallerUnits) return undefined;
  return Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
}

function createLineError(line: number, message: string): PgwError {
  return new PgwError(
    'invalid-request',
    `The settlement file, line ${line}: ${message}. Nothing was changed.`,
  );
}

const differenceTitles = [
  'Type',
  'Kind',
  'Fields',
  'TransactionNumber',
  'ReferenceCode',
  'ShopAmount',
  'GatewayAmount',
  'ShopCurrency',
  'GatewayCurrency',
  'ShopState',
  'GatewayState',
] as const;

/** Returns the title line of a file of differences. */
export function formatDifferenceCsvHead(): string {
  return stringify([[...differenceTitles]]);
}

/**
 * Formats a difference as a line of a file. Amounts are in minor units. Texts that a spreadsheet would treat
 * as a formula are escaped.
 */
export function formatDifferenceCsvLine({ type, kind, fields, shop, gateway }: Difference): string {
  const cells = [
    type,
    kind,
    fields.join(' '),
    gateway?.transactionNumber ?? shop?.transactionNumber,
    gateway?.reference ?? shop?.reference,
    shop?.amount,
    gateway?.amount,
    shop?.currencyCode,
    gateway?.currencyCode,
    shop?.state,
    gateway?.state,
  ];
  return stringify([cells], { escape_formulas: true });
}
