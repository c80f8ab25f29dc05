import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storefrontRoutes } from '@pgw/protocol/internal';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Operator } from '../../src/operator/index.ts';
import { toSnakeCase } from '../../src/stores/sql/columns.ts';
import { tables } from '../../src/stores/sql/schema.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { createStartRequest, orderTotal, type StartedPayment } from '../shop.ts';
import { createSecret, openMarket, type Market } from './market.ts';

// Each case uses the ids of acme as bravo. Both have the same orders.
const folder = mkdtempSync(join(tmpdir(), 'pgw-crossings-'));
const file = join(folder, 'payments.db');
const cookies: string[] = [];
let market: Market;
let open: StartedPayment;
let paid: StartedPayment;
let token = '';

beforeAll(async () => {
  market = await openMarket({
    store: embeddedStore({ file }),
    payouts: { merchantId: 1002 },
  });
  const start = await market.start('acme', { order: 'A1' });
  cookies.push(...start.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''));
  open = { ...(await start.json()).payment };
  paid = await market.startPayment('acme', { order: 'A2' });
  market.sandbox.decide(paid.transactionNumber, 'approve', { callback: 'never' });
  await market.sendCallback(paid, { signedBy: 'acme', path: '/pgw/callback/acme' });
  await vi.waitFor(() => expect(market.paid).toHaveLength(1), 10_000);
  const { operator } = market.checkout;
  await operator.refunds.create('refund-of-acme', {
    account: 'acme',
    reference: paid.reference,
    amount: 100,
    reason: 'Broken',
  });
  await operator.approvals.request('approval-of-acme', {
    account: 'acme',
    refund: { reference: paid.reference, amount: 100, reason: 'Broken' },
    by: { id: '7', name: 'Aina' },
  });
  const request = await market.fetch('acme', `/pgw/payments/${open.reference}`, {
    headers: { cookie: cookies.join('; ') },
  });
  expect(request.status).toBe(200);
  [token = ''] = cookies.flatMap((cookie) => cookie.split('=')[1] ?? []);
  await market.start('bravo', { order: 'A3' });
});
afterAll(async () => {
  await market.close();
  rmSync(folder, { recursive: true });
});

/** The rows of acme, except its rejected callbacks, which anyone can send. */
function readRows(): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = Object.entries(tables)
    .filter(([name, { hasAccount }]) => hasAccount && name !== 'pgwRejectedCallbacks')
    .map(([name]) => [
      name,
      database.prepare(`select * from ${toSnakeCase(name)} where account = 1 order by 1, 2, 3`).all(),
    ]);
  database.close();
  return rows;
}

const asBravo = (path: string, init: RequestInit = {}): Promise<Response> =>
  market.fetch('bravo', `/pgw${path}`, { ...init, headers: { cookie: cookies.join('; '), ...init.headers } });
const post = (path: string, body: object): Promise<Response> =>
  asBravo(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const postForm = (path: string, fields: Record<string, string>): Promise<Response> =>
  asBravo(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: market.url } });
const returned = (): string => `ReferenceCode=${open.reference}&TransactionNumber=${open.transactionNumber}`;
const shared = { request: (): Promise<Response> => asBravo('/manifest.json'), status: 200 };

/** A request with ids of acme for each route, and the status of the response. */
const requests: Readonly<
  Record<
    keyof typeof storefrontRoutes,
    { readonly request: () => Promise<Response>; readonly status: number }
  >
> = {
  receiveCallback: {
    request: () => market.sendCallback(open, { signedBy: 'bravo', path: '/pgw/callback' }),
    status: 401,
  },
  receiveCallbackOfAccount: {
    request: () => market.sendCallback(open, { signedBy: 'acme', path: '/pgw/callback/bravo' }),
    status: 404,
  },
  getHealth: { request: () => asBravo('/health'), status: 200 },
  getScript: shared,
  getModule: shared,
  getManifest: shared,
  getLazyModule: shared,
  getSession: { request: () => asBravo('/session?order=A1'), status: 200 },
  getBanks: { request: () => asBravo('/channels/2/banks?order=A1'), status: 200 },
  startPayment: { request: () => post('/payments', createStartRequest({ order: 'A2' })), status: 201 },
  startPaymentByForm: {
    request: () =>
      postForm('/start', {
        order: 'A2',
        channel: '5',
        shownAmount: String(orderTotal),
        shownCurrencyCode: 'MYR',
      }),
    status: 303,
  },
  getPayment: { request: () => asBravo(`/payments/${open.reference}`), status: 404 },
  runRedirectScript: { request: () => asBravo(`/payments/${open.reference}/redirect`), status: 404 },
  reportBlockedScript: {
    request: () =>
      asBravo(`/payments/${open.reference}/redirect`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: '{"csp-report":{"effective-directive":"script-src","blocked-uri":"eval"}}',
      }),
    status: 404,
  },
  getQrCode: { request: () => asBravo(`/payments/${open.reference}/qr`), status: 404 },
  openOnPhone: { request: () => asBravo(`/payments/${open.reference}/phone/${token}`), status: 404 },
  payByCard: { request: () => post(`/payments/${open.reference}/card`, {}), status: 404 },
  returnBrowser: { request: () => asBravo(`/return/${token}?${returned()}`), status: 404 },
  returnBrowserWithoutToken: { request: () => asBravo(`/return?${returned()}`), status: 404 },
  returnForm: { request: () => postForm(`/return/${token}`, { ReferenceCode: open.reference }), status: 303 },
  returnFormWithoutToken: {
    request: () => postForm('/return', { ReferenceCode: open.reference }),
    status: 303,
  },
};

