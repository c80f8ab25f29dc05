import { parseArgs } from 'node:util';
import type { SettlementColumns } from '../reconciliation/settlement-csv.ts';

export const exitCodes = { success: 0, failed: 1, wrongUsage: 2, differencesFound: 3 } as const;

export function createUsage(program: string): string {
  return `Usage: ${program} reconcile --checkout <module> --from <time> --to <time> --file <settlement.csv>
       ${program} reconcile export --checkout <module> --from <time> --to <time>
       ${program} accounts list|add --checkout <module>
       ${program} erase --checkout <module> --order <id> | --payout <id>

accounts list shows the accounts of the store with their open work. accounts add shows them too, and adds the account of the checkout to
the store after a confirmation, or with --yes.

reconcile compares the shop's payments with a settlement file, and its refunds with the history of a wallet. On a terminal, it prompts before
it adopts a payment that only the gateway has. Otherwise it changes nothing without --adopt.

reconcile export writes the payments, captures, refunds, reversals and payouts of the period as CSV, or as JSON Lines with --json. Fees come
from --column fee=title of --file, and balances from --wallet. The totals per day, channel and currency are in the file of --totals, or on stderr.

erase erases the personal data of an order or a payout, after a confirmation or with --yes. It is refused while something of it is open. See
https://pgw-js.github.io/pgw/personal-data.

  --checkout <module>   a module that exports the shop's checkout as "checkout", and for --wallet its client as "gateway"
  --account <id>        the account of a checkout with several ones
  --from, --to <time>   the period of the file, such as 2026-11-22 or 2026-11-22T08:00:00+08:00; UTC if it has no time zone
  --file <csv>          the settlement file; optional with --wallet
  --wallet <id>         compares refunds with the history of this wallet
  --column <name=title> the title of a column: transactionNumber, reference, amount, currencyCode, status or fee; may be repeated
  --all-successful      the file has no column with a status, because it lists only successful payments
  --delimiter <text>    separates columns; a comma by default
  --minor-units         amounts in the file are integers of minor units
  --adopt               adopts the payments that only the gateway has, without a confirmation; each is then in review
  --order, --payout <id> the order or the payout to erase
  --yes                 adds the account, or erases, without a confirmation
  --csv <file>          writes the differences, or the exported rows, to this file
  --totals <file>       writes the totals of an export to this file
  --json                prints JSON in place of a table
  -V, --version         prints the version

Exit codes: 0 no differences · 1 failed · 2 wrong usage · 3 differences found`;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly checkout: string;
  readonly account: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly file: string | undefined;
  readonly wallet: number | undefined;
  readonly columns: SettlementColumns;
  readonly delimiter: string | undefined;
  readonly hasMinorUnits: boolean;
  readonly shouldAdopt: boolean;
  readonly csv: string | undefined;
  readonly isExport: boolean;
  readonly totals: string | undefined;
  readonly isJson: boolean;
}

const columnNames: readonly string[] = [
  'transactionNumber',
  'reference',
  'amount',
  'currencyCode',
  'status',
  'fee',
];

/** The arguments of the commands `accounts list` and `accounts add`. */
export interface AccountArguments {
  readonly accounts: 'list' | 'add';
  readonly checkout: string;
  readonly isConfirmed: boolean;
}

/** The arguments of the command `erase`. */
export type EraseArguments = {
  readonly checkout: string;
  readonly account: string | undefined;
  readonly isConfirmed: boolean;
} & (
  | { readonly order: string; readonly payout?: undefined }
  | { readonly payout: string; readonly order?: undefined }
);

function readEraseArguments({
  checkout,
  account,
  order,
  payout,
  yes,
}: ReturnType<typeof parseArguments>['values']): EraseArguments {
  if (checkout === undefined) throw new UsageError('An option is missing: --checkout <module>.');
  const common = { checkout, account, isConfirmed: yes === true };
  if (order !== undefined && payout === undefined) return { ...common, order };
  if (payout !== undefined && order === undefined) return { ...common, payout };
  throw new UsageError('erase needs --order <id> or --payout <id>, and not both.');
}

