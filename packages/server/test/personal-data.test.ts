import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';
import { embeddedStore } from '../src/stores/embedded.ts';
import { postgresStore } from '../src/stores/postgres.ts';
import type { Store } from '../src/store.ts';
import { createCallbackPayload, sendCallback } from './callbacks.ts';
import { createTestCard, openCardShop, type CardShop } from './card-shop.ts';
import { payoutOptions, stagingPayouts } from './payout-request.ts';
import { sealCard } from './seal-card.ts';
import { fpx, kilatPay, orderTotal, pasarPay } from './shop.ts';

// A value for each field of a request that a person or a shop fills. Each occurs nowhere else, so it is found in the database.
const canaries = {
  'customer.name': 'Canaryname Binti Ali',
  'customer.email': 'canaryemail@shop.example',
  'customer.mobileNo': '60125550134',
  'customer.username': 'canaryusername',
  'customer.identificationNumber': '850101145678',
  'subMerchant.uniqueId': 'canarysubid',
  'subMerchant.name': 'canarysubname',
  'platformCharge.partnerId': 'canarypartner',
  'user agent': 'canaryagent/1.0',
  cookie: 'canarycookie',
  referer: 'https://canaryreferer.example/',
  'id of the visitor': 'canaryvisitor',
  'id of the customer': 'canarycustomer',
  'beneficiary.number': '9988776655',
  'beneficiary.name': 'Canaryholder',
  'order id': 'Acanaryorder',
  'order description': 'canarydescription',
  'reason of a refund': 'canaryrefund',
  'description of a payout': 'canarypayout',
  'reason of an operator': 'canaryreason',
  'name of an approver': 'canaryclerk',
  'body of a callback': 'canarycallback',
  'body of a rejected callback': 'canaryrejected',
} as const;

