import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { embeddedStore } from '../../server/src/stores/embedded.ts';
import { openMarket, type Market } from '../../server/test/accounts/market.ts';
import type { StartedPayment } from '../../server/test/shop.ts';
import { payoutOptions } from '../../server/test/payout-request.ts';
import { toSnakeCase } from '../../server/src/stores/sql/columns.ts';
import { tables } from '../../server/src/stores/sql/schema.ts';
import { routes } from '../src/http/routes.ts';
import { verbs } from '../src/options.ts';
import { sendAs } from './send-as.ts';

// Two merchants have one store, and orders with the same ids.
const folder = mkdtempSync(join(tmpdir(), 'pgw-office-accounts-'));
const file = join(folder, 'payments.db');
const clerk = { id: '7', name: 'Aina', may: verbs };
const accounts = [
  { id: 'acme', name: 'Acme House' },
  { id: 'bravo', name: 'Bravo House' },
];
const ofAcme = {
  refund: 'refund-of-acme',
  approval: 'approval-of-acme',
  payout: 'payout-of-acme',
  holder: 'Kedai Biji',
};
let market: Market;
let acme: StartedPayment;
let bravo: StartedPayment;

beforeAll(async () => {
  market = await openMarket({
    store: embeddedStore({ file }),
    payouts: { merchantId: 1001 },
    find: (id, options) => {
      const account = options.get(id);
      const environment = id === 'bravo' ? 'production' : undefined;
      return account && { ...account, gateway: { ...account.gateway, environment } };
    },
  });
  const pay = async (account: string, order: string) => {
    const payment = await market.startPayment(account, { order, attempt: `attempt-${account}-${order}` });
    market.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await market.checkout.payments.sync(payment.reference, { account });
    return payment;
  };
  bravo = await pay('bravo', 'A1');
  acme = await pay('acme', 'A1');
  await pay('acme', 'A2');
  const { operator } = market.checkout;
  const refund = { account: 'acme', reference: acme.reference, amount: 100, reason: 'Broken' };
  await operator.refunds.create(ofAcme.refund, refund);
  const { account: _account, ...rest } = refund;
  await operator.approvals.request(ofAcme.approval, {
    account: 'acme',
    refund: rest,
    by: { id: '8', name: 'Ben' },
  });
  await operator.payouts.create(ofAcme.payout, { ...payoutOptions, account: 'acme' });
});
afterAll(async () => {
  await market.close();
  rmSync(folder, { recursive: true });
});

/** Every row of acme. */
function readRows(): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const ids = database.prepare('select * from pgw_accounts order by 1').all();
  const acmeId = ids.find((row) => Object.values(row).includes('1001'))?.['id'];
  const rows = Object.entries(tables)
    .filter(([, { hasAccount }]) => hasAccount)
    .map(([name]) =>
      database.prepare(`select * from ${toSnakeCase(name)} where account = ? order by 1, 2`).all(acmeId ?? 1),
    );
  database.close();
  return JSON.stringify(rows);
}

const send = (
  path: string,
  request: { method?: string; account?: string; form?: Record<string, string> } = {},
) =>
  sendAs(market.checkout, clerk, { method: 'GET', ...request, path, options: { accounts: () => accounts } });

/** Fills a path with the ids of acme. */
function fill(path: string): string {
  const id = path.startsWith('/orders')
    ? 'A2'
    : path.startsWith('/payouts')
      ? ofAcme.payout
      : path.startsWith('/approvals')
        ? ofAcme.approval
        : '3001';
  return path.replace(':reference', acme.reference).replace(':id', id).replace(':key', ofAcme.refund);
}

/** The fields of all forms, with the ids of acme. */
const form = () => ({
  reference: acme.reference,
  transaction: acme.transactionNumber,
  code: 'refund-missing',
  order: 'A2',
  key: ofAcme.payout,
  reason: 'x',
  decision: 'done',
  sure: 'yes',
  how: 'all',
  step: 'confirmed',
  sum: '12345',
});

describe('a route of one merchant, with the ids of another one, shows and changes nothing of it', () => {
  it.each(routes.map(({ method, path }) => ({ method, path })))('$method $path', async ({ method, path }) => {
    const before = readRows();
    expect(before).toContain(acme.reference);
    const request = method === 'POST' ? { method, account: 'bravo', form: form() } : {};
    const { status, text, location } = await send(`/a/bravo${fill(path)}`, request);
    if (path.includes(':')) expect([path, status]).toEqual([path, 404]);
    else expect(status).toBeLessThan(500);
    for (const secret of [
      acme.reference,
      acme.transactionNumber,
      ofAcme.approval,
      ofAcme.payout,
      ofAcme.holder,
    ])
      expect(`${text}${location}`).not.toContain(secret);
    expect(readRows()).toBe(before);
  });

  it.each(routes.filter(({ path }) => path.includes(':')).map(({ method, path }) => ({ method, path })))(
    'the own ids are found: $method $path',
    async ({ method, path }) => {
      if (path.startsWith('/wallets')) return;
      const fields = { ...form(), reason: '', step: '', sure: '', decision: '' };
      const request = method === 'POST' ? { method, account: 'acme', form: fields } : {};
      expect((await send(`/a/acme${fill(path)}`, request)).status).not.toBe(404);
    },
  );
});

test('the switch shows each merchant its own payment of the same order', async () => {
  expect((await send('/')).location).toBe('/office/a/acme');
  for (const [account, own, other] of [
    ['acme', acme, bravo],
    ['bravo', bravo, acme],
  ] as const) {
    for (const path of ['/orders/A1', '?q=A1', '/attention', '/payouts', '/approvals', '/export.csv']) {
      const { status, text } = await send(`/a/${account}${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain(other.reference);
      if (path === '/orders/A1') expect(text).toContain(own.reference);
    }
    const { text } = await send(`/a/${account}`);
    expect(text).toContain('href="/office/a/acme"');
    expect(text).toMatch(new RegExp(`href="/office/a/${account}"\\s+aria-current="true"`));
  }
});

test('a merchant that the clerk may not see, or that does not exist, is not found', async () => {
  const only = { accounts: () => [{ id: 'bravo', name: 'Bravo House' }] };
  const open = (path: string) => sendAs(market.checkout, clerk, { method: 'GET', path, options: only });
  for (const path of ['/a/acme', '/a/acme/orders/A1', '/a/susu', '/a/%2e%2e/a/acme'])
    expect((await open(path)).status).toBe(404);
  expect((await open('/a/bravo')).text).not.toContain('Acme House');
});

test('a form of one merchant is refused at another one', async () => {
  const path = `/a/bravo/payments/${bravo.reference}/sync`;
  expect((await send(path, { method: 'POST', account: 'acme', form: {} })).status).toBe(403);
  expect((await send(path, { method: 'POST', account: 'bravo', form: {} })).status).toBe(303);
});

test('a clerk erases an order of one merchant, and the same order of another one stays', async () => {
  const before = readRows();
  const erased = await send('/a/bravo/orders/A1/erase', { method: 'POST', account: 'bravo', form: {} });
  expect(erased.location).toBe('/office/a/bravo/orders/A1');
  expect((await send('/a/bravo/orders/A1')).text).toContain('Aina: Names, numbers, texts');
  expect(readRows()).toBe(before);
});

test('the pages of a merchant whose payments move no real money have a banner', async () => {
  expect((await send('/a/acme')).text).toContain('Test account. No real money moves.');
  expect((await send('/a/bravo')).text).not.toContain('Test account.');
});
