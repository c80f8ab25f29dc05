import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { countSqlite } from '../cost/count-cost.ts';
import { createTestClient, openShop, untilNextQueryMs, type StartedPayment } from '../shop.ts';
import { createSecret, openMarket, type Market, type MarketOptions } from './market.ts';

let market: Market;
afterEach(() => market.close());

const approve = ({ transactionNumber }: { readonly transactionNumber: string }): void => {
  market.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
};

it('two merchants of one process have the same order, and each callback pays the one of its address', async () => {
  market = await openMarket();
  const ofAcme = await market.startPayment('acme', { order: 'A1' });
  const ofBravo = await market.startPayment('bravo', { order: 'A1' });
  expect((await (await market.fetch('acme', '/pgw/session?order=A1')).json()).order.merchant).toBe('acme');
  for (const [id, payment] of [
    ['acme', ofAcme],
    ['bravo', ofBravo],
  ] as const) {
    const { payments } = market.checkout;
    expect((await payments.list({ account: id })).map(({ reference }) => reference)).toEqual([
      payment.reference,
    ]);
    const stored = await payments.get(payment.reference, { account: id });
    expect(stored?.callbackUrl).toBe(`${market.url}/pgw/callback/${id}`);
  }
  approve(ofBravo);
  const response = await market.sendCallback(ofBravo, { signedBy: 'bravo', path: '/pgw/callback/bravo' });
  expect(response.status).toBe(200);
  await expect
    .poll(() => market.paid)
    .toMatchObject([{ account: 'bravo', orderId: 'A1', key: `2:${ofBravo.reference}` }]);
  await expect
    .poll(() => market.events.filter(({ event }) => event === 'hook-succeeded'))
    .toMatchObject([{ account: 'bravo' }]);
  expect((await market.checkout.payments.get(ofAcme.reference, { account: 'acme' }))?.state).toBe('open');
});

it('a callback at the address of another account, or with its signature, changes nothing', async () => {
  market = await openMarket();
  const payment = await market.startPayment('acme');
  approve(payment);
  const crossings = [
    { signedBy: 'bravo', path: '/pgw/callback/acme' },
    { signedBy: 'bravo', path: '/pgw/callback' },
    { signedBy: 'acme', path: '/pgw/callback/bravo', signedUrl: `${market.url}/pgw/callback/acme` },
  ];
  for (const crossing of crossings)
    expect((await market.sendCallback(payment, crossing)).status, JSON.stringify(crossing)).toBe(
      crossing.path.endsWith('bravo') ? 404 : 401,
    );
  // The signature of bravo for its address proves that bravo has a transaction that its store does not have.
  const ofBravo = { signedBy: 'bravo', path: '/pgw/callback/bravo' };
  expect((await market.sendCallback(payment, ofBravo)).status).toBe(503);
  expect((await market.sendCallback(payment, { signedBy: 'acme', path: '/pgw/callback/none' })).status).toBe(
    404,
  );
  await market.checkout.sweep();
  expect(market.paid).toEqual([]);
  expect((await market.checkout.payments.get(payment.reference, { account: 'acme' }))?.state).toBe('open');
  const { unknownTransactions } = market.checkout.operator;
  expect(await unknownTransactions.list({ account: 'acme' })).toEqual([]);
  expect(await unknownTransactions.list({ account: 'bravo' })).toHaveLength(1);
});

it('a request without an account, or with an unknown or an invalid one, gets 404 with its own code', async () => {
  market = await openMarket();
  const ids = [undefined, 'none', 'ACME', 'a'.repeat(201), '..', 'acme%00'];
  for (const id of ids) {
    const response = await market.fetch(id, '/pgw/session?order=A1');
    expect([response.status, (await response.json()).code], String(id)).toEqual([404, 'unknown-account']);
  }
  // The scripts and the health belong to no account.
  expect((await market.fetch(undefined, '/pgw/health')).status).toBe(200);
  expect((await market.fetch(undefined, '/pgw/manifest.json')).status).toBe(200);
  // A body is never read for the account.
  const response = await market.fetch(undefined, '/pgw/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'acme', order: 'A1' }),
  });
  expect(response.status).toBe(404);
  expect(market.found.filter((id) => id === 'acme')).toEqual([]);
});