export function readArguments(
  argv: readonly string[],
): Arguments | AccountArguments | EraseArguments | 'help' | 'version' {
  const { values, positionals } = parseArguments(argv);
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  const command = positionals.join(' ');
  const { checkout, file, wallet, csv, delimiter } = values;
  if (command === 'accounts list' || command === 'accounts add') {
    if (checkout === undefined) throw new UsageError('An option is missing: --checkout <module>.');
    return {
      accounts: command === 'accounts add' ? 'add' : 'list',
      checkout,
      isConfirmed: values.yes === true,
    };
  }
  if (command === 'erase') return readEraseArguments(values);
  const isExport = command === 'reconcile export';
  if (command !== 'reconcile' && !isExport)
    throw new UsageError(
      'The commands are reconcile, reconcile export, accounts list, accounts add and erase.',
    );
  const missing = [
    ...(checkout === undefined ? ['--checkout <module>'] : []),
    ...(values.from === undefined ? ['--from <time>, for example --from 2026-11-22'] : []),
    ...(values.to === undefined ? ['--to <time>, for example --to 2026-11-23'] : []),
    ...(!isExport && file === undefined && wallet === undefined ? ['--file <csv> or --wallet <id>'] : []),
  ];
  // The first test only tells the compiler that the module has a name.
  if (checkout === undefined || missing.length > 0)
    throw new UsageError(`Options are missing: ${missing.join('; ')}.`);
  if (wallet !== undefined && !/^\d{1,15}$/.test(wallet)) throw new UsageError('--wallet must be a number.');
  return {
    checkout,
    account: values.account,
    from: parseTime('--from', values.from),
    to: parseTime('--to', values.to),
    file,
    wallet: wallet === undefined ? undefined : Number(wallet),
    columns: parseColumns(values.column ?? [], values['all-successful'] === true),
    delimiter,
    hasMinorUnits: values['minor-units'] === true,
    shouldAdopt: values.adopt === true,
    csv,
    isExport,
    totals: values.totals,
    isJson: values.json === true,
  };
}

function parseArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    checkout: text,
    account: text,
    from: text,
    to: text,
    file: text,
    wallet: text,
    column: { type: 'string', multiple: true },
    delimiter: text,
    'all-successful': flag,
    'minor-units': flag,
    adopt: flag,
    yes: flag,
    csv: text,
    totals: text,
    order: text,
    payout: text,
    json: flag,
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'V' },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(describeInvalidOption(error));
  }
}

/** Describes an error of `parseArgs`. Its own texts are about programs, and not about this command. */
function describeInvalidOption(error: unknown): string {
  if (!(error instanceof Error)) return 'The arguments cannot be read.';
  const code = 'code' in error ? error.code : undefined;
  const [, name = ''] = /'(?:-\w, )?(--?[^'\s=]+)/.exec(error.message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${name}.`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return error.message;
  return error.message.includes('does not take an argument')
    ? `The option ${name} takes no value.`
    : `The option ${name} needs a value.`;
}

function parseTime(name: string, text = ''): number {
  // A date without a time is UTC for `Date.parse`. A date-time without a time zone would be local time.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const hasTimeZone = /T.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(isDate || hasTimeZone ? text : `${text}Z`);
  if (Number.isNaN(time)) throw new UsageError(`${name} must be a date or a date-time, such as 2026-11-22.`);
  return time;
}

function parseColumns(texts: readonly string[], isAllSuccessful: boolean): SettlementColumns {
  const columns: SettlementColumns = Object.fromEntries(texts.map(parseColumn));
  if (!isAllSuccessful) return columns;
  if (columns.status !== undefined)
    throw new UsageError('--all-successful says that the file has no status, so do not name its column.');
  return { ...columns, status: null };
}

function parseColumn(text: string): readonly [string, string] {
  const [name = '', ...title] = text.split('=');
  if (columnNames.includes(name) && title.length > 0) return [name, title.join('=')];
  throw new UsageError(`--column must be name=title, with a name of: ${columnNames.join(', ')}.`);
}

/** Quotes arguments for a shell. */
export function toCommandLine(program: string, argv: readonly string[]): string {
  const quoted = argv.map((arg) =>
    /^[\w./:=@+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`,
  );
  return [`npx ${program}`, ...quoted].join(' ');
}
