import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { createSandbox } from '../../src/index.ts';
import { migrations } from '../../src/ledger/migrations.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/ledger/status-numbers.ts';
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

/**
 * Writes a data directory of the first version, which did not count migrations. It has four payments of 1000
 * minor units. The number and the reference of a payment end with its status.
 */
function writeFirstVersion(scenarios: readonly string[] = []): void {
  const database = new DatabaseSync(join(dataDirectory, 'sandbox.db'));
  database.exec(migrations[0]!);
  const insert = database.prepare(
    `INSERT INTO payments (transactionNumber, tenantId, referenceCode, referenceKey, status, currencyCode, amount,
       channelId, isHosted, returnUrl, hiddenChannels, misbehaviour, createdAt, expiresAt)
     VALUES (:transactionNumber, '1001', :reference, lower(:reference), :status, 'MYR', 1000,
       :channelId, 0, 'https://shop.example/return', '[]', :scenarios, 1, :expiresAt)`,
  );
  for (const status of [pending, success, failed, authorized])
    insert.run({
      transactionNumber: `2005A${status}`,
      reference: `Ref-${status}`,
      status,
      channelId: channelIds.pasarPay,
      scenarios: JSON.stringify(scenarios),
      expiresAt: farFuture,
    });
  database.exec(`INSERT INTO usedReferences VALUES ('1001', 'ref-1')`);
  database.close();
}

describe('a data directory of the first version', () => {
  it('a data directory of the first version keeps its payments, and they can be refunded and decided', async () => {
    writeFirstVersion();
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
    // One payment was refunded, one was approved, and the authorization of one was canceled.
    const accounts = new Map(setup.sandbox.listAccounts().map(({ account, balance }) => [account, balance]));
    expect(accounts.get('customers')).toBe(-1000);
    expect(accounts.get('receivable/1001')).toBe(1000);
    expect(accounts.get(`clearing/${channelIds.pasarPay}`)).toBe(0);
  });

  it('in a data directory of the first version, a scenario with an old name still applies', async () => {
    // The current name of this scenario is `response-500`.
    writeFirstVersion(['answer-500']);
    await using setup = await startSandboxWithMerchant({ data: dataDirectory });
    const query = { transactionNumber: '2005A1', timestamp: Date.now() };
    expect((await setup.merchant.get('queryPayment', query)).status).toBe(500);
  });

  it('a data directory of the first version is migrated at the first start only', async () => {
    writeFirstVersion();
    await (await createSandbox({ port: 0, data: dataDirectory })).close();
    await (await createSandbox({ port: 0, data: dataDirectory })).close();
    const sandbox = await createSandbox({ port: 0, data: dataDirectory });
    expect(sandbox.listAccounts().find(({ account }) => account === 'receivable/1001')?.balance).toBe(1000);
    expect(sandbox.listWallets()).toHaveLength(3);
    await sandbox.close();
  });
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