it('ids of any length, letter case and Unicode form are accounts of their own, and invalid ones are refused', async () => {
  // The second and the third are one letter in two Unicode forms, and the order A1 exists in each.
  const ids = ['Kopi', 'kopi', 'kop\u00e9', 'kope\u0301', 'a b/c?d', '店'.repeat(20), 'k'.repeat(200), '💳'];
  // The name of a merchant is shorter than an id may be.
  market = await openMarket({
    ids,
    find: (id, accounts) => (accounts.has(id) ? { ...accounts.get(id), merchant: 'Kopi' } : undefined),
  });
  // A header of HTTP has only characters of ISO 8859-1, so the ids are passed to the methods.
  const { payments } = market.checkout;
  await market.startPayment('Kopi');
  for (const account of ids)
    expect([account, (await payments.list({ account })).length]).toEqual([
      account,
      account === 'Kopi' ? 1 : 0,
    ]);
  const invalid = ['', '.', '..', 'k'.repeat(201), 'kopi\0', 'kopi\ud800', 7, null, {}] as string[];
  for (const account of invalid)
    await expect(payments.list({ account }), JSON.stringify(account)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('account'),
    });
  expect(market.found.filter((id) => !ids.includes(id))).toEqual([]);
});

const secret = createSecret('bravo');

/** What `find` does for `bravo`, and what the event says. */
const badFinds: readonly (readonly [
  name: string,
  find: NonNullable<MarketOptions['find']>,
  message: RegExp,
])[] = [
  ['throws', () => Promise.reject(new Error(`cannot connect with ${secret}`)), /accounts\.find has thrown/],
  [
    'throws at once',
    () => {
      throw new Error(secret);
    },
    /accounts\.find has thrown/,
  ],
  ['hangs', () => new Promise(() => undefined), /has not responded within 50 ms/],
  ['returns a text', () => secret, /must return the options of an account/],
  ['returns no gateway', () => ({ merchant: 'Bravo' }), /gateway must be the options of createGatewayClient/],
  [
    'returns a secret of a wrong type',
    (_id, accounts) => ({ gateway: { ...accounts.get('bravo')?.gateway, secretKey: 5 } }),
    /secretKey/,
  ],
  [
    'returns no credentials',
    (_id, accounts) => ({ gateway: { ...accounts.get('bravo')?.gateway, credentials: undefined } }),
    /credentials/,
  ],
  [
    'returns a secret that is too short',
    (_id, accounts) => ({ gateway: { ...accounts.get('bravo')?.gateway, secretKey: 's' } }),
    /secretKey must have at least 2 characters/,
  ],
  [
    'returns an unknown option',
    (_id, accounts) => ({ ...accounts.get('bravo'), marchant: secret }),
    /marchant/,
  ],
  [
    'returns an option of the process',
    (_id, accounts) => ({ ...accounts.get('bravo'), store: memoryStore() }),
    /store is an option of the whole checkout/,
  ],
  [
    'returns the merchant of another id',
    (_id, accounts) => accounts.get('acme'),
    /merchant 1001 at .* has the id acme in the payment store, and accounts.find has returned it for bravo too/,
  ],
];

it.each(badFinds)(
  'if find %s, requests of the account get 503, and the others go on',
  async (name, find, message) => {
    market = await openMarket({
      find: (id, accounts) => (id === 'bravo' ? find(id, accounts) : accounts.get(id)),
      accountOptions: { findTimeoutMs: 50 },
    });
    await market.startPayment('acme');
    for (let request = 0; request < 2; request += 1) {
      const response = await market.fetch('bravo', '/pgw/session?order=A1');
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([503, 'account-unavailable']);
      expect(text).not.toContain(secret);
    }
    await expect(market.checkout.payments.list({ account: 'bravo' })).rejects.toMatchObject({
      code: 'account-unavailable',
    });
    await market.startPayment('acme', { order: 'A2' });
    // Repeated failures are reported once.
    const events = market.events.filter(({ event }) => event === 'account-unavailable');
    expect(events).toMatchObject([
      { account: 'bravo', level: 'error', message: expect.stringMatching(message) },
    ]);
    // The error that the shop's own code has thrown is passed on, and nothing else may have the secret.
    const own = name.startsWith('throws') ? { ...events[0], error: undefined } : events[0];
    expect(inspect(own, { depth: 9, showHidden: true })).not.toContain(secret);
    expect((await market.checkout.health()).status).not.toBe('failing');
  },
);

