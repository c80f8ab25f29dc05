import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { activityTable } from '../../src/activity/activity-row.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createSandbox } from '../../src/index.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { ledgerTables } from '../../src/ledger/tables.ts';
import { faultCodes } from '../fault-codes.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

const { pending, success, failed, canceled, authorized } = paymentStatusNumber;

/** A deadline that no test reaches. */
const farFuture = Date.parse('2200-01-01T00:00:00Z');

let dataDirectory = '';
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

/** The statements that created the tables in version 6, of which data directories exist. */
const schemaOfVersion6 = readFileSync(new URL('schema-of-version-6.sql', import.meta.url), 'utf8');

/**
 * Writes a data directory with the tables of version 6. It has four payments of 1000 minor units. The number and the
 * reference of a payment end with its status.
 */
function writeVersion6(): void {
  const database = new DatabaseSync(join(dataDirectory, 'sandbox.db'));
  database.exec(schemaOfVersion6);
  const insert = database.prepare(
    `INSERT INTO payments (transactionNumber, tenantId, referenceCode, referenceKey, status, currencyCode, amount,
       channelId, isHosted, returnUrl, hiddenChannels, scenarios, createdAt, expiresAt, paidAmount, heldAmount)
     VALUES (:transactionNumber, '1001', :reference, lower(:reference), :status, 'MYR', 1000,
       :channelId, 0, 'https://shop.example/return', '[]', '["response-500"]', 1, :expiresAt, :paidAmount, :heldAmount)`,
  );
  for (const status of [pending, success, failed, authorized])
    insert.run({
      transactionNumber: `2005A${status}`,
      reference: `Ref-${status}`,
      status,
      channelId: channelIds.pasarPay,
      expiresAt: farFuture,
      paidAmount: status === success ? 1000 : 0,
      heldAmount: status === authorized ? 1000 : 0,
    });
  database.exec(`INSERT INTO usedReferences VALUES ('1001', 'ref-1')`);
  database.exec(
    `INSERT INTO savedCards VALUES ('tok_A', '1001', 'Visa', '0000', 1, 'approved', ${farFuture})`,
  );
  database.close();
}

/** Describes the columns, constraints and indexes of every table. Options of the storage are not part of it. */
function describeSchema(database: DatabaseSync): unknown {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  const readPragma = (pragma: string): Record<string, unknown>[] =>
    database.prepare(`PRAGMA ${pragma}`).all();
  return tables.map(({ name }) => ({
    name,
    columns: readPragma(`table_info(${String(name)})`)
      .map(({ name: column, type, notnull, pk }) => ({
        column,
        type,
        isNotNull: notnull === 1 || pk !== 0,
        pk,
      }))
      .toSorted((a, b) => String(a.column).localeCompare(String(b.column))),
    references: readPragma(`foreign_key_list(${String(name)})`).map(({ table, from, to }) => ({
      table,
      from,
      to,
    })),
    indexes: database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`,
      )
      .all(String(name))
      .map(({ sql }) => sql),
    uniqueColumns: readPragma(`index_list(${String(name)})`)
      .filter(({ unique }) => unique === 1)
      .map((index) => readPragma(`index_info(${String(index['name'])})`).map((column) => column['name'])),
  }));
}

it('a new database has the columns, constraints and indexes of version 6, and the columns of its migrations', () => {
  const earlier = new DatabaseSync(':memory:');
  earlier.exec(schemaOfVersion6);
  for (const table of ['payments', 'sessions']) earlier.exec(`ALTER TABLE ${table} ADD COLUMN details TEXT`);
  const database = openDatabase(':memory:', [...ledgerTables, activityTable]);
  expect(describeSchema(database)).toStrictEqual(describeSchema(earlier));
  expect(() => database.exec(`INSERT INTO payments (transactionNumber) VALUES ('1')`)).toThrow(/NOT NULL/);
  database.exec(`INSERT INTO wallets VALUES (1, '1001', 'MYR', 0, 1)`);
  const addEntry = (walletId: number, balanceAfter: number): void =>
    database.exec(
      `INSERT INTO walletEntries VALUES (NULL, ${walletId}, 1, 'T1', NULL, 1, 1, NULL, ${balanceAfter})`,
    );
  addEntry(1, 0);
  expect(() => addEntry(1, -1)).toThrow(/CHECK/);
  expect(() => addEntry(2, 0)).toThrow(/FOREIGN KEY/);
  expect(() => database.exec(`INSERT INTO tokens VALUES ('a', '1001', 'text')`)).toThrow(/cannot store TEXT/);
});

it('a data directory of version 6 keeps its payments, and they can be refunded and decided', async () => {
  writeVersion6();
  await using setup = await startSandboxWithMerchant({ data: dataDirectory });
  expect(setup.sandbox.listPayments().map(({ status }) => status)).toStrictEqual([
    authorized,
    failed,
    success,
    pending,
  ]);
  expect((await setup.merchant.openPayment({ referenceCode: 'REF-1' })).body.error.code).toBe(
    faultCodes.duplicateTransaction,
  );
  expect((await setup.merchant.refund('2005A1')).body).toMatchObject({
    refundStatus: refundStatusNumber.refunded,
    amount: 1000,
  });
  expect(setup.sandbox.decide('2005A0', 'approve')).toBe(true);
  expect(setup.sandbox.changeStatus('2005A9', canceled)).toBe(true);
  const query = { transactionNumber: '2005A2', timestamp: Date.now() };
  expect((await setup.merchant.get('queryPayment', query)).status).toBe(500);
});

it('a file of a version before the first release is refused and not changed', async () => {
  const path = join(dataDirectory, 'sandbox.db');
  const earlier = new DatabaseSync(path);
  earlier.exec('CREATE TABLE payments (transactionNumber TEXT PRIMARY KEY)');
  earlier.close();
  await expect(createSandbox({ port: 0, data: dataDirectory })).rejects.toThrow(
    'a version before the first release wrote the file sandbox.db, so delete the file',
  );
  const database = new DatabaseSync(path);
  expect(
    database.prepare('SELECT count(*) AS count FROM sqlite_schema WHERE type = ?').get('table'),
  ).toMatchObject({
    count: 1,
  });
  database.close();
});

it('after a restart, refunds, payouts, wallets and accounts are unchanged', async () => {
  let contentsBefore: unknown;
  const readContents = (sandbox: Awaited<ReturnType<typeof createSandbox>>) => [
    sandbox.listRefunds(),
    sandbox.listPayouts(),
    sandbox.listWallets(),
    sandbox.listAccounts(),
  ];
  {
    await using setup = await startSandboxWithMerchant({ data: dataDirectory });
    await setup.merchant.refund(await setup.merchant.openApprovedPayment(setup.sandbox), { amount: 10 });
    await setup.merchant.openPayout();
    contentsBefore = readContents(setup.sandbox);
  }
  await using restarted = await startSandboxWithMerchant({ data: dataDirectory });
  expect(readContents(restarted.sandbox)).toStrictEqual(contentsBefore);
});

it('a database of a later version is refused and not changed', async () => {
  const path = join(dataDirectory, 'sandbox.db');
  const laterDatabase = new DatabaseSync(path);
  laterDatabase.exec('PRAGMA user_version = 99');
  laterDatabase.close();
  await expect(createSandbox({ port: 0, data: dataDirectory })).rejects.toThrow(
    'a later version of the sandbox wrote the file',
  );
  const database = new DatabaseSync(path);
  expect(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()).toMatchObject({ count: 0 });
  database.close();
});
