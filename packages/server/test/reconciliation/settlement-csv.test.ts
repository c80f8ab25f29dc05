import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  readSettlementCsv,
  type SettlementCsvOptions,
  type SettlementRecord,
} from '../../src/operator/index.ts';

async function read(
  chunks: Iterable<string | Buffer>,
  options?: SettlementCsvOptions,
): Promise<SettlementRecord[]> {
  const records: SettlementRecord[] = [];
  for await (const record of readSettlementCsv(Readable.from(chunks), options)) records.push(record);
  return records;
}

const titles = 'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status\n';
const row = 'T1,R1,123.45,MYR,1\n';

it('a file with a title line and rows is read', async () => {
  expect(await read([titles, row])).toEqual([
    {
      kind: 'payment',
      transactionNumber: 'T1',
      reference: 'R1',
      amount: 12_345,
      currencyCode: 'MYR',
      status: 1,
    },
  ]);
});

const rewritten = 'A spreadsheet has rewritten the file. Download the file again';
const workbook = (start: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(2_000, '"x,\n')]);

it.each<[string, readonly (string | Buffer)[], string]>([
  [
    'a number as 2.00527E+25',
    [titles, '2.00527E+25,R1,1,MYR,1\n'],
    `line 2: TransactionNumber is a rounded number such as 2.00527E+25. ${rewritten}`,
  ],
  [
    'a number as 2,00527E+25',
    [titles, '"2,00527E+25",R1,1,MYR,1\n'],
    'TransactionNumber is a rounded number',
  ],
  ['a number as 2E+25', [titles, '2E+25,R1,1,MYR,1\n'], 'TransactionNumber is a rounded number'],
  ['a reference as 2.02611E+17', [titles, 'T1,2.02611E+17,1,MYR,1\n'], 'ReferenceCode is a rounded number'],
  [
    'ids of 25 digits that end in zeros',
    [titles, '2005271234567890000000000,R1,1,MYR,1\n'],
    `all long transaction numbers end in zeros after 15 digits. ${rewritten}`,
  ],
  [
    'several ids of 18 digits that end in zeros',
    [titles, '200527123456789000,R1,1,MYR,1\n', '200527123456788000,R2,1,MYR,1\n'],
    'end in zeros',
  ],
  [
    'sep=; in the first line',
    ['sep=;\n', titles, row],
    `line 1: it begins with sep= and has no titles. ${rewritten}`,
  ],
  ['SEP=, in the first line', ['\uFEFFSEP=,\r\n', titles, row], 'it begins with sep='],
  ['titles only', [titles], 'it has titles and no rows. A spreadsheet'],
  ['an .xlsx workbook', [workbook([0x50, 0x4b, 3, 4])], 'it is a workbook of a spreadsheet, not CSV'],
  ['an .xls workbook', [workbook([0xd0, 0xcf, 0x11, 0xe0])], 'it is a workbook of a spreadsheet, not CSV'],
])('a file that a spreadsheet has rewritten is refused: %s', async (_case, chunks, message) => {
  await expect(read(chunks)).rejects.toThrow(message);
});

it.each([
  ['hexadecimal digits with an E', '2005E0612345DE5C61250625'],
  ['digits with an E', '2005E25'],
  ['a single number of 16 digits that ends in a zero', '2005271234567890'],
  ['numbers of 25 digits', '2005271234567890123456000'],
])('a transaction number with %s is read', async (_case, number) => {
  expect(await read([titles, `${number},R1,1,MYR,1\n`])).toMatchObject([{ transactionNumber: number }]);
});

describe('the encoding of a settlement file', () => {
  const text = `${titles}${row}`;
  const bigEndian = (content: string): Buffer => Buffer.from(content, 'utf16le').swap16();

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 of a spreadsheet', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('%s is read', async (_name, bytes) => {
    expect(await read([bytes])).toEqual(await read([text]));
  });

  it.each([
    ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', bigEndian(`\uFEFF${text}`)],
    ['big-endian UTF-16 without a byte order mark', bigEndian(text)],
  ])('%s is refused by its name', async (_name, bytes) => {
    await expect(read([bytes])).rejects.toThrow('it is encoded in UTF-16. Save it as UTF-8');
  });
});

it.each([
  ['in lower case', titles.toLowerCase()],
  ['in upper case', titles.toUpperCase()],
  ['with spaces', 'Transaction Number, Reference Code ,Amount,Currency Code, Status \n'],
  ['with spaces in quotes', '"Transaction Number"," Reference Code ","Amount","Currency Code","Status "\n'],
  ['with other quotes', "'TransactionNumber','ReferenceCode','Amount','CurrencyCode','Status'\n"],
  ['with underscores', 'transaction_number,reference_code,amount,currency_code,status\n'],
  [
    'with hyphens and invisible characters',
    'Transaction\u2011Number,ReferenceCode,Amount,CurrencyCode,Status\u200B\n',
  ],
  [
    'after a byte order mark in quotes',
    '\uFEFF"TransactionNumber",ReferenceCode,Amount,CurrencyCode,"status"\n',
  ],
  ['in full-width letters', 'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Ｓｔａｔｕｓ\n'],
])('the status of a payment that has failed is read from titles %s', async (_case, head) => {
  const [record] = await read([head, 'T1,R1,123.45,MYR,2\n']);
  expect(record).toMatchObject({ transactionNumber: 'T1', reference: 'R1', amount: 12_345, status: 2 });
});