it('an id belongs to one merchant for ever', async () => {
  const store = memoryStore();
  market = await openMarket({ store: { ...store, close: () => Promise.resolve() } });
  await market.startPayment('acme');
  const bravo = market.accounts.get('bravo');
  if (bravo !== undefined) market.accounts.set('acme', bravo);
  const other = await openMarket({ store: store.forAnotherAccount(), find: (id) => market.accounts.get(id) });
  const response = await other.fetch('acme', '/pgw/session?order=A1');
  expect([
    response.status,
    other.events.filter(({ event }) => event === 'account-unavailable'),
  ]).toMatchObject([
    503,
    [
      {
        message: expect.stringMatching(
          /account acme is merchant 1001 .* accounts\.find has returned merchant 1002.*[^.]\. Its requests get 503/,
        ),
      },
    ],
  ]);
  await other.close();
});

it('methods need the account of several, and refuse it with one', async () => {
  market = await openMarket();
  const { operator, payments, savedCards } = market.checkout;
  const calls: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
    [() => payments.list(), /account is missing/],
    [() => payments.get('R'), /account is missing/],
    [() => operator.payments.inspect('R', { account: 'none' }), /account is unknown/],
    [() => operator.payments.inspect('R', { account: '' }), /account must have 1 to 200 characters/],
    [() => operator.refunds.create('refund-0001', { account: 'acme', reference: 'R', reason: '' }), /R/],
    [() => savedCards.list('customer', { account: '..' }), /account must not be/],
    [
      () => operator.records.compare({ account: 'none', records: [], from: 0, to: 1 }).next(),
      /account is unknown/,
    ],
    [() => operator.accounts.add(), /one account/],
  ];
  for (const [call, message] of calls)
    await expect(call(), String(call)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(message),
    });
  expect(await operator.payments.inspect('R', { account: 'acme' })).toBeUndefined();
  expect(await savedCards.list('customer', { account: 'acme' })).toEqual([]);
  const compared = operator.records.compare({ account: 'acme', records: [], from: 0, to: 1 });
  expect((await compared.next()).done).toBe(true);
  expect(await operator.accounts.list()).toMatchObject([{ shopId: 'acme' }]);
});

it('one sweep does the due work of every account, and calls find only for those', async () => {
  let now = Date.now();
  market = await openMarket({ ids: ['acme', 'bravo', 'idle'], now: () => now });
  const payments = [await market.startPayment('acme'), await market.startPayment('bravo')];
  await market.fetch('idle', '/pgw/session?order=A1');
  for (const payment of payments) approve(payment);
  market.found.length = 0;
  now += untilNextQueryMs + 60_000;
  await market.checkout.sweep();
  expect(market.paid.map(({ account }) => account ?? '').toSorted()).toEqual(['acme', 'bravo']);
  expect(market.found.toSorted()).toEqual(['acme', 'bravo']);
});

