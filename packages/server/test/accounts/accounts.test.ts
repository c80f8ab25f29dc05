import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PgwError } from '@pgw/protocol';
import { createSandbox } from '@pgw/sandbox/testing';
import { afterAll, afterEach, expect, it } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { run } from '../../src/cli/program.ts';
import type { Store } from '../../src/store.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { refuseBesideOpenWork } from '../../src/stores/refused-files.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { openShop, untilNextQueryMs, waitForFulfillments, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-accounts-'));
const shops: Shop[] = [];
let fileCount = 0;

afterEach(async () => {
  for (const shop of shops.splice(0).toReversed()) await shop.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a shop with a gateway of its own, so it is another account. */
async function openAccount(options: ShopOptions): Promise<Shop> {
  const shop = await openShop({ historyMark: false, ...options });
  shops.push(shop);
  return shop;
}

function createFile(): string {
  return join(folder, `${(fileCount += 1)}.db`);
}

async function pay(shop: Shop, order: string): Promise<string> {
  const payment = await shop.startPayment({ order });
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await sendCallback(shop, createCallbackPayload(payment));
  await waitForFulfillments(
    shop,
    shop.fulfilledReferences.length === 0 ? 1 : shop.fulfilledReferences.length,
  );
  return payment.reference;
}

/** Runs `accounts add` or `accounts list` for the checkout of a shop. */
async function runCommand(
  shop: Shop,
  ...argv: readonly string[]
): Promise<[exitCode: number, output: string]> {
  let output = '';
  const write = (text: string): void => void (output += text);
  const exitCode = await run(['accounts', ...argv, '--checkout', 'shop.mjs'], {
    program: 'pgw-express',
    stdout: { write },
    stderr: { write },
    load: () => Promise.resolve({ checkout: { ...shop.checkout, close: () => Promise.resolve() } }),
    readVersion: () => '0.1.0',
  });
  return [exitCode, output];
}

it('production on the store of the test phase is refused, and reads and writes nothing', async () => {
  const file = createFile();
  const staging = await openAccount({ store: embeddedStore({ file }) });
  const paid = await pay(staging, 'A1');
  const open = await staging.startPayment({ order: 'A2' });
  // Its workers try to work many times during the requests.
  const production = await openAccount({ store: embeddedStore({ file }), sweepIntervalMs: 1 });
  const [stagingOrigin, productionOrigin] = [staging.sandbox.url, production.sandbox.url];
  await expect(production.checkout.ready).rejects.toMatchObject({
    code: 'wrong-account',
    message: expect.stringMatching(
      new RegExp(
        `merchant 1001 at ${stagingOrigin}, .*merchant 1001 at ${productionOrigin}.*another file.*pgw-express accounts add.*sandboxes of this machine`,
      ),
    ),
  });
  for (const path of [
    '/pgw/session?order=A1',
    `/pgw/payments/${open.reference}`,
    '/pgw/return?ReferenceCode=A1',
  ])
    expect((await production.fetch(path)).status, path).toBe(503);
  const start = await production.start({ order: 'A2' });
  expect([start.status, await start.json()]).toMatchObject([503, { code: 'wrong-account' }]);
  const health = await production.checkout.health();
  expect(health).toMatchObject({
    status: 'failing',
    problems: expect.arrayContaining([expect.objectContaining({ code: 'wrong-account' })]),
  });
  expect((await production.fetch('/pgw/health')).status).toBe(503);
  const { checkout } = production;
  const calls = [
    () => checkout.payments.list(),
    () => checkout.payments.get(paid),
    () => checkout.operator.payments.inspect(paid),
    () => checkout.operator.refunds.create('refund-0001', { reference: paid, reason: 'Damaged' }),
    () => checkout.sweep(),
    () => checkout.runHourlyTasks(),
  ];
  for (const call of calls)
    await expect(call(), String(call)).rejects.toMatchObject({ code: 'wrong-account' });
  // Only the list of channels is requested at the start.
  const requests = JSON.stringify(production.sandbox.listActivities({ kind: 'request' }));
  expect(requests).not.toMatch(/"endpoint":"(?:requestPayment|queryPayment|refundPayment)"/);
  // The refusal is no outage that a retry ends.
  expect(production.eventsNamed('store-failed')).toHaveLength(1);
  expect((await staging.checkout.payments.list()).map(({ reference }) => reference).toSorted()).toEqual(
    [paid, open.reference].toSorted(),
  );
});

it('after accounts add, two accounts of one store have the same order, and never see each other', async () => {
  const file = createFile();
  const first = await openAccount({ store: embeddedStore({ file }) });
  const ofFirst = await first.startPayment({ order: 'A1' });
  const refused = await openAccount({ store: embeddedStore({ file }) });
  const [listed, list] = await runCommand(refused, 'list');
  expect([listed, list]).toEqual([
    1,
    expect.stringContaining(`merchant 1001 at ${first.sandbox.url} (test, no real money): open payments: 1`),
  ]);
  expect(await runCommand(refused, 'add')).toEqual([2, expect.stringContaining('needs --yes')]);
  const own = `This checkout is merchant 1001 at ${refused.sandbox.url}.`;
  expect(await runCommand(refused, 'add', '--yes')).toEqual([0, expect.stringContaining(own)]);
  expect((await runCommand(refused, 'add', '--yes'))[0]).toBe(0);
  const second = await openAccount({ store: embeddedStore({ file }), gatewayUrl: refused.sandbox.url });
  await second.checkout.ready;
  expect(await runCommand(second, 'add')).toEqual([0, expect.stringContaining('The store has the account')]);
  expect(await second.checkout.payments.list()).toEqual([]);
  const ofSecond = await second.startPayment({ order: 'A1' });
  const seen = await Promise.all([first, second].map((shop) => shop.checkout.payments.list()));
  expect(seen.map((payments) => payments.map(({ reference }) => reference))).toEqual([
    [ofFirst.reference],
    [ofSecond.reference],
  ]);
  for (const [shop, payment] of [
    [first, ofSecond],
    [second, ofFirst],
  ] as const) {
    const { reference } = payment;
    // Both gateways have the same secret, so the callback and the return of the other account are valid for this shop.
    const { transactionNumber } = payment;
    await sendCallback(shop, createCallbackPayload(payment));
    await shop.fetch(`/pgw/return?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`);
    expect(await shop.checkout.payments.get(reference)).toBeUndefined();
    expect(await shop.checkout.operator.payments.inspect(reference)).toBeUndefined();
    expect((await shop.fetch(`/pgw/payments/${reference}`)).status).toBe(404);
    const { operator } = shop.checkout;
    const reason = 'Test';
    const calls = [
      () => operator.hooks.skip(reference, { reason }),
      () => operator.reviews.resolve(reference, { outcome: 'paid', reason }),
      () => operator.starts.resolve(reference, { reason }),
      () => operator.refunds.create('refund-0001', { reference, reason }),
      () => operator.captures.create('capture-0001', { reference }),
    ];
    for (const call of calls)
      await expect(call(), String(call)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await shop.checkout.payments.sync(reference)).toBeUndefined();
    await expect(operator.hooks.requeue(reference)).rejects.toMatchObject({
      code: 'invalid-request',
    });
  }
  const states = await Promise.all([first, second].map((shop) => shop.checkout.payments.list()));
  expect(states.map((payments) => payments.map(({ reference, state }) => [reference, state]))).toEqual([
    [[ofFirst.reference, 'open']],
    [[ofSecond.reference, 'open']],
  ]);
  expect([first, second].flatMap(({ fulfilledReferences }) => fulfilledReferences)).toEqual([]);
});

it('two checkouts of one process with the same store are refused or separate', async () => {
  const store: Store<EmbeddedTransaction> = memoryStore();
  const first = await openAccount({ store: { ...store, close: () => Promise.resolve() } });
  await first.checkout.ready;
  const second = await openAccount({ store: store.forAnotherAccount() });
  await expect(second.checkout.ready).rejects.toMatchObject({ code: 'wrong-account' });
});

it('health and an event name an account with due work that no process sweeps', async () => {
  const file = createFile();
  let now = Date.now();
  const first = await openAccount({ store: embeddedStore({ file }), now: () => now });
  await first.startPayment({ order: 'A1' });
  const origin = first.sandbox.url;
  const refused = await openAccount({ store: embeddedStore({ file }) });
  await runCommand(refused, 'add', '--yes');
  const second = await openAccount({
    store: embeddedStore({ file }),
    gatewayUrl: refused.sandbox.url,
    now: () => now,
  });
  await second.checkout.sweep();
  expect(second.eventsNamed('account-unswept')).toEqual([]);
  now += untilNextQueryMs + 16 * 60_000;
  await second.checkout.sweep();
  await second.checkout.sweep();
  expect(second.eventsNamed('account-unswept')).toMatchObject([
    { merchantId: '1001', gatewayOrigin: origin },
  ]);
  const { status, problems } = await second.checkout.health();
  expect([status, problems]).toEqual([
    'degraded',
    [expect.objectContaining({ code: 'account-unswept', message: expect.stringContaining(`at ${origin}`) })],
  ]);
  await first.checkout.sweep();
  expect((await second.checkout.health()).problems).toEqual([]);
  expect((await first.checkout.operator.accounts.list()).map(({ sweptAt }) => sweptAt)).toEqual([now, now]);
});

it('a new default file beside one with open work of another account is refused', async () => {
  const cwd = mkdtempSync(join(folder, 'beside-'));
  const work = join(cwd, '.pgw', 'payments-test.db');
  const staging = await openAccount({ store: embeddedStore({ file: work }) });
  const payment = await staging.startPayment({ order: 'A1' });
  const path = join(dirname(work), 'payments.db');
  const production = { origin: 'https://gateway.example', merchantId: '1001' };
  expect(() => refuseBesideOpenWork(path, production)).toThrow(
    `payments-test.db beside it has open work of merchant 1001 at ${staging.sandbox.url}`,
  );
  expect(() => refuseBesideOpenWork(path)).toThrow('and this checkout has several accounts: end');
  // Processes that name no file, with one account and with several.
  for (const open of [`open(${JSON.stringify({ ...production, now: 1 })})`, 'forAllAccounts().open()']) {
    const module = new URL('../../src/stores/embedded.ts', import.meta.url).href;
    const script = `const { embeddedStore } = await import('${module}');
      await embeddedStore().${open}.catch(({ code }) => process.stdout.write(code));`;
    const args = [...fromSources, '--input-type=module', '--eval', script];
    expect(spawnSync(process.execPath, args, { cwd, encoding: 'utf8' }).stdout, open).toBe('wrong-account');
  }
  // The same account, and a file that has payments already.
  refuseBesideOpenWork(path, { origin: staging.sandbox.url, merchantId: '1001' });
  refuseBesideOpenWork(work, production);
  // Without open work, and with files that are no databases of payments.
  staging.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await sendCallback(staging, createCallbackPayload(payment));
  await waitForFulfillments(staging, 1);
  writeFileSync(join(dirname(work), 'notes.db'), 'no database');
  refuseBesideOpenWork(path, production);
  expect(existsSync(path)).toBe(false);
  // The file has no accounts to list.
  const ready = Promise.reject(new PgwError('wrong-account', 'The payment store is new.'));
  expect(await runCommand({ ...staging, checkout: { ...staging.checkout, ready } }, 'add')).toEqual([
    1,
    'pgw-express: The payment store is new.\n',
  ]);
});

it('other systems know the keys of the first account, and the keys of a further one have its id', async () => {
  const store = memoryStore();
  const keys: string[] = [];
  const onPaid: ShopOptions['onPaid'] = (_payment, { key }) => void keys.push(key);
  const first = await openAccount({ store: { ...store, close: () => Promise.resolve() }, onPaid });
  await first.checkout.ready;
  const sandbox = await createSandbox();
  await store.insert('account', { origin: new URL(sandbox.url).origin, merchantId: '1001', now: 1 });
  const second = await openAccount({ store: store.forAnotherAccount(), gatewayUrl: sandbox.url, onPaid });
  const references = [];
  for (const shop of [first, second]) {
    const payment = await shop.startPayment({ order: 'A1' });
    (shop === first ? first.sandbox : sandbox).decide(payment.transactionNumber, 'approve', {
      callback: 'never',
    });
    await sendCallback(shop, createCallbackPayload(payment));
    references.push(payment.reference);
    await expect.poll(() => keys.length).toBe(references.length);
  }
  expect(keys).toEqual([references[0], `2:${references[1]}`]);
  await sandbox.close();
});