it.each([
  [
    'no column for it',
    'TransactionNumber,Amount,CurrencyCode\nT1,1,MYR\n',
    {},
    'the column Status is missing',
  ],
  [
    'a column with another title',
    'TransactionNumber,Amount,CurrencyCode,State\nT1,1,MYR,2\n',
    {},
    'the column Status is missing. Name the column',
  ],
  [
    'no column with the named title',
    'TransactionNumber,Amount,CurrencyCode,Status\nT1,1,MYR,2\n',
    { status: 'Result' },
    'the column Result is missing',
  ],
  [
    'the column, but the options say that it has none',
    'TransactionNumber,Amount,CurrencyCode,STATUS\nT1,1,MYR,2\n',
    { status: null },
    'the file has the column Status',
  ],
  [
    'an empty value in a row',
    'TransactionNumber,Amount,CurrencyCode,Status\nT1,1,MYR,\n',
    {},
    'line 2: Status is not a number of a status',
  ],
])('the status is never assumed: a file with %s is refused', async (_case, text, columns, message) => {
  await expect(read([text], { columns })).rejects.toThrow(message);
});

it('a file without a column for the status is read if the options say that all payments are successful', async () => {
  const text = 'TransactionNumber,Amount,CurrencyCode\nT1,1,MYR\n';
  const [record] = await read([text], { columns: { status: null } });
  expect(record).toMatchObject({ reference: null, status: null });
});

describe('the error of a settlement file names the line and the cause', () => {
  it.each([
    ['an empty file', '', 'it is empty'],
    ['a file with empty lines', '\n\r\n', 'it is empty'],
    ['a repeated title', `Amount,${titles}`, 'line 1: the title Amount is in two columns'],
    [
      'a repeated title in another letter case',
      `status,${titles}`,
      'line 1: the title Status is in two columns',
    ],
    ['a blank title', 'TransactionNumber, ,Amount,CurrencyCode\n', 'line 1: column 2 has no title'],
    ['a missing column', 'TransactionNumber,Amount\nT1,1\n', 'line 1: the column CurrencyCode is missing'],
    [
      'a total in a short row',
      `${titles}${row}Total,123.45\n`,
      'line 3: the row has 2 columns, and the title line has 5',
    ],
    [
      'a total without a number',
      `${titles}${row}Total,,123.45,MYR,\n`,
      'line 3: TransactionNumber has no digit',
    ],
    ...['Total (1 transaction)', 'Total 2026-11', 'Jumlah: 3', '"1,000"'].map(
      (number): [string, string, string] => [
        `the total ${number}`,
        `${titles}${row}${number},,123.45,MYR,\n`,
        'line 3: TransactionNumber is not a transaction number',
      ],
    ),
    [
      'a title of spaces in quotes',
      'TransactionNumber,"  ",Amount,CurrencyCode\n',
      'line 1: column 2 has no title',
    ],
    ['an invisible title', 'TransactionNumber,\u200B,Amount,CurrencyCode\n', 'line 1: column 2 has no title'],
    [
      'a total with an empty number',
      `${titles}${row},Total,123.45,MYR,\n`,
      'line 3: TransactionNumber is empty',
    ],
    ['a hexadecimal status', `${titles}T1,R1,1,MYR,0x1\n`, 'line 2: Status is not a number of a status'],
    ['a status with an exponent', `${titles}T1,R1,1,MYR,1e0\n`, 'line 2: Status is not a number of a status'],
    ['a status in words', `${titles}T1,R1,1,MYR,Success\n`, 'line 2: Status is not a number of a status'],
    ['an unclosed quote', `${titles}T1,"R1,1,MYR,1\n`, 'line 2: a quotation mark is not closed'],
    [
      'a quote inside a value',
      `${titles}T1,R"1,1,MYR,1\n`,
      'line 2: a quotation mark is not at the start or end',
    ],
    [
      'text after a quote',
      `${titles}T1,"R1"x,1,MYR,1\n`,
      'line 2: a quotation mark is not at the start or end',
    ],
    [
      'a currency without letters',
      `${titles}T1,R1,1,M1R,1\n`,
      'line 2: CurrencyCode is not a code of three letters',
    ],
    ['an amount with a sign', `${titles}T1,R1,-1,MYR,1\n`, 'line 2: Amount is not an amount of MYR'],
  ])('%s', async (_case, text, message) => {
    const error = await read([text]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid-request', message: expect.stringContaining(message) });
    expect(String(error)).toContain('The settlement file');
  });
});

it('a file that does not exist is reported with its path', async () => {
  const records = readSettlementCsv(createReadStream('/no-such-file.csv'));
  await expect(records.next()).rejects.toThrow('/no-such-file.csv');
});

it('an unclosed quote in a file of 300 MB is reported after 100,000 bytes', async () => {
  let count = 0;
  function* createChunks(): Generator<string> {
    yield `${titles}T1,"`;
    const megabyte = 'x'.repeat(1_000_000);
    for (; count < 300; count += 1) yield megabyte;
  }
  await expect(read(createChunks())).rejects.toThrow('line 2: the row has more than 100000 bytes');
  expect(count).toBeLessThan(20);
});

it('the errors of a settlement file contain no value of the file', async () => {
  const error = await read([`${titles}T1,se"cret,1,MYR,1\n`]).catch((reason: unknown) => String(reason));
  expect(error).not.toContain('se"cret');
});