it('several accounts take over the one of a checkout, and its callbacks keep their address', async () => {
  const store = memoryStore();
  market = await openMarket({ store });
  const single = await openShop({
    store: { ...store.forAnotherAccount(), close: () => Promise.resolve() },
    gatewayUrl: market.sandbox.url,
    wrap: (gateway) => createTestClient(gateway.baseUrl, clientOptions('acme')),
    historyMark: false,
  });
  const [payment, other] = [
    await single.startPayment({ order: 'A1' }),
    await single.startPayment({ order: 'A2' }),
  ];
  await single.close();
  const callbackUrl = `${single.url}/pgw/callback`;
  await market.startPayment('bravo');
  expect(
    (await market.checkout.payments.list({ account: 'acme' })).map(({ callbackUrl: url }) => url),
  ).toEqual([callbackUrl, callbackUrl]);
  approve(payment);
  const path = '/pgw/callback';
  expect(
    (await market.sendCallback(payment, { signedBy: 'bravo', path, signedUrl: callbackUrl })).status,
  ).toBe(401);
  expect(
    (await market.sendCallback(payment, { signedBy: 'acme', path, signedUrl: callbackUrl })).status,
  ).toBe(200);
  await expect.poll(() => market.paid).toMatchObject([{ account: 'acme', key: payment.reference }]);
  // A payment that the store has lost after a restore, at the address of this process.
  const lost = { ...other, reference: 'A9-0123456789ABCDEF' };
  expect((await market.sendCallback(lost, { signedBy: 'acme', path })).status).toBe(503);
  expect(await market.checkout.operator.unknownTransactions.list({ account: 'acme' })).toHaveLength(1);
  expect(await market.checkout.operator.unknownTransactions.list({ account: 'bravo' })).toEqual([]);
});

it('a callback at the address without an account finds its account while another one cannot be loaded', async () => {
  const store = memoryStore();
  let now = Date.now();
  let isAcmeBroken = false;
  const find: MarketOptions['find'] = (id, accounts) => {
    if (isAcmeBroken && id === 'acme') throw new Error('The table is locked.');
    return accounts.get(id);
  };
  market = await openMarket({ store, now: () => now, find, accountOptions: { refreshMs: 1_000 } });
  const payments = new Map<string, { readonly payment: StartedPayment; readonly signedUrl: string }>();
  for (const id of ['acme', 'bravo']) {
    if (id === 'bravo')
      await store.insert('account', { origin: market.sandbox.url, merchantId: '1002', now });
    const single = await openShop({
      store: { ...store.forAnotherAccount(), close: () => Promise.resolve() },
      gatewayUrl: market.sandbox.url,
      wrap: (gateway) => createTestClient(gateway.baseUrl, clientOptions(id)),
      historyMark: false,
    });
    payments.set(id, { payment: await single.startPayment(), signedUrl: `${single.url}/pgw/callback` });
    await single.close();
    await market.startPayment(id, { order: 'A2' });
  }
  isAcmeBroken = true;
  now += 2_000;
  const send = async (id: string): Promise<number> => {
    const sent = payments.get(id);
    if (sent === undefined) throw new Error(`${id} has no payment.`);
    approve(sent.payment);
    const { signedUrl } = sent;
    return (await market.sendCallback(sent.payment, { signedBy: id, path: '/pgw/callback', signedUrl }))
      .status;
  };
  expect([await send('bravo'), await send('acme')]).toEqual([200, 503]);
  await expect.poll(() => market.paid).toMatchObject([{ account: 'bravo', orderId: 'A1' }]);
});

const clientOptions = (id: string) => {
  const { merchantId = '', secretKey = '', credentials = '' } = market.accounts.get(id)?.gateway ?? {};
  return { merchantId, secretKey, credentials };
};

it('the purge keeps the seeds of card keys that are in use, and health has the findings of the audit of each account', async () => {
  let now = Date.now();
  const store = memoryStore();
  market = await openMarket({ store, now: () => now });
  const { reference, transactionNumber } = await market.startPayment('acme');
  approve({ transactionNumber });
  await market.checkout.payments.sync(reference, { account: 'acme' });
  market.sandbox.scenario('refund-processing');
  const refund = { reference, amount: 100, reason: 'Broken', account: 'acme' };
  await market.checkout.operator.refunds.create('refund-0001', refund);
  now += 4 * 86_400_000;
  const own = store.forAnotherAccount();
  await own.open({ origin: market.sandbox.url, merchantId: '1001', shopId: 'acme', now });
  const period = Math.floor((now - 3_599_000) / 3_600_000);
  await own.insert('cardSeed', { period, seed: 'of-the-last-hour', deleteBefore: 0 });
  await market.checkout.runHourlyTasks();
  expect(await own.find('cardSeed', String(period))).toBe('of-the-last-hour');
  const { problems } = await market.checkout.health();
  const found = problems.find(({ code }) => code === 'audit-failed');
  expect(found?.message).toMatch(/^Account acme: .*operation-overdue/);
});

