import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { walletEntryType } from '@pgw/protocol';
import { afterAll, afterEach, expect, it } from 'vitest';
import { confirmOnTerminal, run } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/reconcile.ts';
import { readSettlementCsv } from '../../src/operator/index.ts';
import { createTestClient, duitNowQr, openShop, orderTotal, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-reconcile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0).toReversed()) await shop.close();
});

async function openTestShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  return shop;
}

/** Pays an order of a shop. Its gateway is the sandbox of this shop, or of another one. */
async function payOrder(shop: Shop, order: string, { sandbox } = shop): Promise<string> {
  const payment = await shop.startPayment({ order });
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  return payment.reference;
}

/** Runs `pgw-express reconcile` with these options for the payments of the last day. */
function reconcile(shop: Shop, ...options: string[]) {
  const gateway = createTestClient(shop.sandbox.url);
  return runReconcile(shop, options, { exports: { gateway } });
}

/** The module of the shop exports the checkout and `exports`. `confirm` replaces a terminal. */
async function runReconcile(
  shop: Shop,
  options: readonly string[],
  environment: { readonly exports?: object; readonly confirm?: Terminal['confirm'] },
) {
  const output = { stdout: '', stderr: '' };
  const dayMs = 86_400_000;
  const toIso = (time: number): string => new Date(time).toISOString();
  const argv = [
    'reconcile',
    '--checkout',
    'shop.js',
    '--from',
    toIso(Date.now() - dayMs),
    '--to',
    toIso(Date.now() + dayMs),
  ];
  const { payments, operator } = shop.checkout;
  const checkout = { payments, operator, ready: Promise.resolve(), close: () => Promise.resolve() };
  const code = await run([...argv, ...options], {
    program: 'pgw-express',
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    load: () => Promise.resolve({ checkout, ...environment.exports }),
    confirm: environment.confirm,
    readVersion: () => '1.2.3',
  });
  return { code, ...output };
}

/** Downloads the settlement file of a shop's sandbox and returns its path. */
async function saveSettlementFile(shop: Shop, name: string): Promise<string> {
  const response = await fetch(`${shop.sandbox.url}/settlement.csv?from=2020-01-01&to=2100-01-01`);
  expect(response.headers.get('content-type')).toContain('text/csv');
  const file = join(folder, name);
  writeFileSync(file, await response.text());
  return file;
}

it('pgw-express reconcile exits 0 and prints the sums if store and settlement file are equal', async () => {
  const shop = await openTestShop();
  for (const order of ['A1', 'A2', 'A3']) await payOrder(shop, order);
  const { code, stdout } = await reconcile(shop, '--file', await saveSettlementFile(shop, 'first.csv'));
  expect(stdout).toContain('payments: gateway 3 with MYR 386.70, shop 3 with MYR 386.70');
  expect(code).toBe(0);
});

it('pgw-express reconcile --adopt exits 3 with a table and a CSV file of the differences, and the next run exits 0', async () => {
  const shopBefore = await openTestShop();
  const lostReference = await payOrder(shopBefore, 'A1');
  const shop = await openTestShop({
    gatewayUrl: shopBefore.sandbox.url,
    resolveUnknownPayment: ({ matches }) => ['A1', 'A2'].find(matches),
  });
  await payOrder(shop, 'A2', shopBefore);
  const file = await saveSettlementFile(shopBefore, 'lost.csv');
  const csv = join(folder, 'differences.csv');
  const first = await reconcile(shop, '--file', file, '--csv', csv, '--adopt');
  expect(first.code).toBe(3);
  expect(first.stdout).toMatch(
    new RegExp(`unknown +payment +\\S+ +${lostReference} +nothing → MYR 128.90 Success`),
  );
  expect(first.stdout).toContain('0 missing, 1 unknown, 0 different, 0 duplicate');
  expect(first.stderr).toContain(`Adopted ${lostReference} for order A1`);
  const [titles, firstDifference] = readFileSync(csv, 'utf8').split('\n');
  expect(titles).toBe(
    'Type,Kind,Fields,TransactionNumber,ReferenceCode,ShopAmount,GatewayAmount,ShopCurrency,GatewayCurrency,ShopState,GatewayState',
  );
  expect(firstDifference).toMatch(
    new RegExp(`^unknown,payment,,\\w+,${lostReference},,${orderTotal},,MYR,,Success$`),
  );
  await shop.checkout.operator.reviews.resolve(lostReference, { outcome: 'paid', reason: 'Compared.' });
  const second = await reconcile(shop, '--file', file, '--json');
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ summary: { records: 2 } });
  expect(shop.fulfilledReferences).toContain(lostReference);
});

