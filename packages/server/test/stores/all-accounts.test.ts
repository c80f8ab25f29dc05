import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AllAccounts } from '../../src/model/ports/all-accounts.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { toSnakeCase } from '../../src/stores/sql/columns.ts';
import { tables } from '../../src/stores/sql/schema.ts';
import { openMarket } from '../accounts/market.ts';

// The statements for all accounts, run with one account left out of each look-up in turn. Account 1 and 2 have ids of the shop, and
// account 3 has none. Each has the same rows.
const folder = mkdtempSync(join(tmpdir(), 'pgw-all-accounts-'));
const template = join(folder, 'template.db');
let reference = '';
let fileCount = 0;

// The lint rule refuses methods without their object. Each call below has one.
const { prepare } = DatabaseSync.prototype; // oxlint-disable-line typescript/unbound-method
const owned = Object.entries(tables)
  .filter(([, { hasAccount }]) => hasAccount)
  .map(([name]) => toSnakeCase(name));
const dueColumns = [
  ['pgw_payments', 'next_query_at'],
  ['pgw_operations', 'next_query_at'],
  ['pgw_hooks', 'next_attempt_at'],
  ['pgw_callbacks', 'due_at'],
] as const;

beforeAll(async () => {
  const market = await openMarket({
    store: embeddedStore({ file: template }),
    onPaid: ({ orderId }) => {
      if (orderId === 'A2') throw new Error('The shop is closed.');
    },
  });
  const { operator, payments } = market.checkout;
  const account = 'acme';
  for (const order of ['A1', 'A2']) {
    const payment = await market.startPayment(account, { order });
    market.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await market.sendCallback(payment, { signedBy: account, path: '/pgw/callback/acme' });
    await payments.sync(payment.reference, { account });
    if (order === 'A1') ({ reference } = payment);
  }
  market.sandbox.scenario('refund-processing');
  await operator.refunds.create('refund-0001', { account, reference, reason: 'Broken' });
  await market.fetch('bravo', '/pgw/session?order=A1');
  await market.close();
  const database = new DatabaseSync(template);
  database.exec(`insert into pgw_accounts (id, origin, merchant_id, has_plain_url) values (3, 'https://other.example', '1', 1);
    update pgw_accounts set has_plain_url = 1;
    insert into pgw_discrepancies (account, code, reference, reference_key, message, found_at, is_accepted) values (1, 'refund-sum', 'R', 'R', 'Differs.', 1, 1);
    insert into pgw_use_counts (account, key, count, ends_at) values (1, 'a key', 3, 9000000000000000);
    delete from pgw_marks; insert into pgw_marks (account, name, at) values (1, 'recheck-1', 0);`);
  for (const table of [
    'pgw_rejected_callbacks',
    'pgw_unknown_transactions',
    'pgw_card_seeds',
    'pgw_saved_cards',
    'pgw_approvals',
  ])
    insertOldRow(database, table);
  database.exec("update pgw_unknown_transactions set resolution = 'adopted'");
  database.exec("update pgw_approvals set state = 'done'");
  for (const table of owned) {
    const names = database
      .prepare(`select name from pragma_table_info('${table}') where name <> 'account'`)
      .all();
    const list = names.map(({ name }) => String(name)).join(', ');
    if (table !== 'pgw_use_counts' && table !== 'pgw_quotas')
      database.exec(`delete from ${table} where account not in (0, 1)`);
    for (const id of [2, 3])
      database.exec(
        `insert or ignore into ${table} (account, ${list}) select ${id}, ${list} from ${table} where account = 1`,
      );
  }
  for (const [table, column] of dueColumns) database.exec(`update ${table} set ${column} = null`);
  // The newest entry of each account is kept, and that of account 2 is older than those of the others.
  database.exec('delete from pgw_notes where account = 2 and id = (select max(id) from pgw_notes)');
  database.close();
});
/** Inserts a row of account 1 that every purge may delete. Columns that accept null have it. */
function insertOldRow(database: DatabaseSync, table: string): void {
  const columns = database
    .prepare(`select name, type from pragma_table_info('${table}') where "notnull" = 1`)
    .all();
  const values = columns.map(({ type }) => (/text/i.test(String(type)) ? "'x'" : '1'));
  database.exec(
    `insert into ${table} (${columns.map(({ name }) => String(name)).join(', ')}) values (${values.join(', ')})`,
  );
}

afterAll(() => {
  DatabaseSync.prototype.prepare = prepare;
  rmSync(folder, { recursive: true });
});

const now = Date.now() + 3 * 86_400_000;
const request = { now, recheckAges: [1] };
const problemRequest = { now, dueBefore: now, operationsBefore: now, recheckAges: [1] };
const retention = {
  callbacksBefore: now,
  rejectedBefore: now,
  notesBefore: now,
  usesBefore: now,
  beneficiariesBefore: now,
  unknownTransactionsBefore: now,
  seedPeriodsBefore: Number.MAX_SAFE_INTEGER,
};
const isNotRechecked = "update pgw_payments set state = 'open' where account";
const noWork = `${isNotRechecked} > 0`;

/** For each method: changes of the rows, and a call whose result or rows differ if an account is left out. */
const cases: Readonly<
  Record<keyof AllAccounts, readonly (readonly [sql: string, call: (all: AllAccounts) => unknown])[]>
