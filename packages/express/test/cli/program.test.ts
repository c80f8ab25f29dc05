import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { walletEntryType, type StartResponse } from '@pgw/protocol';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { confirmOn } from '../../src/cli/confirm.ts';
import { run, type Terminal } from '../../src/cli/program.ts';
import { readSettlementCsv } from '../../src/index.ts';
import { client, openShop, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-reconcile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0).toReversed()) await shop.close();
});

async function open(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  return shop;
}

async function payOrder(shop: Shop, order: string, gateway: Shop = shop): Promise<string> {
  const { payment } = (await (await shop.start({ order })).json()) as StartResponse;
  gateway.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  await shop.checkout.payments.settle(payment.reference);
  return payment.reference;
}

async function reconcile(shop: Shop, ...more: string[]) {
  return reconcileOn(shop, more);
}

async function reconcileOn(shop: Shop, more: readonly string[], confirm?: Terminal['confirm']) {
  const out = { stdout: '', stderr: '' };
  const day = 86_400_000;
  const iso = (time: number): string => new Date(time).toISOString();
  const argv = [
    'reconcile',
    '--checkout',
    'shop.js',
    '--from',
    iso(Date.now() - day),
    '--to',
    iso(Date.now() + day),
  ];
  const { payments, operator } = shop.checkout;
  const checkout = { payments, operator, ready: Promise.resolve(), close: () => Promise.resolve() };
  const gateway = client(shop.sandbox.url);
  const code = await run([...argv, ...more.filter((arg) => arg !== '--no-client')], {
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
    load: () => Promise.resolve(more.includes('--no-client') ? { checkout } : { checkout, gateway }),
    confirm,
  });
  return { code, ...out };
}

/** The settlement file of a shop's sandbox, as the gateway serves it. */
async function settlementFile(shop: Shop, name: string): Promise<string> {
  const response = await fetch(`${shop.sandbox.url}/settlement.csv?from=2020-01-01&to=2100-01-01`);
  expect(response.headers.get('content-type')).toContain('text/csv');
  const file = join(folder, name);
  writeFileSync(file, await response.text());
  return file;
}