it.each(Object.entries(requests))(
  'the route %s shows and changes nothing of another account',
  async (_name, { request, status }) => {
    const before = readRows();
    const response = await request();
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([status, expect.any(String)]);
    for (const secret of [
      open.reference,
      paid.reference,
      open.transactionNumber,
      createSecret('acme'),
      '"acme"',
    ])
      if (status !== 303) expect(text).not.toContain(secret);
    expect(readRows()).toEqual(before);
  },
);

it('the table has each route', () => {
  expect(Object.keys(requests).toSorted()).toEqual(Object.keys(storefrontRoutes).toSorted());
});

const account = { account: 'bravo' } as const;
const reason = 'A crossing';
const by = { id: '8', name: 'Ben' };
const payout = () => ({
  ...account,
  amount: 100,
  currencyCode: 'MYR',
  beneficiary: { method: 'bank', number: '1', name: 'Ann', bankCode: 'B' } as const,
  ipAddress: '::1',
  returnUrl: 'https://shop.example',
});

/** A call with ids of acme for each method, and its result: a value, or `refused`. */
const calls: {
  readonly [Group in Exclude<keyof Operator, 'accounts' | 'history' | 'as' | 'erase'>]: {
    readonly [Name in keyof Operator[Group]]: readonly [
      call: (operator: Operator) => unknown,
      result: unknown,
    ];
  };
} = {
  payments: {
    inspect: [(operator) => operator.payments.inspect(paid.reference, account), undefined],
    reconcile: [
      async (operator) => (await operator.payments.reconcile({ ...account, since: 0 })).changed,
      [],
    ],
  },
  hooks: {
    requeue: [(operator) => operator.hooks.requeue(paid.reference, account), 'refused'],
    skip: [(operator) => operator.hooks.skip(paid.reference, { ...account, reason }), 'refused'],
  },
  reviews: {
    resolve: [
      (operator) => operator.reviews.resolve(open.reference, { ...account, outcome: 'paid', reason }),
      'refused',
    ],
  },
  starts: {
    resolve: [(operator) => operator.starts.resolve(open.reference, { ...account, reason }), 'refused'],
  },
  refunds: {
    create: [
      (operator) =>
        operator.refunds.create('refund-of-acme', { ...account, reference: paid.reference, reason }),
      'refused',
    ],
    resolve: [
      (operator) => operator.refunds.resolve('refund-of-acme', { ...account, outcome: 'done', reason }),
      'refused',
    ],
  },
  captures: {
    create: [
      (operator) => operator.captures.create('capture-0001', { ...account, reference: open.reference }),
      'refused',
    ],
    resolve: [
      (operator) => operator.captures.resolve('refund-of-acme', { ...account, outcome: 'done', reason }),
      'refused',
    ],
  },
  payouts: {
    banks: [async (operator) => typeof (await operator.payouts.banks(account)), 'object'],
    create: [async (operator) => (await operator.payouts.create('payout-00001', payout())).kind, 'payout'],
    get: [(operator) => operator.payouts.get('refund-of-acme', account), undefined],
    list: [
      async (operator) =>
        (await operator.payouts.list(account)).map(({ id }) => id).filter((id) => id !== 'payout-00001'),
      [],
    ],
    resolve: [
      (operator) => operator.payouts.resolve('refund-of-acme', { ...account, outcome: 'done', reason }),
      'refused',
    ],
    reveal: [(operator) => operator.payouts.reveal('refund-of-acme', { ...account, reason }), 'refused'],
    sync: [(operator) => operator.payouts.sync('refund-of-acme', account), 'refused'],
    timeline: [(operator) => operator.payouts.timeline('refund-of-acme', account), []],
    validate: [(operator) => operator.payouts.validate(payout()), undefined],
  },
  approvals: {
    request: [
      (operator) =>
        operator.approvals.request('approval-of-bravo', {
          ...account,
          refund: { reference: paid.reference, amount: 100, reason },
          by,
        }),
      'refused',
    ],
    approve: [(operator) => operator.approvals.approve('approval-of-acme', { ...account, by }), 'refused'],
    reject: [
      (operator) => operator.approvals.reject('approval-of-acme', { ...account, by, reason }),
      'refused',
    ],
    get: [(operator) => operator.approvals.get('approval-of-acme', account), undefined],
    list: [(operator) => operator.approvals.list(account), []],
  },
  secrets: {
    derive: [
      async (operator) =>
        (await operator.secrets.derive('x', account)) ===
        (await operator.secrets.derive('x', { account: 'acme' })),
      false,
    ],
  },
  discrepancies: {
    accept: [
      (operator) => operator.discrepancies.accept(paid.reference, { ...account, code: 'refund-sum', reason }),
      'refused',
    ],
    list: [(operator) => operator.discrepancies.list({ ...account, reference: paid.reference }), []],
  },
  unknownTransactions: {
    list: [(operator) => operator.unknownTransactions.list(account), []],
    adopt: [
      (operator) => operator.unknownTransactions.adopt(paid.transactionNumber, { ...account, orderId: 'A2' }),
      'refused',
    ],
    dismiss: [
      (operator) => operator.unknownTransactions.dismiss(paid.transactionNumber, { ...account, reason }),
      'refused',
    ],
  },
  rejectedCallbacks: {
    list: [
      async (operator) => {
        const rejected = await operator.rejectedCallbacks.list(account);
        return rejected.filter(({ rawBody }) => rawBody.includes(paid.reference));
      },
      [],
    ],
  },
  records: {
    compare: [
      async (operator) => {
        // The settlement file of acme has nothing in common with the payments of bravo.
        const types: string[] = [];
        const record = {
          kind: 'payment',
          reference: paid.reference,
          transactionNumber: paid.transactionNumber,
          amount: orderTotal,
          currencyCode: 'MYR',
          status: 1,
        };
        const compared = operator.records.compare({
          ...account,
          records: [record as never],
          from: Date.now() - 60_000,
          to: Date.now() - 50_000,
        });
        for await (const { type } of compared) types.push(type);
        return types;
      },
      ['unknown'],
    ],
    export: [
      async (operator) => {
        const references: string[] = [];
        const period = { from: Date.now() - 86_400_000, to: Date.now() + 86_400_000 };
        for await (const { reference } of operator.records.export({ ...account, ...period }))
          references.push(reference);
        return references.filter((reference) => reference === paid.reference);
      },
      [],
    ],
    exportCsv: [
      async (operator) => {
        const lines: string[] = [];
        for await (const line of operator.records.exportCsv({ ...account, from: 0, to: Date.now() + 1_000 }))
          lines.push(line);
        return lines.filter((line) => line.includes(paid.reference));
      },
      [],
    ],
  },
  audits: { run: [async (operator) => (await operator.audits.run(account)).findings, []] },
};