> = {
  open: [],
  listDue: [
    ...dueColumns.flatMap(([table, column]) =>
      [now - 1, now + 400 * 86_400_000].map(
        (at) =>
          [
            `${noWork}; update ${table} set ${column} = ${at} where account = 1`,
            (all: AllAccounts) => all.listDue(request),
          ] as const,
      ),
    ),
    [`${isNotRechecked} = 2`, (all) => all.listDue(request)],
    [
      "update pgw_marks set at = 9000000000000000 where account = 2 and name = 'recheck-1'",
      (all) => all.listDue(request),
    ],
  ],
  findProblems: [
    ...dueColumns.map(
      ([table, column]) =>
        [
          `${noWork}; update ${table} set ${column} = 1 where account = 1`,
          (all: AllAccounts) => all.findProblems(problemRequest),
        ] as const,
    ),
    [
      `${noWork}; update pgw_operations set next_query_at = ${now + 1} where account = 1`,
      (all) => all.findProblems(problemRequest),
    ],
    [
      `${noWork}; update pgw_discrepancies set is_accepted = 0 where account = 1`,
      (all) => all.findProblems(problemRequest),
    ],
    [`${isNotRechecked} = 2`, (all) => all.findProblems(problemRequest)],
    [
      "update pgw_marks set at = 9000000000000000 where account = 2 and name = 'recheck-1'",
      (all) => all.findProblems(problemRequest),
    ],
  ],
  findOldestDueAt: dueColumns.map(([table, column]) => [
    `update ${table} set ${column} = 7 where account = 3`,
    (all: AllAccounts) => all.findOldestDueAt(),
  ]),
  listForPlainCallback: [
    [
      'update pgw_accounts set has_plain_url = null; delete from pgw_payments where account = 1',
      (all) => all.listForPlainCallback(reference),
    ],
    ['delete from pgw_payments where account = 1', (all) => all.listForPlainCallback(reference)],
  ],
  countUses: [
    ['', (all) => all.countUses({ limits: [{ key: 'a key', max: 5 }], windowMs: 1_000, now })],
    [
      // Its index has the row of this account first.
      "insert into pgw_use_counts (account, key, count, ends_at) values (-1, 'a key', 1, 1)",
      async (all) => {
        const count = () => all.countUses({ limits: [{ key: 'a key', max: 2 }], windowMs: 1_000, now });
        return [await count(), await count(), await count()];
      },
    ],
  ],
  acquireQuota: [
    [
      "insert into pgw_quotas (account, name, second, used) values (1, 'query', 1, 1)",
      async (all) => [
        await all.acquireQuota({ name: 'query', perSecond: 5, wanted: 3, now }),
        await all.acquireQuota({ name: 'query', perSecond: 5, wanted: 3, now }),
      ],
    ],
  ],
  purge: [
    [
      `update pgw_operations set kind = 'payout', state = 'done', beneficiary = '{}'`,
      (all) => all.purge(retention),
    ],
  ],
  markSwept: [['', (all) => all.markSwept(now, [2])]],
};

const listed = Object.entries(cases).flatMap(([name, calls]) =>
  calls.map(([sql, call]) => ({ name, sql, call })),
);

/** Runs a call on a copy of the template, and returns its result with the rows that it leaves, and the SQL texts that it has run. */
async function observe(
  { name, sql, call }: (typeof listed)[number],
  change: (text: string) => string,
): Promise<{ readonly seen: string; readonly texts: ReadonlySet<string> }> {
  const file = join(folder, `${(fileCount += 1)}.db`);
  copyFileSync(template, file);
  const database = new DatabaseSync(file);
  database.exec(sql);
  const store = embeddedStore({ file });
  const all = store.forAllAccounts();
  await all.open();
  const texts = new Set<string>();
  DatabaseSync.prototype.prepare = function (text) {
    texts.add(text);
    return prepare.call(this, change(text));
  };
  let result: unknown;
  try {
    result = await call(all);
  } catch (error) {
    result = String(error);
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  const isRead = name.startsWith('find') || name.startsWith('list');
  const rows = isRead
    ? []
    : [...owned, 'pgw_accounts'].map((table) => database.prepare(`select * from ${table}`).all());
  database.close();
  await store.close();
  rmSync(file);
  return { seen: JSON.stringify([result, rows]), texts };
}

/** The statements with one of their conditions of an account made true for every account. */
function listMutants(text: string): string[] {
  return [...text.matchAll(/\baccount"? (?:= ("?[\w."]+|\?\d*)|in \()/g)].map(
    ({ index, 0: found, 1: value }) => {
      const always =
        value === undefined
          ? found
              .replace(/account"? in \($/, (each) => `account" is not null or "${each}`)
              .replaceAll('"', '')
          : `account is not null and 0 * ${value} = 0`;
      const start = text[index - 1] === '"' ? index - 1 : index;
      return `${text.slice(0, start)}${always}${text.slice(index + found.length)}`;
    },
  );
}

it('each statement for all accounts that leaves an account out is found by its result or its rows', async () => {
  const baseline = [];
  for (const entry of listed) baseline.push({ entry, ...(await observe(entry, (text) => text)) });
  expect(baseline.filter(({ seen }) => seen.includes('Error'))).toEqual([]);
  const missed: string[] = [];
  let mutants = 0;
  for (const text of new Set(baseline.flatMap(({ texts }) => [...texts])))
    for (const mutant of listMutants(text)) {
      mutants += 1;
      let isFound = false;
      for (const { entry, seen } of baseline.filter(({ texts }) => texts.has(text))) {
        if (isFound) break;
        isFound = (await observe(entry, (each) => (each === text ? mutant : each))).seen !== seen;
      }
      if (!isFound) missed.push(mutant);
    }
  expect(missed).toEqual([]);
  expect(mutants).toBeGreaterThan(35);
});