describe('pgw-express reconcile', () => {
  it('exits 0 with the sums if store and settlement file are equal', async () => {
    const shop = await open();
    for (const order of ['A1', 'A2', 'A3']) await payOrder(shop, order);
    const { code, stdout } = await reconcile(shop, '--file', await settlementFile(shop, 'same.csv'));
    expect(stdout).toContain('payments: gateway 3 with MYR 386.70, shop 3 with MYR 386.70');
    expect(code).toBe(0);
  });

  it('exits 3 with a table and a CSV of differences, adopts payments that only the gateway has, and then exits 0', async () => {
    const before = await open();
    const lost = await payOrder(before, 'A1');
    const shop = await open({
      gatewayUrl: before.sandbox.url,
      orderOfPayment: ({ matches }) => ['A1', 'A2'].find(matches),
    });
    await payOrder(shop, 'A2', before);
    const file = await settlementFile(before, 'lost.csv');
    const csv = join(folder, 'differences.csv');
    const first = await reconcile(shop, '--file', file, '--csv', csv, '--adopt');
    expect(first.code).toBe(3);
    expect(first.stdout).toMatch(new RegExp(`unknown +payment +\\S+ +${lost} +nothing → MYR 128.90 Success`));
    expect(first.stdout).toContain('0 missing, 1 unknown, 0 different, 0 doubled');
    expect(first.stderr).toContain(`Adopted ${lost} for order A1`);
    expect(readFileSync(csv, 'utf8').split('\n')[1]).toMatch(
      new RegExp(`^unknown,payment,,\\w+,${lost},,12890,,MYR,,Success$`),
    );
    await shop.checkout.operator.resolveReview(lost, 'paid', 'Compared.');
    const second = await reconcile(shop, '--file', file, '--json');
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ summary: { records: 2 } });
    expect(shop.fulfilled).toContain(lost);
  });

  it.each([
    ['yes', true, 1],
    ['no', false, 0],
  ])(
    'offers each payment that only the gateway has on a terminal; the answer is %s',
    async (_answer, isAgreed, adopted) => {
      const before = await open();
      const lost = await payOrder(before, 'A1');
      const shop = await open({ gatewayUrl: before.sandbox.url, orderOfPayment: () => 'A1' });
      const questions: string[] = [];
      const file = await settlementFile(before, 'offered.csv');
      const { code } = await reconcileOn(shop, ['--file', file], (question) => {
        questions.push(question);
        return Promise.resolve(isAgreed);
      });
      expect(questions).toEqual([expect.stringMatching(/^Adopt transaction \w+\? \(y\/N\) $/)]);
      expect(await shop.checkout.operator.list({ states: ['review'] })).toHaveLength(adopted);
      expect((await shop.checkout.payments.find(lost))?.state).toBe(isAgreed ? 'review' : undefined);
      expect(code).toBe(3);
    },
  );

  it('prints the command that adopts, and adopts nothing, without a terminal', async () => {
    const before = await open();
    await payOrder(before, 'A1');
    const shop = await open({ gatewayUrl: before.sandbox.url, orderOfPayment: () => 'A1' });
    const file = await settlementFile(before, 'not offered.csv');
    const { stderr } = await reconcile(shop, '--file', file);
    expect(stderr).toContain(
      'Adopt the unknown payments with: npx pgw-express reconcile --checkout shop.js --from ',
    );
    expect(stderr).toContain(` --file '${file}' --adopt\n`);
    expect(await shop.checkout.operator.list()).toEqual([]);
  });

  it('compares refunds with the history of a wallet, and no payouts', async () => {
    const shop = await open();
    // DuitNow QR: its refunds are paid from the merchant's wallet.
    const { payment } = (await (await shop.start({ channelId: 3 })).json()) as StartResponse;
    const { reference } = payment;
    shop.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
    await shop.checkout.payments.settle(reference);
    const { operator, payments } = shop.checkout;
    await operator.refund({ reference, amount: 890, reason: 'Torn', key: 'refund-of-A1' });
    const wallet = shop.sandbox
      .listWallets()
      .find(({ id }) => shop.sandbox.walletHistory(id).some(({ type }) => type === walletEntryType.refund));
    const walletId = String(wallet?.id);
    const same = await reconcile(shop, '--wallet', walletId);
    expect(same.stdout).toContain('refunds: gateway 1 with MYR 8.90, shop 1 with MYR 8.90');
    expect(same.code).toBe(0);
    // A refund that the shop does not have.
    const transactionNumber = (await payments.find(reference))?.transactionNumber ?? '';
    const gateway = client(shop.sandbox.url);
    await gateway.refundPayment({ transactionNumber, amount: 1_000, reason: 'By hand' });
    shop.sandbox.addWalletEntry(Number(walletId), { type: walletEntryType.payout, amount: -1 });
    const other = await reconcile(shop, '--wallet', walletId);
    expect(other.stdout).toMatch(/unknown +refund +\w+ .*nothing → MYR 10\.00/);
    expect(other.stdout).toContain('0 missing, 1 unknown, 0 different, 0 doubled');
    expect(other.code).toBe(3);
  });

  it.each([
    [['--file', 'a.csv', '--column', 'price=Sum'], '--column must be name=title'],
    [[], '--file or --wallet must be given'],
    [['--file', 'a.csv', '--until', 'x'], "Unknown option '--until'"],
    [['--wallet', '1', '--no-client'], 'must export "checkout" and "gateway"'],
  ])('exits 2 for %j', async (more, text) => {
    const { code, stderr } = await reconcile(await open(), ...more);
    expect(stderr).toContain(text);
    expect(code).toBe(2);
  });

  it('exits 1 and names the line for a file that cannot be read', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, 'TransactionNumber,Amount,CurrencyCode\nT1,10.00,MYR\nT2,"1,000.00",MYR\n');
    const { code, stderr } = await reconcile(await open(), '--file', file);
    expect(stderr).toContain('line 3: Amount is not an amount of MYR');
    expect(code).toBe(1);
  });
});

describe('a question on the terminal', () => {
  it.each([
    ['y\n', true],
    ['Yes\n', true],
    ['\n', false],
    ['n\n', false],
    ['', false],
  ])('is answered %j: %s', async (typed, expected) => {
    const input = new PassThrough();
    const response = confirmOn({ input, output: new PassThrough() }, 'Adopt? (y/N) ');
    input.end(typed);
    expect(await response).toBe(expected);
  });
});

describe('a settlement file', () => {
  it('is read exactly with other titles, another delimiter and minor units', async () => {
    const text = '\uFEFFTxn;Sum;Cur;Unused\nT1;12345;MYR;x\n\nT2;1;JPY;x\n';
    const columns = { transactionNumber: 'Txn', amount: 'Sum', currencyCode: 'Cur' };
    const records = readSettlementCsv(Readable.from([text]), { columns, delimiter: ';', amounts: 'minor' });
    const read = [];
    for await (const record of records)
      read.push([record.transactionNumber, record.amount, record.reference]);
    expect(read).toEqual([
      ['T1', 12_345, null],
      ['T2', 1, null],
    ]);
  });
});
