import { sign, type JsonValue, type StartResponse, type StorefrontPayment } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shareConcurrentRuns } from '../../src/payments/shared-runs.ts';
import type { Payment } from '../../src/index.ts';
import { QueryBudget } from '../../src/payments/query-budget.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import type { Store } from '../../src/payments/store.ts';
import { waitForFulfilments, openShop, type Shop } from '../shop.ts';

let shop: Shop;
let payment: StorefrontPayment;

beforeEach(async () => {
  shop = await openShop();
  ({ payment } = (await (await shop.start()).json()) as StartResponse);
});

afterEach(() => shop.close());

function callbackPayload(fields: Record<string, JsonValue> = {}): Record<string, JsonValue> {
  return {
    amount: 12_890,
    channelId: 5,
    currencyCode: 'MYR',
    referenceCode: payment.reference,
    status: 1,
    transactionNumber: payment.transactionNumber,
    ...fields,
  };
}

async function deliver(
  body: string,
  signature: string | undefined,
): Promise<{ status: number; code?: string }> {
  const response = await shop.fetch('/pgw/callback', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'cap-signature': signature }),
    },
    body,
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, ...(code !== undefined && { code }) };
}

const signPayload = (data: JsonValue, url = `${shop.url}/pgw/callback`) =>
  sign(url, data, defaultTenant.secretKey);
const stateOf = async () => (await shop.checkout.payments.find(payment.reference))?.state;

it('a callback with a valid signature is acknowledged, and only the gateway’s record makes the payment paid', async () => {
  expect(await deliver(JSON.stringify(callbackPayload()), signPayload(callbackPayload()))).toEqual({
    status: 200,
  });
  // The gateway's record is still pending.
  await expect
    .poll(async () => (await shop.checkout.payments.find(payment.reference))?.gatewayStatus)
    .toBe(0);
  expect(await stateOf()).toBe('open');
  shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
  expect(await deliver(JSON.stringify(callbackPayload()), signPayload(callbackPayload()))).toEqual({
    status: 200,
  });
  await waitForFulfilments(shop, 1);
});

it('the signature of a callback is verified over its raw bytes, including spaces, 1.0 and escapes', async () => {
  const { reference, transactionNumber } = payment;
  const body = `{ "status": 1.0, "amount": 12890, "currencyCode": "\\u004dYR", "referenceCode": "${reference}", "transactionNumber": "${transactionNumber}" }`;
  const { createHmac } = await import('node:crypto');
  const url = `${shop.url}/pgw/callback`;
  const signature = createHmac('sha256', defaultTenant.secretKey)
    .update((url + body).toLowerCase())
    .digest('hex');
  expect(await deliver(body, signature)).toEqual({ status: 200 });
});

it('a callback finds its payment when its reference has another letter case', async () => {
  const lowerCasePayload = callbackPayload({ referenceCode: payment.reference.toLowerCase() });
  expect(await deliver(JSON.stringify(lowerCasePayload), signPayload(lowerCasePayload))).toEqual({
    status: 200,
  });
});

it('a callback is verified for the callback URL that was stored with its payment, and for no other URL', async () => {
  const callbackUrl = 'https://before.example/pgw/callback';
  const store = memoryStore();
  const insertPayment: Store['insertPayment'] = (started, note) =>
    store.insertPayment({ ...started, callbackUrl }, note);
  const shopAtNewUrl = await openShop({ store: { ...store, insertPayment } });
  const started = (await (await shopAtNewUrl.start()).json()) as StartResponse;
  const { reference: referenceCode, transactionNumber } = started.payment;
  const data = callbackPayload({ referenceCode, transactionNumber });
  const deliverSignedFor = async (url: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'cap-signature': signPayload(data, url) };
    const body = JSON.stringify(data);
    return (await shopAtNewUrl.fetch('/pgw/callback', { method: 'POST', headers, body })).status;
  };
  expect(await deliverSignedFor(callbackUrl)).toBe(200);
  expect(await deliverSignedFor(`${shopAtNewUrl.url}/pgw/callback`)).toBe(401);
  expect(await store.listCallbacks(referenceCode)).toHaveLength(1);
  await shopAtNewUrl.close();
});

