// Writes the tables of docs/ that come from runs, between `<!-- begin measured <name> -->` and `<!-- end -->`. Their rows
// are in docs/measurements.json, with the command, the date, the machine and the commit that recorded them. A bench
// with `--record` writes its rows there; after another run, change them by hand. The lists of planted bugs, codes of errors, events, test cards and test amounts come from their sources. Then run `npx node --conditions=pgw-source scripts/build/measured-tables.ts` and `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorTables } from './error-tables.ts';
import { sourceTables } from './source-tables.ts';
import { referenceTables } from './reference-tables.ts';
import { browserSabotages } from '../../torture/src/sabotage/browser-sabotages.ts';
import { pageSabotages } from '../../torture/src/sabotage/page-sabotages.ts';
import { fault, faultCodes } from '../../packages/protocol/src/gateway/faults.ts';
import { sabotages } from '../../torture/src/sabotage/sabotages.ts';
import {
  allTestCards,
  cardOutcomes,
  type CardOutcome,
} from '../../packages/sandbox/src/catalogue/test-cards.ts';
import { testAmounts } from '../../packages/sandbox/src/scenarios/test-amounts.ts';
import measurements from '../../docs/measurements.json' with { type: 'json' };
import promises from '../../torture/promises.json' with { type: 'json' };

interface Table {
  /** What was run. */
  readonly command?: string;
  readonly date?: string;
  readonly machine?: string;
  /** The commit that recorded the rows, unless each row names its own. */
  readonly commit?: string;
  readonly note?: string;
  readonly columns: readonly string[];
  /** The columns with numbers. */
  readonly right?: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const tables: Readonly<Record<string, Readonly<Record<string, Table>>>> = measurements;
export const measuredPages = [
  ...Object.keys(tables),
  'docs/errors.md',
  ...['gateway-profile', 'payment-flow', 'tracing', 'monitoring', 'servers'].map((name) => `docs/${name}.md`),
  'packages/cli/README.md',
  'packages/sandbox/README.md',
];

/** The bugs that `torture -- sabotage` plants in the server and the protocol. */
const plantedBugs: Table = {
  columns: ['planted bug', 'name for `--only`', 'caught by'],
  rows: Object.entries(sabotages)
    .filter(([name]) => !(name in pageSabotages || name in browserSabotages))
    .map(([name, { what, caughtBy }]) => {
      const title = caughtBy.title === undefined ? '' : `, "${caughtBy.title.trim()}"`;
      return [what, `\`${name}\``, `\`${caughtBy.file}\`${title}`];
    }),
};

const cardRow = (outcome: CardOutcome): string[] => [
  cardOutcomes[outcome].label,
  `${'challenge' in cardOutcomes[outcome] ? '0, then ' : ''}${cardOutcomes[outcome].status}`,
  ...allTestCards.filter((card) => card.outcome === outcome).map(({ number }) => `\`${number}\``),
];

/** The tables that are lists of the sources. */
const lists: Readonly<Record<string, Table>> = {
  ...errorTables,
  ...sourceTables,
  promises: {
    columns: ['promise', 'command', 'condition'],
    rows: promises.commands.map(Object.values<string>),
  },
  'tested-promises': { columns: ['promise', 'test'], rows: promises.tests.map(Object.values<string>) },
  ...referenceTables,
  'planted-bugs': plantedBugs,
  faults: {
    columns: ['code', 'name', 'what it means', 'what to do'],
    rows: faultCodes.map((code) => {
      const { name, meaning, advice } = fault(code);
      return [String(code), name, meaning, advice];
    }),
  },
  'test-amounts': {
    columns: ['amount', 'outcome of an approval'],
    rows: testAmounts.map(({ digits, result }) => [`\`RM ….${digits}\``, result]),
  },
  'test-cards': {
    columns: [
      'outcome',
      'status',
      'Visa',
      'Mastercard',
      'American Express',
      'JCB',
      'Diners Club',
      'UnionPay',
    ],
    rows: [...new Set(allTestCards.map(({ outcome }) => outcome))].map(cardRow),
  },
};

/** Returns the page with its current tables. */
export function writeTables(page: string, text: string): string {
  return text.replaceAll(
    /(<!-- begin measured ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const table = lists[name] ?? tables[page]?.[name];
      if (table === undefined) throw new Error(`docs/measurements.json has no table ${name} of ${page}.`);
      return `${begin}\n${formatTable(table)}\n${end}`;
    },
  );
}

function formatTable({ command, date, machine, commit, note, columns, right = [], rows }: Table): string {
  const source = [
    ...(command === undefined ? [] : [`\`${command}\``]),
    ...[date, machine, note].filter((part) => part !== undefined),
    ...(commit === undefined ? [] : [`recorded in \`${commit}\``]),
  ];
  const rule = columns.map((_, column) => (right.includes(column) ? '---:' : '---'));
  const lines = [columns, rule, ...rows].map(
    (cells) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |\n`,
  );
  return `${source.length === 0 ? '' : `${source.join(' · ')}\n\n`}${lines.join('')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const page of measuredPages) {
    const file = join(root, page);
    writeFileSync(file, writeTables(page, readFileSync(file, 'utf8')));
  }