it('the audit of an account that fails is repeated, and keeps no other account from its audit', async () => {
  let now = Date.now();
  let isFailing = true;
  const store = memoryStore();
  const forAnotherAccount: typeof store.forAnotherAccount = () => {
    const own = store.forAnotherAccount();
    const read: typeof own.read = (of, ...request) =>
      of === 'audit' && isFailing && own.getAccountId() === 1
        ? Promise.reject(new Error('A row cannot be read.'))
        : own.read(of, ...request);
    return { ...own, read };
  };
  market = await openMarket({ store: { ...store, forAnotherAccount }, now: () => now });
  for (const id of ['acme', 'bravo']) await market.fetch(id, '/pgw/session?order=A1');
  now += 1_000;
  await market.checkout.runHourlyTasks();
  isFailing = false;
  await market.checkout.runHourlyTasks();
  expect(
    market.events
      .filter(({ event }) => event === 'store-failed' || event === 'audit-passed')
      .map(({ event, account }) => [event, account]),
  ).toEqual([
    ['store-failed', 'acme'],
    ['audit-passed', 'bravo'],
    ['audit-passed', 'acme'],
  ]);
});

it('health forgets an account that could not be loaded when another process has done its work', async () => {
  let now = Date.now();
  const store = memoryStore();
  market = await openMarket({ store, now: () => now });
  approve(await market.startPayment('acme'));
  now += untilNextQueryMs;
  const other = await openMarket({
    store: { ...store.forAnotherAccount(), close: () => Promise.resolve() },
    find: () => undefined,
    now: () => now,
  });
  const readProblems = async () => (await other.checkout.health()).problems.map(({ code }) => code);
  await other.checkout.sweep();
  expect(await readProblems()).toContain('account-unavailable');
  // The other process has taken the queries of this second.
  now += 1_000;
  await market.checkout.sweep();
  expect(market.paid).toMatchObject([{ account: 'acme' }]);
  await other.checkout.sweep();
  expect(await readProblems()).not.toContain('account-unavailable');
  await other.close();
});

it('a rotated secret is used after refreshMs, and the old one is accepted until its time', async () => {
  let now = Date.now();
  market = await openMarket({ now: () => now });
  const payment = await market.startPayment('acme');
  approve(payment);
  const acme = market.accounts.get('acme');
  const secretKey = ['the new secret', { secret: createSecret('acme'), acceptedUntil: now + 120_000 }];
  market.accounts.set('acme', { ...acme, gateway: { ...acme?.gateway, secretKey } });
  now += 61_000;
  const path = '/pgw/callback/acme';
  expect((await market.sendCallback(payment, { signedBy: 'acme', path })).status).toBe(200);
  now += 60_000;
  expect((await market.sendCallback(payment, { signedBy: 'acme', path })).status).toBe(401);
  expect(market.found).toEqual(['acme', 'acme', 'acme']);
});

it('accounts beyond maxCached are found again, and lose nothing', async () => {
  market = await openMarket({ ids: ['acme', 'bravo', 'carol'], accountOptions: { maxCached: 1 } });
  const payments = [];
  for (const id of ['acme', 'bravo', 'carol']) payments.push(await market.startPayment(id));
  expect(market.found).toEqual(['acme', 'bravo', 'carol']);
  const [first] = payments;
  if (first === undefined) throw new Error('There is no payment.');
  approve(first);
  expect((await market.sendCallback(first, { signedBy: 'acme', path: '/pgw/callback/acme' })).status).toBe(
    200,
  );
  await expect.poll(() => market.paid).toMatchObject([{ account: 'acme' }]);
});

