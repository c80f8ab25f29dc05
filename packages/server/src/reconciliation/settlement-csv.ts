import type { Readable } from 'node:stream';
import { currencyExponent, PgwError } from '@pgw/protocol';
import { requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { CsvError } from 'csv-parse';
import type { SettlementRecord } from './settlement-record.ts';

/**
 * The titles of the columns of a settlement file. Letter case, spaces, hyphens, underscores and quotes do not matter: `status`
 * is also the column `Status`.
 */
export interface SettlementColumns {
  /** Default `TransactionNumber`. */
  readonly transactionNumber?: string | undefined;
  /** Default `ReferenceCode`. The file does not need a column with the default title. */
  readonly reference?: string | undefined;
  /** Default `Amount`. */
  readonly amount?: string | undefined;
  /** Default `CurrencyCode`. */
  readonly currencyCode?: string | undefined;
  /**
   * Default `Status`, a number of `paymentStatus`. `null`: the file has no such column, because it lists only successful
   * payments.
   */
  readonly status?: string | null | undefined;
  /** The column with the fee of the gateway, for an export. Default: none. */
  readonly fee?: string | undefined;
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

const optionalText = z.string().optional();
const csvSchema = z.strictObject({
  input: z.custom(
    (value) => typeof value === 'object' && value !== null && 'pipe' in value && 'on' in value,
    'must be a readable stream',
  ),
  options: z.strictObject({
    columns: z
      .strictObject({
        transactionNumber: optionalText,
        reference: optionalText,
        amount: optionalText,
        currencyCode: optionalText,
        status: optionalText.nullable(),
        fee: optionalText,
      })
      .optional(),
    amounts: z.enum(['decimal', 'minor']).optional(),
    delimiter: optionalText,
  }),
});

const defaultTitles = {
  transactionNumber: 'TransactionNumber',
  reference: 'ReferenceCode',
  amount: 'Amount',
  currencyCode: 'CurrencyCode',
  status: 'Status',
  fee: '',
} as const;

/** A longer row has a quotation mark that is not closed, or is not a row of a settlement file. */
const maxRowBytes = 100_000;

/**
 * Reads a settlement file with a title line. Yields one record at a time, with constant memory use.
 *
 * @throws PgwError `invalid-request` with the line number, when the file is empty, a column is missing or
 * repeated, or a row or value is invalid. The message contains no value of the file.
 */
export async function* readSettlementCsv(
  input: Readable,
  options: SettlementCsvOptions = {},
): AsyncGenerator<SettlementRecord, void, undefined> {
  requireArgument(csvSchema, { input, options }, 'readSettlementCsv');
  const { columns = {}, amounts = 'decimal', delimiter = ',' } = options;
  // An error while the parser is loaded is in `input.errored`. Without a listener, it would end the process.
  input.on('error', () => undefined);
  const csv = await import('csv-parse');
  const titles = createTitles(columns);
  let hasTitles = false;
  const parser = input.pipe(
    csv.parse({
      columns: (found: readonly string[]) => {
        checkTitles(found, { titles, columns });
        hasTitles = true;
        return found.map(normalizeTitle);
      },
      bom: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: maxRowBytes,
      delimiter,
      info: true,
    }),
  );
  input.once('data', (start: Buffer | string) => {
    if (isWorkbook(Buffer.from(start)))
      parser.destroy(createFileError(`it is a workbook of a spreadsheet, not CSV. ${downloadHint}`));
  });
  const precision = new NumberPrecision();
  let hasRows = false;
  // When the file cannot be read, the parser must not wait for the next line.
  input.on('error', (error) => parser.destroy(error));
  if (input.errored !== null) parser.destroy(input.errored);
  try {
    for await (const parsed of parser) {
      // With the option `info`, the parser returns each record with its line number.
      const { record, info } = parsed as { record: Record<string, string>; info: { lines: number } };
      const settled = toRecord(record, { titles, amounts, line: info.lines });
      precision.add(settled.transactionNumber);
      hasRows = true;
      yield settled;
    }
  } catch (error) {
    throw error instanceof csv.CsvError ? toFileError(error) : error;
  }
  if (!hasTitles) throw createFileError('it is empty, and a title line is expected');
  if (!hasRows)
    throw createFileError(
      `it has titles and no rows. A spreadsheet writes such a file when it cannot read the rows. ${downloadHint}`,
    );
  if (precision.isLost())
    throw createFileError(`all long transaction numbers end in zeros after 15 digits. ${spreadsheetHint}`);
}

const downloadHint = 'Download the file again, and do not save it with a spreadsheet';
const spreadsheetHint = `A spreadsheet has rewritten the file. ${downloadHint}`;

/** Returns true for the first bytes of a ZIP file, which .xlsx and .ods are, and of an .xls file. */
function isWorkbook(start: Buffer): boolean {
  return ['504b0304', 'd0cf11e0'].includes(start.subarray(0, 4).toString('hex'));
}

/** Detects that a spreadsheet has kept only 15 digits of each number, and has written zeros for the others. */
class NumberPrecision {
  #zeroCount = 0;
  #hasOtherDigits = false;

  add(transactionNumber: string): void {
    const rest = /^[1-9]\d{14}(\d+)$/.exec(transactionNumber)?.[1];
    if (rest === undefined) return;
    if (/[1-9]/.test(rest)) this.#hasOtherDigits = true;
    this.#zeroCount += rest.length;
  }

  /** Fewer zeros may be a coincidence. */
  isLost(): boolean {
    return !this.#hasOtherDigits && this.#zeroCount >= 6;
  }
}

type Titles = Record<Exclude<keyof SettlementColumns, 'status'>, string> & { readonly status: string | null };

/** Two titles with the same result are the same column. A title that differs in letter case must not be overlooked. */
function normalizeTitle(title: string): string {
  return title
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}\p{Pd}\p{Pc}"'`]/gu, '')
    .toLowerCase();
}

function createTitles({ status = defaultTitles.status, ...columns }: SettlementColumns): Titles {
  const given = Object.entries(columns).filter(([, title]) => title !== undefined);
  return { ...defaultTitles, ...Object.fromEntries(given), status };
}

function checkTitles(
  found: readonly string[],
  { titles, columns }: { readonly titles: Titles; readonly columns: SettlementColumns },
): void {
  // The parser recognizes UTF-16 only by the byte order mark of its little-endian form.
  if (found.some((title) => title.includes('\0')))
    throw createFileError('it is encoded in UTF-16. Save it as UTF-8');
  if (/^sep=/i.test(found[0] ?? ''))
    throw createLineError(1, `it begins with sep= and has no titles. ${spreadsheetHint}`);
  const normalized = found.map(normalizeTitle);
  for (const [index, title] of normalized.entries()) {
    if (title === '') throw createLineError(1, `column ${index + 1} has no title`);
    if (normalized.indexOf(title) !== index)
      throw createLineError(1, `the title ${found[index]} is in two columns`);
  }
  const isMissing = (title: string): boolean => !normalized.includes(normalizeTitle(title));
  for (const title of [titles.transactionNumber, titles.amount, titles.currencyCode])
    if (isMissing(title)) throw createLineError(1, `the column ${title} is missing`);
  if (columns.reference !== undefined && isMissing(columns.reference))
    throw createLineError(1, `the column ${columns.reference} is missing`);
  if (titles.fee !== '' && isMissing(titles.fee))
    throw createLineError(1, `the column ${titles.fee} is missing`);
  checkStatusTitle(titles.status, isMissing);
}

/** Without its status, a failed payment would count as a success. So the caller must say that the file has none. */
function checkStatusTitle(title: string | null, isMissing: (title: string) => boolean): void {
  if (title !== null && isMissing(title))
    throw createLineError(
      1,
      `the column ${title} is missing. Name the column of the status. If the file lists only successful payments, use --all-successful (in code, columns.status: null)`,
    );
  if (title === null && !isMissing(defaultTitles.status))
    throw createLineError(1, `the file has the column ${defaultTitles.status}, so --all-successful is wrong`);
}

function toRecord(
  record: Readonly<Record<string, string>>,
  { titles, amounts, line }: { titles: Titles; amounts: 'decimal' | 'minor'; line: number },
): SettlementRecord {
  const readField = (name: keyof Titles): string => record[normalizeTitle(titles[name] ?? '')] ?? '';
  const refuse = (name: keyof Titles, reason: string): PgwError =>
    createLineError(line, `${titles[name]} ${reason}`);
  const transactionNumber = readField('transactionNumber');
  if (transactionNumber === '') throw refuse('transactionNumber', `is empty. ${totalsHint}`);
  if (!/\d/.test(transactionNumber)) throw refuse('transactionNumber', `has no digit. ${totalsHint}`);
  for (const name of ['transactionNumber', 'reference'] as const)
    if (/^\d+([.,]\d+E\+?|E\+)\d+$/i.test(readField(name)))
      throw refuse(name, `is a rounded number such as 2.00527E+25. ${spreadsheetHint}`);
  if (/[\s():;,]/.test(transactionNumber))
    throw refuse('transactionNumber', `is not a transaction number. ${totalsHint}`);
  const currencyCode = readField('currencyCode');
  if (!/^[A-Za-z]{3}$/.test(currencyCode)) throw refuse('currencyCode', 'is not a code of three letters');
  const exponent = amounts === 'minor' ? 0 : currencyExponent(currencyCode.toUpperCase());
  const amount = parseAmount(readField('amount'), exponent);
  if (amount === undefined) throw refuse('amount', `is not an amount of ${currencyCode}`);
  const fee = titles.fee === '' || readField('fee') === '' ? null : parseAmount(readField('fee'), exponent);
  if (fee === undefined) throw refuse('fee', `is not an amount of ${currencyCode}`);
  const status = titles.status === null ? null : readField('status');
  if (status !== null && !/^\d{1,4}$/.test(status)) throw refuse('status', 'is not a number of a status');
  return {
    kind: 'payment',
    transactionNumber,
    reference: readField('reference') || null,
    amount,
    currencyCode,
    status: status === null ? null : Number(status),
    ...(fee !== null && { fee }),
  };
}

const totalsHint = 'Remove rows that are not transactions, such as totals';

/** What is wrong with a row, for each error of the parser that a file can cause. */
const rowFaults: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `the row has more than ${maxRowBytes} bytes. A quotation mark may not be closed`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  INVALID_OPENING_QUOTE: 'a quotation mark is not at the start or end of its value',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark is not at the start or end of its value',
};

/** Converts an error of the parser. Its own message contains values of the file. */
function toFileError({ code, lines, record, columns }: CsvError): PgwError {
  const counts = [record, columns].map((list) => (Array.isArray(list) ? list.length : 0));
  const fault =
    code === 'CSV_RECORD_INCONSISTENT_COLUMNS'
      ? `the row has ${counts[0]} columns, and the title line has ${counts[1]}. ${totalsHint}`
      : (rowFaults[code] ?? `it is not CSV (${code})`);
  return createLineError(Number(lines), fault);
}

/** Converts the text to minor units without a float, because a float could lose cents. */
function parseAmount(text: string, exponent: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const hasSmallerUnits = /[1-9]/.test(fraction.slice(exponent));
  if (hasSmallerUnits) return undefined;
  return Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
}

function createLineError(line: number, message: string): PgwError {
  return createFileError(`line ${line}: ${message}`, ', ');
}

function createFileError(message: string, separator = ': '): PgwError {
  return new PgwError('invalid-request', `The settlement file${separator}${message}. Nothing was changed.`);
}