it('pgw-express reconcile prints values of the file in one line without control characters', async () => {
  const shop = await openTestShop();
  const file = join(folder, 'hostile.csv');
  const values = 'T1\u001B[2J\u202E,"R1\u2028\npayments: gateway 9",1.00,MYR';
  writeFileSync(file, `TransactionNumber,ReferenceCode,Amount,CurrencyCode\n${values}\n`);
  const { stdout } = await reconcile(shop, '--file', file, '--all-successful');
  expect(stdout).toMatch(/^unknown +payment +T1 \[2J +R1 payments: gateway 9 +nothing → MYR 1.00$/m);
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u001B\u202E\u2028]/);
  const json = await reconcile(shop, '--file', file, '--all-successful', '--json');
  // oxlint-disable-next-line no-control-regex
  expect(json.stdout).not.toMatch(/[\u001B\u202E\u2028]/);
  expect(JSON.parse(json.stdout.split('\n')[0] ?? '')).toMatchObject({
    gateway: { transactionNumber: 'T1\u001B[2J\u202E' },
  });
});

it('pgw-express reconcile reports a folder of --csv that does not exist, and prints no difference', async () => {
  const shop = await openTestShop();
  await payOrder(shop, 'A1');
  const file = await saveSettlementFile(shop, 'no-folder.csv');
  const csv = join(folder, 'missing', 'differences.csv');
  const { code, stdout, stderr } = await reconcile(shop, '--file', file, '--csv', csv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`--csv ${csv} cannot be written: its folder does not exist.`);
});

it('pgw-express reconcile reports an error of the settlement file with its line', async () => {
  const shop = await openTestShop();
  const file = join(folder, 'total.csv');
  writeFileSync(file, 'TransactionNumber,Amount,CurrencyCode,Status\nTotal,1.00,MYR,\n');
  const { code, stderr } = await reconcile(shop, '--file', file);
  expect(code).toBe(1);
  expect(stderr).toContain('pgw-express: The settlement file, line 2: TransactionNumber has no digit.');
});

it.each([
  ['adopts', 'yes', true],
  ['does not adopt', 'no', false],
])(
  'on a terminal pgw-express reconcile %s an unknown payment if the operator types %s',
  async (_result, _typed, isAccepted) => {
    const shopBefore = await openTestShop();
    const lostReference = await payOrder(shopBefore, 'A1');
    const shop = await openTestShop({
      gatewayUrl: shopBefore.sandbox.url,
      resolveUnknownPayment: () => 'A1',
    });
    const questions: string[] = [];
    const file = await saveSettlementFile(shopBefore, 'offered.csv');
    const confirm = (question: string): Promise<boolean> => {
      questions.push(question);
      return Promise.resolve(isAccepted);
    };
    const { code } = await runReconcile(shop, ['--file', file], { confirm });
    expect(questions).toEqual([expect.stringMatching(/^Adopt transaction \w+\? \(y\/N\) $/)]);
    expect((await shop.checkout.payments.get(lostReference))?.state).toBe(isAccepted ? 'review' : undefined);
    expect(code).toBe(3);
  },
);

it('without a terminal pgw-express reconcile adopts nothing, and prints the command that adopts', async () => {
  const shopBefore = await openTestShop();
  await payOrder(shopBefore, 'A1');
  const shop = await openTestShop({ gatewayUrl: shopBefore.sandbox.url, resolveUnknownPayment: () => 'A1' });
  const file = await saveSettlementFile(shopBefore, 'without terminal.csv');
  const { stderr } = await reconcile(shop, '--file', file);
  expect(stderr).toContain(
    'Adopt the unknown payments with: npx pgw-express reconcile --checkout shop.js --from ',
  );
  expect(stderr).toContain(` --file '${file}' --adopt\n`);
  expect(await shop.checkout.payments.list()).toEqual([]);
});