it('all accounts have the history mark of the store, also those of other processes, and a restored store stops each of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-market-'));
  const file = join(folder, 'payments.db');
  // Each process has the same gateway.
  const gateway = await openMarket();
  const open = () =>
    openMarket({
      store: embeddedStore({ file }),
      historyMark: undefined,
      find: (id) => gateway.accounts.get(id),
    });
  market = await open();
  await market.startPayment('acme');
  await market.close();
  copyFileSync(file, `${file}.backup`);
  market = await open();
  await market.startPayment('bravo');
  await market.close();
  expect(existsSync(`${file}.mark`)).toBe(true);
  market = await open();
  expect(market.events.filter(({ event }) => event === 'history-lost')).toEqual([]);
  await market.close();
  rmSync(`${file}-wal`, { force: true });
  copyFileSync(`${file}.backup`, file);
  market = await open();
  await market.checkout.ready;
  expect(market.events.filter(({ event }) => event === 'history-lost')).toHaveLength(1);
  for (const id of ['acme', 'bravo']) {
    const refused = await market.start(id, { order: 'A9' });
    expect([refused.status, (await refused.json()).code], id).toEqual([409, 'payment-being-checked']);
  }
  await market.checkout.operator.history.acknowledgeLoss();
  expect((await market.start('bravo', { order: 'A9' })).status).toBe(201);
  await gateway.close();
  rmSync(folder, { recursive: true });
});

it('without due work, a sweep and the hourly tasks have the same statements for any number of accounts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-market-'));
  const counts: number[] = [];
  const hourlyCounts: number[] = [];
  let now = Date.now();
  for (const count of [1, 30]) {
    const file = join(folder, `${count}.db`);
    const counter = countSqlite(file);
    const ids = Array.from({ length: count }, (_, index) => `shop-${index}`);
    market = await openMarket({ store: embeddedStore({ file }), ids, now: () => now });
    for (const id of ids) await market.fetch(id, '/pgw/session?order=A1');
    now += 1_000;
    // The first sweep marks that the accounts are swept, and the first hourly tasks audit those that were used.
    await market.checkout.sweep();
    await market.checkout.runHourlyTasks();
    expect(market.events.filter(({ event }) => event === 'audit-passed')).toHaveLength(count);
    const before = counter.read().statements;
    await market.checkout.sweep();
    counts.push(counter.read().statements - before);
    await market.checkout.runHourlyTasks();
    hourlyCounts.push(counter.read().statements - before);
    counter.restore();
    await market.close();
  }
  expect(counts).toEqual([1, 1]);
  expect(hourlyCounts[1]).toBe(hourlyCounts[0]);
  rmSync(folder, { recursive: true });
});

it('the queries of a second are shared: an account with many due payments does not delay another', async () => {
  let now = Date.now();
  market = await openMarket({ now: () => now, limits: { queriesPerSecond: 2 } });
  for (const order of ['A1', 'A2', 'A3', 'A4']) await market.startPayment('acme', { order });
  const payment = await market.startPayment('bravo');
  approve(payment);
  now += untilNextQueryMs;
  expect(await market.checkout.sweep()).toBe(true);
  expect(market.paid).toMatchObject([{ account: 'bravo' }]);
  const queried = (await market.checkout.payments.list({ account: 'acme' })).filter(
    ({ schedule }) => schedule.queriedAt === now,
  );
  expect(queried).toHaveLength(1);
});

it('an account with wrong keys stays due, and delays no other', async () => {
  let now = Date.now();
  market = await openMarket({ now: () => now });
  await market.startPayment('acme');
  const payment = await market.startPayment('bravo');
  approve(payment);
  const acme = market.accounts.get('acme');
  market.accounts.set('acme', { ...acme, gateway: { ...acme?.gateway, credentials: 'wrong-token' } });
  now += 61_000;
  await market.checkout.sweep();
  expect(market.paid).toMatchObject([{ account: 'bravo' }]);
  expect(market.events.filter(({ event }) => event === 'gateway-down')).toEqual([]);
  expect(market.events.filter(({ event }) => event === 'sync-failed')).toMatchObject([{ account: 'acme' }]);
  await market.startPayment('bravo', { order: 'A2' });
  const refused = await market.start('acme', { order: 'A2' });
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'gateway-misconfigured']);
  const ofRequest = market.events.find(({ event }) => event === 'request-failed');
  expect(ofRequest).toMatchObject({ account: 'acme', status: 503, level: 'error' });
  expect(inspect(market.events, { depth: 9 })).not.toContain('wrong-token');
});