/** The canaries that `operator.erase` does not remove. */
const keptByErase = ['order id', 'name of an approver', 'body of a rejected callback'];

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** The names in the first column of the table "Readable in a copy of the database". */
function listDocumented(): string[] {
  const page = readFileSync(new URL('../../../docs/personal-data.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Readable in a copy of the database\n([^]*?)(?=^## )/m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| ([a-z][\w .]*?) +\|/gm)];
  // The first row has the titles.
  return rows.slice(1).map(([, name = '']) => name);
}

function listReadable(dump: string): string[] {
  return Object.entries(canaries).flatMap(([name, value]) => (dump.includes(value) ? [name] : []));
}

const order = canaries['order id'];
const headers = {
  'content-type': 'application/json',
  'user-agent': canaries['user agent'],
  cookie: `own=${canaries.cookie}`,
  referer: canaries.referer,
};

async function openUsedShop(store: Store<never>): Promise<CardShop> {
  const subMerchant = { uniqueId: canaries['subMerchant.uniqueId'], name: canaries['subMerchant.name'] };
  const shop = await openCardShop({
    store: store as never,
    payouts: stagingPayouts,
    cards: { resolveCustomer: () => canaries['id of the customer'] },
    resolveVisitor: () => canaries['id of the visitor'],
    resolveOrder: () => ({
      amount: orderTotal,
      currencyCode: 'MYR',
      description: canaries['order description'],
      customer: {
        name: canaries['customer.name'],
        email: canaries['customer.email'],
        mobileNo: canaries['customer.mobileNo'],
        username: canaries['customer.username'],
        identificationNumber: canaries['customer.identificationNumber'],
        identificationType: 1,
      },
      localCitizen: true,
      savePayment: true,
      subMerchant,
      platformCharge: { partnerId: canaries['platformCharge.partnerId'], amount: 5 },
      extraInfo: { hiddenChannel: [1] },
    }),
  });
  cleanUps.push(() => shop.close());
  return shop;
}

const start = (shop: CardShop, fields: object): Promise<Response> =>
  shop.fetch('/pgw/payments', {
    method: 'POST',
    headers,
    body: JSON.stringify({ order, shownAmount: orderTotal, shownCurrencyCode: 'MYR', ...fields }),
  });

/** Sends every kind of request, by shoppers, by the gateway and by an operator. */
async function useShop(shop: CardShop): Promise<void> {
  const { operator, payments } = shop.checkout;
  await (await shop.fetch(`/pgw/session?order=${order}`, { headers })).text();
  expect((await start(shop, { channelId: fpx, bankId: 'BSERI01', attempt: 'attempt-bank' })).status).toBe(
    201,
  );
  const card = await shop.startCardPayment({ order, attempt: 'attempt-card' });
  await shop.sendCard(card.reference, sealCard(createTestCard('declined'), card), { save: true });
  shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 1 });
  await start(shop, { channelId: pasarPay, attempt: 'attempt-lost' });
  const lost = (await payments.list({ orderId: order, states: ['unknown'] }))[0];
  await operator.starts.resolve(lost?.reference ?? '', { reason: canaries['reason of an operator'] });
  expect((await start(shop, { channelId: kilatPay, attempt: 'attempt-paid' })).status).toBe(201);
  for (const payment of shop.sandbox.listPayments())
    shop.sandbox.decide(payment.transactionNumber, 'decline', { callback: 'never' });
  const paid = shop.sandbox.listPayments().find(({ channelId }) => channelId === kilatPay);
  shop.sandbox.changeStatus(paid?.transactionNumber ?? '', 1, { callback: 'never' });
  for (const { reference } of await payments.list({ orderId: order })) await payments.sync(reference);
  const reference = paid?.referenceCode ?? '';
  expect(await payments.get(reference)).toMatchObject({ state: 'paid' });
  const stored = await payments.get(reference);
  const transactionNumber = stored?.transactionNumber ?? null;
  const payload = createCallbackPayload(
    { reference, transactionNumber },
    { remark: canaries['body of a callback'] },
  );
  await sendCallback(shop, payload);
  await shop.fetch('/pgw/callback', {
    method: 'POST',
    headers,
    body: `{"x":"${canaries['body of a rejected callback']}"}`,
  });
  await shop.checkout.sweep();
  await operator.refunds.create('refund-0001', {
    reference,
    amount: 10,
    reason: canaries['reason of a refund'],
  });
  const payout = await operator.payouts.create('payout-0001', {
    ...payoutOptions,
    description: canaries['description of a payout'],
    beneficiary: {
      method: 'bank',
      bankCode: 'BSERI01',
      number: canaries['beneficiary.number'],
      name: canaries['beneficiary.name'],
    },
  });
  const beneficiary = await operator.payouts.reveal('payout-0001', {
    reason: canaries['reason of an operator'],
  });
  await operator.approvals.request('payout-0002', {
    payout: { ...payoutOptions, beneficiary },
    by: { id: 'clerk-1', name: canaries['name of an approver'] },
  });
  shop.sandbox.decidePayout(payout.transactionNumber ?? '', 'approve', { callback: 'never' });
  await operator.payouts.sync('payout-0001');
  await shop.checkout.sweep();
}

async function checkDump(store: Store<never>, dump: () => Promise<string> | string): Promise<void> {
  const shop = await openUsedShop(store);
  await useShop(shop);
  const received = JSON.stringify([shop.sandbox.listPayments(), shop.sandbox.listPayouts()]);
  for (const name of ['customer.name', 'platformCharge.partnerId'] as const)
    expect(received).toContain(canaries[name]);
  expect(listReadable(await dump()).toSorted()).toEqual(listDocumented().toSorted());
  expect(await shop.checkout.operator.erase({ order })).toMatchObject({ operations: 1 });
  await shop.checkout.operator.erase({ payout: 'payout-0001' });
  expect(listReadable(await dump()).toSorted()).toEqual(keptByErase.toSorted());
}

it('a dump of SQLite has the personal data that docs/personal-data.md lists, and after an erasure only ids', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-personal-data-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'payments.db');
  await checkDump(embeddedStore({ file }), () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    const rows = tables.map(({ name }) => database.prepare(`select * from ${String(name)}`).all());
    database.close();
    return JSON.stringify(rows);
  });
});

it('a dump of PostgreSQL has the personal data that docs/personal-data.md lists, and after an erasure only ids', async () => {
  const server = await startPostgres();
  cleanUps.push(() => server.stop());
  const pool = new pg.Pool({ connectionString: server.url, max: 5 });
  cleanUps.push(() => pool.end());
  await checkDump(postgresStore({ pool }), async () => {
    const tables = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const rows = [];
    for (const { name } of tables.rows) rows.push((await pool.query(`select * from ${name}`)).rows);
    return JSON.stringify(rows);
  });
});