const eraseCall = (operator: Operator): Promise<unknown> => operator.erase({ ...account, order: 'A2' });
const callsOfGroups = Object.entries(calls).flatMap(([group, methods]) =>
  Object.entries(methods as Record<string, readonly [(operator: Operator) => unknown, unknown]>).map(
    ([name, call]) => [`${group}.${name}`, ...call] as const,
  ),
);
const listedCalls = [...callsOfGroups, ['erase', eraseCall, 'refused'] as const];

it.each(listedCalls)(
  'operator.%s reads and changes nothing of another account',
  async (_name, call, result) => {
    const before = readRows();
    const ended = await Promise.resolve(market.checkout.operator)
      .then(call)
      .catch(() => 'refused');
    expect(ended).toEqual(result);
    expect(readRows()).toEqual(before);
  },
);

it('the table has each method of the operator that is about an account', () => {
  const { accounts: _accounts, history: _history, ...groups } = market.checkout.operator;
  const names = Object.entries(groups).flatMap(([group, methods]) =>
    Object.keys(methods).map((name) => `${group}.${name}`),
  );
  expect(listedCalls.map(([name]) => name).toSorted()).toEqual([...names, 'erase'].toSorted());
});

it('payments, saved cards, the purge and the sweep of one account leave the other alone', async () => {
  const { payments, savedCards } = market.checkout;
  const before = readRows();
  expect(await payments.get(paid.reference, account)).toBeUndefined();
  expect(await payments.sync(paid.reference, account)).toBeUndefined();
  expect(
    (await payments.list(account)).every(
      ({ reference }) => ![open, paid].some((of) => of.reference === reference),
    ),
  ).toBe(true);
  expect(await savedCards.list('customer', account)).toEqual([]);
  expect(await savedCards.delete('customer', 'card', account)).toBe(false);
  expect(readRows()).toEqual(before);
});