it('of several accounts whose callbacks may have no account, the one that has signed a callback acts', async () => {
  const store = memoryStore();
  market = await openMarket({ store });
  await market.checkout.ready;
  for (const merchantId of ['1001', '1002'])
    await store.insert('account', { origin: new URL(market.sandbox.url).origin, merchantId, now: 1 });
  const payment = await market.startPayment('acme');
  await market.startPayment('bravo');
  const lost = { ...payment, reference: 'A9-0123456789ABCDEF' };
  const path = '/pgw/callback';
  expect((await market.sendCallback(lost, { signedBy: 'bravo', path })).status).toBe(503);
  const { unknownTransactions } = market.checkout.operator;
  expect(await unknownTransactions.list({ account: 'bravo' })).toHaveLength(1);
  expect(await unknownTransactions.list({ account: 'acme' })).toEqual([]);
  // The signature of none of them.
  expect((await market.sendCallback(lost, { signedBy: 'other', path })).status).toBe(401);
  expect(market.events.filter(({ event }) => event === 'callback-rejected')).toHaveLength(1);
});

it('a refused callback without an account is reported with the address that has none', async () => {
  market = await openMarket({ mountPath: '/{account}/pgw' });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch(`${market.url}/acme/pgw/callback`, request)).status).toBe(401);
  expect(market.events).toMatchObject([
    { event: 'callback-rejected', callbackUrl: `${market.url}/pgw/callback` },
  ]);
});

it('the token of a form is of one account, and the checks find the account of their options or of the request', async () => {
  market = await openMarket();
  const { visitorChecks } = market.checkout;
  const visitor = 'secret of the visitor';
  const token = await visitorChecks.createFormTokenOf(visitor, { account: 'acme' });
  // A request of the shop's own route, of a browser that sends no origin.
  const headers: Record<string, string> = { 'x-shop': 'acme' };
  const get = (name: string): string | undefined => headers[name.toLowerCase()];
  const req = { app: express(), headers, get, ip: '203.0.113.1', socket: {}, method: 'POST' } as never;
  const proof = { visitor, token };
  expect(await visitorChecks.newOrder(req, proof)).toBeUndefined();
  expect(await visitorChecks.newOrder(req, proof, { account: 'acme' })).toBeUndefined();
  expect(await visitorChecks.newOrder(req, proof, { account: 'bravo' })).toMatchObject({ status: 403 });
  expect(await visitorChecks.foundOrder(req, {}, { account: 'bravo' })).toBeUndefined();
  expect(() => visitorChecks.createFormToken(visitor)).toThrow(/createFormTokenOf\(visitor, \{ account \}\)/);
  await expect(visitorChecks.createFormTokenOf(visitor)).rejects.toThrow(/account is missing/);
  await expect(visitorChecks.newOrder(req, proof, { account: 'none' })).rejects.toThrow(/account is unknown/);
});

it('an account without requests for a minute frees its lists, and loads them again when it is used', async () => {
  let now = Date.now();
  market = await openMarket({ now: () => now, accountOptions: { refreshMs: 3_600_000 } });
  const countLists = (): number =>
    JSON.stringify(market.sandbox.listActivities({ kind: 'request' })).split('"endpoint":"getChannels"')
      .length - 1;
  const load = async (): Promise<number> => (await market.fetch('acme', '/pgw/session?order=A1')).status;
  expect(await load()).toBe(200);
  now += 61_000;
  await market.checkout.sweep();
  expect([await load(), await load()]).toEqual([200, 200]);
  expect(countLists()).toBe(2);
  expect(market.found).toEqual(['acme']);
});