it('pgw-express reconcile --wallet compares refunds, and ignores payouts', async () => {
  const shop = await openTestShop();
  // The refunds of this channel are paid from a wallet.
  const { reference, transactionNumber } = await shop.startPayment({ channelId: duitNowQr });
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  await shop.checkout.operator.refunds.create('refund-of-A1', { reference, amount: 890, reason: 'Torn' });
  const wallet = shop.sandbox
    .listWallets()
    .find(({ id }) => shop.sandbox.walletHistory(id).some(({ type }) => type === walletEntryType.refund));
  const walletId = String(wallet?.id);
  const first = await reconcile(shop, '--wallet', walletId);
  expect(first.stdout).toContain('refunds: gateway 1 with MYR 8.90, shop 1 with MYR 8.90');
  expect(first.code).toBe(0);
  // A refund that the shop does not have.
  const gateway = createTestClient(shop.sandbox.url);
  await gateway.refundPayment({ transactionNumber, amount: 1_000, reason: 'By hand' });
  shop.sandbox.addWalletEntry(Number(walletId), { type: walletEntryType.payout, amount: -1 });
  const second = await reconcile(shop, '--wallet', walletId);
  expect(second.stdout).toMatch(/unknown +refund +\w+ .*nothing → MYR 10\.00/);
  expect(second.stdout).toContain('0 missing, 1 unknown, 0 different, 0 duplicate');
  expect(second.code).toBe(3);
});

it.each([
  [['--file', 'a.csv', '--column', 'price=Sum'], '--column must be name=title'],
  [[], 'Options are missing: --file <csv> or --wallet <id>.'],
  [['--file', 'a.csv', '--column', 'status=State', '--all-successful'], 'so do not name its column'],
  [['--file', 'a.csv', '--until', 'x'], 'There is no option --until.'],
  [['--file'], 'The option --file needs a value.'],
  [['--file', 'a.csv', '--adopt=yes'], 'The option --adopt takes no value.'],
])('pgw-express reconcile exits 2 with the invalid options %j', async (options, message) => {
  const { code, stderr } = await reconcile(await openTestShop(), ...options);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

it('pgw-express reconcile names all missing options at once', async () => {
  const written: string[] = [];
  const code = await run(['reconcile'], {
    program: 'pgw-express',
    stdout: { write: () => true },
    stderr: { write: (text) => written.push(text) },
    load: () => Promise.reject(new Error('No module is loaded.')),
    readVersion: () => '1.2.3',
  });
  expect(code).toBe(2);
  for (const option of ['--checkout', '--from', '--to', '--file <csv> or --wallet'])
    expect(written.join('')).toContain(option);
});

it.each([
  ['--help', /^Usage: pgw-express reconcile /],
  ['--version', /^1\.2\.3\n$/],
])('pgw-express %s exits 0 and loads no shop', async (flag, text) => {
  let stdout = '';
  const code = await run([flag], {
    program: 'pgw-express',
    stdout: { write: (line) => (stdout += line) },
    stderr: { write: () => undefined },
    load: () => Promise.reject(new Error('The shop was loaded.')),
    readVersion: () => '1.2.3',
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(text);
});

it('pgw-express reconcile --wallet exits 2 if the module of the shop does not export a gateway', async () => {
  const { code, stderr } = await runReconcile(await openTestShop(), ['--wallet', '1'], {});
  expect(stderr).toContain('must export "checkout" and "gateway"');
  expect(code).toBe(2);
});

it('pgw-express reconcile exits 1 and names the invalid line of a settlement file', async () => {
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, 'TransactionNumber,Amount,CurrencyCode,Status\nT1,10.00,MYR,1\nT2,"1,000.00",MYR,1\n');
  const { code, stderr } = await reconcile(await openTestShop(), '--file', file);
  expect(stderr).toContain('line 3: Amount is not an amount of MYR');
  expect(code).toBe(1);
});

it.each([
  ['y\n', true],
  ['Yes\n', true],
  ['\n', false],
  ['n\n', false],
  ['', false],
])('after the typed text %j confirmOnTerminal() resolves with %s', async (typed, expected) => {
  const input = new PassThrough();
  const response = confirmOnTerminal({ input, output: new PassThrough() }, 'Adopt? (y/N) ');
  input.end(typed);
  expect(await response).toBe(expected);
});

it('readSettlementCsv reads files with other column titles, another delimiter and minor units', async () => {
  const text = '\uFEFFTxn;Sum;Cur;Unused\nT1;12345;MYR;x\n\nT2;1;JPY;x\n';
  const columns = { transactionNumber: 'Txn', amount: 'Sum', currencyCode: 'Cur', status: null };
  const records = readSettlementCsv(Readable.from([text]), { columns, delimiter: ';', amounts: 'minor' });
  const rows = [];
  for await (const record of records) rows.push([record.transactionNumber, record.amount, record.reference]);
  expect(rows).toEqual([
    ['T1', 12_345, null],
    ['T2', 1, null],
  ]);
});