it.each([
  ['with no signature', undefined],
  ['with a signature that is not hex', 'nonsense'],
  ['signed with another key', 'other-key'],
  ['signed for another URL', 'other-url'],
])('a callback %s is refused and changes nothing', async (_condition, kind) => {
  shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
  const signature =
    kind === 'other-key'
      ? sign(`${shop.url}/pgw/callback`, callbackPayload(), 'another-secret')
      : kind === 'other-url'
        ? signPayload(callbackPayload(), 'https://attacker.example/pgw/callback')
        : kind;
  expect(await deliver(JSON.stringify(callbackPayload()), signature)).toEqual({
    status: 401,
    code: 'invalid-signature',
  });
  expect(await stateOf()).toBe('open');
  expect(shop.fulfilledReferences).toEqual([]);
  expect(shop.events.map(({ event }) => event)).toContain('callback-rejected');
});

it('every one of 700 callbacks that is acknowledged is stored', async () => {
  const body = JSON.stringify(callbackPayload());
  const signature = signPayload(callbackPayload());
  let acknowledgedCount = 0;
  const sendCallbacks = async (): Promise<void> => {
    for (let n = 0; n < 35; n += 1)
      if ((await deliver(body, signature)).status === 200) acknowledgedCount += 1;
  };
  await Promise.all(Array.from({ length: 20 }, sendCallbacks));
  expect(acknowledgedCount).toBe(700);
  const inspection = await shop.checkout.operator.inspect(payment.reference);
  expect(inspection?.callbacks).toHaveLength(700);
});

it('a callback whose body was changed after signing is refused', async () => {
  const signature = signPayload(callbackPayload());
  expect(await deliver(JSON.stringify(callbackPayload({ amount: 1 })), signature)).toEqual({
    status: 401,
    code: 'invalid-signature',
  });
});

it.each([
  ['is not JSON', 'hello'],
  ['is empty', ''],
  ['lacks its status', '{"amount":1,"currencyCode":"MYR","referenceCode":"r","transactionNumber":"t"}'],
  ['is a list', '[]'],
])('a callback body that %s is refused with invalid-callback', async (_condition, body) => {
  expect(await deliver(body, 'x')).toEqual({ status: 400, code: 'invalid-callback' });
});

it('a signed callback of an unknown payment is stored and reported, and receives 503 so that the gateway repeats it', async () => {
  const other = callbackPayload({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
  const temporaryRefusal = { status: 503, code: 'callback-for-unknown-payment' };
  expect(await deliver(JSON.stringify(other), signPayload(other))).toEqual(temporaryRefusal);
  expect(await deliver(JSON.stringify(other), signPayload(other))).toEqual(temporaryRefusal);
  const [unknown, ...others] = await shop.checkout.operator.unknownTransactions();
  expect(others).toEqual([]);
  expect(unknown).toMatchObject({
    reference: 'A1-0123456789ABCDEF',
    transactionNumber: 'T-OTHER',
    orderPrefix: 'A1',
    source: 'callback',
    timesSeen: 2,
    rawBody: JSON.stringify(other),
  });
  expect(shop.events).toContainEqual(
    expect.objectContaining({
      level: 'error',
      event: 'callback-for-unknown-payment',
      ids: { reference: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' },
    }),
  );
  expect(await shop.checkout.operator.rejectedCallbacks()).toEqual([]);
});

it('a forged callback of an unknown payment is refused with unknown-payment and replaces no signed callback', async () => {
  const other = callbackPayload({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
  await deliver(JSON.stringify(other), signPayload(other));
  const forged = callbackPayload({ referenceCode: 'ANOTHER-PAYMENT', transactionNumber: 'T-FORGED' });
  for (let n = 0; n < 20; n += 1) {
    expect(await deliver(JSON.stringify(forged), 'a'.repeat(64))).toEqual({
      status: 404,
      code: 'unknown-payment',
    });
  }
  const unknown = await shop.checkout.operator.unknownTransactions();
  expect(unknown.map(({ transactionNumber }) => transactionNumber)).toEqual(['T-OTHER']);
  const rejected = await shop.checkout.operator.rejectedCallbacks();
  expect(rejected).toHaveLength(20);
  expect(shop.events.filter(({ event }) => event === 'callback-for-unknown-payment')).toHaveLength(1);
});

it('a callback of a dismissed transaction is acknowledged, so that the gateway does not repeat it', async () => {
  const other = callbackPayload({ referenceCode: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
  await deliver(JSON.stringify(other), signPayload(other));
  await shop.checkout.operator.dismiss('t-other', 'A payment of the old shop.');
  expect(await deliver(JSON.stringify(other), signPayload(other))).toEqual({ status: 200 });
  expect(await shop.checkout.operator.unknownTransactions()).toEqual([]);
  await expect(shop.checkout.operator.dismiss('T-OTHER', 'Again.')).rejects.toThrow('no open unknown');
});

it.each([
  ['amount', { amount: 1 }],
  ['currency', { currencyCode: 'SGD' }],
  ['reference', { referenceCode: 'ANOTHER-ORDER' }],
])(
  'a gateway record with another %s puts the payment in review, and it is never fulfilled',
  async (_field, difference) => {
    const { createServer } = await import('node:http');
    const { closeServer, listen } = await import('../shop.ts');
    // This gateway returns a record with the difference.
    const record = {
      transactionNumber: payment.transactionNumber,
      referenceCode: payment.reference,
      status: 1,
      currencyCode: 'MYR',
      amount: 12_890,
      ...difference,
    };
    const differingGateway = createServer((req, res) => {
      const body = req.url?.includes('TokenAuth')
        ? { result: { accessToken: 't', expireInSeconds: 86_400 } }
        : record;
      res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    const { createTestClient } = await import('../shop.ts');
    const { settle } = await import('../../src/payments/settle.ts');
    const { UnconfirmedClaims } = await import('../../src/payments/unconfirmed-claims.ts');
    const gateway = createTestClient(await listen(differingGateway));
    const store = memoryStore();
    await store.open();
    const stored = (await shop.checkout.payments.find(payment.reference))!;
    await store.insertPayment(stored, {
      reference: stored.reference,
      at: 0,
      source: 'start',
      text: 'Stored.',
    });
    const events: string[] = [];
    const engine = {
      gateway,
      store,
      now: Date.now,
      random: () => 0,
      callbackUrl: stored.callbackUrl,
      orderOfPayment: undefined,
      limits: {
        fulfilAttempts: 3,
        queriesPerSecond: 10,
        visitorQueriesPerSecond: 50,
        rejectedCallbacks: 10,
        fulfilTimeoutMs: 60_000,
        fulfilSlowMs: 10_000,
      },
      emit: ({ event }: { event: string }) => events.push(event),
      visitorQueries: new QueryBudget(50, Date.now),
      sharedSettlements: shareConcurrentRuns<Payment>(),
      unconfirmedClaims: new UnconfirmedClaims(),
      redirectOrigins: [],
      onPaid: () => expect.fail('The payment was fulfilled.'),
      onSecondPayment: () => undefined,
      onRecord: () => Promise.resolve(),
    };
    const settled = await settle(engine, stored, { source: 'callback' });
    expect([settled.state, settled.fulfilment.state]).toEqual(['review', 'none']);
    expect(events).toEqual(['payment-in-review']);
    await gateway.close();
    await closeServer(differingGateway);
    await store.close();
  },
);
