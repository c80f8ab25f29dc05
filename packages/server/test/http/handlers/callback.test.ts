import { createHmac } from 'node:crypto';
import { sign } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '../../../src/stores/memory.ts';
import type { Store } from '../../../src/model/ports/store.ts';
import {
  createCallbackPayload,
  sendCallback,
  sendCallbackBody,
  signCallback,
  type CallbackPayload,
} from '../../callbacks.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  orderTotal,
  waitForFulfillments,
  type Shop,
  type StartedPayment,
} from '../../shop.ts';
import { isNightly } from '../../../../../scripts/nightly.ts';

let shop: Shop;
let payment: StartedPayment;

beforeEach(async () => {
  shop = await openShop();
  payment = await shop.startPayment();
});

afterEach(() => shop.close());

/** Sends a callback with this body and signature. Returns the status and the code of the response. */
async function deliverBody(
  body: string,
  signature: string | undefined,
): Promise<{ status: number; code?: string }> {
  const response = await sendCallbackBody(shop, body, signature);
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, ...(code !== undefined && { code }) };
}

/** Sends a callback with this payload and a valid signature. */
const deliver = (payload: CallbackPayload) =>
  deliverBody(JSON.stringify(payload), signCallback(shop, payload));
/** The payload of a callback about a payment that the store does not have. */
const createUnknownPayload = () =>
  createCallbackPayload({ reference: 'A1-0123456789ABCDEF', transactionNumber: 'T-OTHER' });
const findState = async () => (await shop.checkout.payments.get(payment.reference))?.state;

it('a callback with a valid signature is acknowledged, and only the gateway’s record makes the payment paid', async () => {
  expect(await deliver(createCallbackPayload(payment))).toEqual({ status: 200 });
  // The gateway's record is still pending.
  await expect
    .poll(async () => (await shop.checkout.payments.get(payment.reference))?.gatewayStatus)
    .toBe(gatewayStatus.pending);
  expect(await findState()).toBe('open');
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  expect(await deliver(createCallbackPayload(payment))).toEqual({ status: 200 });
  await waitForFulfillments(shop, 1);
});

it('the signature of a callback is verified over its raw bytes, including spaces, 1.0 and escapes', async () => {
  const { reference, transactionNumber } = payment;
  const body = `{ "status": 1.0, "amount": ${orderTotal}, "currencyCode": "\\u004dYR", "referenceCode": "${reference}", "transactionNumber": "${transactionNumber}" }`;
  const url = `${shop.url}/pgw/callback`;
  // The gateway signs the URL and the body in lower case.
  const signature = createHmac('sha256', defaultTenant.secretKey)
    .update((url + body).toLowerCase())
    .digest('hex');
  expect(await deliverBody(body, signature)).toEqual({ status: 200 });
});

it.each(['.0', '.00', 'e0', '.000E+0', '0e-1'])(
  'a callback that is sent unsorted and signed sorted is accepted when its amount ends with %s',
  async (ending) => {
    const { reference, transactionNumber } = payment;
    const amount = `${orderTotal}${ending}`;
    const sorted = `{"amount":${amount},"currencyCode":"MYR","referenceCode":"${reference}","status":1,"transactionNumber":"${transactionNumber}"}`;
    const body = `{"status":1, ${sorted.slice(1).replace('"status":1,', '')}`;
    const signature = createHmac('sha256', defaultTenant.secretKey)
      .update(`${shop.url}/pgw/callback${sorted}`.toLowerCase())
      .digest('hex');
    expect(await deliverBody(body, signature)).toEqual({ status: 200 });
  },
);

it('a callback finds its payment when its reference has another letter case', async () => {
  const payload = createCallbackPayload({ ...payment, reference: payment.reference.toLowerCase() });
  expect(await deliver(payload)).toEqual({ status: 200 });
});

it('a callback is verified for the callback URL that was stored with its payment, and for no other URL', async () => {
  const callbackUrl = 'https://before.example/pgw/callback';
  const store = memoryStore();
  const insert: Store['insert'] = (kind, row) =>
    store.insert(kind, 'payment' in row ? { ...row, payment: { ...row.payment, callbackUrl } } : row);
  const shopAtNewUrl = await openShop({ store: { ...store, insert } });
  const started = await shopAtNewUrl.startPayment();
  const payload = createCallbackPayload(started);
  const deliverSignedFor = async (url: string): Promise<number> => {
    const signature = signCallback(shopAtNewUrl, payload, url);
    return (await sendCallbackBody(shopAtNewUrl, JSON.stringify(payload), signature)).status;
  };
  expect(await deliverSignedFor(callbackUrl)).toBe(200);
  expect(await deliverSignedFor(`${shopAtNewUrl.url}/pgw/callback`)).toBe(401);
  expect(await store.list('callbacks', started.reference)).toHaveLength(1);
  await shopAtNewUrl.close();
});

it.each<[string, (payload: CallbackPayload) => string | undefined]>([
  ['with no signature', () => undefined],
  ['with a signature that is not hex', () => 'nonsense'],
  ['signed with another key', (payload) => sign(`${shop.url}/pgw/callback`, payload, 'another-secret')],
  [
    'signed for another URL',
    (payload) => signCallback(shop, payload, 'https://attacker.example/pgw/callback'),
  ],
])('a callback %s is refused and changes nothing', async (_condition, createSignature) => {
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const payload = createCallbackPayload(payment);
  expect(await deliverBody(JSON.stringify(payload), createSignature(payload))).toEqual({
    status: 401,
    code: 'invalid-signature',
  });
  expect(await findState()).toBe('open');
  expect(shop.fulfilledReferences).toEqual([]);
  expect(shop.eventsNamed('callback-rejected')).toHaveLength(1);
});

const sentCount = isNightly ? 700 : 340;

it(`${sentCount} callbacks from 20 senders are all acknowledged and stored`, async () => {
  const payload = createCallbackPayload(payment);
  const senders = 20;
  let acknowledgedCount = 0;
  const sendCallbacks = async (): Promise<void> => {
    for (let n = 0; n < sentCount / senders; n += 1)
      if ((await deliver(payload)).status === 200) acknowledgedCount += 1;
  };
  await Promise.all(Array.from({ length: senders }, sendCallbacks));
  expect(acknowledgedCount).toBe(sentCount);
  const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
  expect(inspection?.callbacks).toHaveLength(sentCount);
});

it('a callback whose body was changed after signing is refused', async () => {
  const signature = signCallback(shop, createCallbackPayload(payment));
  const changedBody = JSON.stringify(createCallbackPayload(payment, { amount: 1 }));
  expect(await deliverBody(changedBody, signature)).toEqual({
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
  expect(await deliverBody(body, 'x')).toEqual({ status: 400, code: 'invalid-callback' });
});

it('a signed callback of an unknown payment is stored and reported, and receives 503 so that the gateway repeats it', async () => {
  const temporaryRefusal = { status: 503, code: 'callback-for-unknown-payment' };
  expect(await deliver(createUnknownPayload())).toEqual(temporaryRefusal);
  expect(await deliver(createUnknownPayload())).toEqual(temporaryRefusal);
  const [unknown, ...others] = await shop.checkout.operator.unknownTransactions.list();
  expect(others).toEqual([]);
  expect(unknown).toMatchObject({
    reference: 'A1-0123456789ABCDEF',
    transactionNumber: 'T-OTHER',
    orderPrefix: 'A1',
    source: 'callback',
    timesSeen: 2,
    rawBody: JSON.stringify(createUnknownPayload()),
  });
  expect(shop.events).toContainEqual(
    expect.objectContaining({
      level: 'error',
      event: 'callback-for-unknown-payment',
      reference: 'A1-0123456789ABCDEF',
      transactionNumber: 'T-OTHER',
      receivedAmount: orderTotal,
    }),
  );
  expect(await shop.checkout.operator.rejectedCallbacks.list()).toEqual([]);
});

it('a forged callback of an unknown payment is refused with unknown-payment and is not listed as an unknown transaction', async () => {
  await deliver(createUnknownPayload());
  const forged = createCallbackPayload({ reference: 'ANOTHER-PAYMENT', transactionNumber: 'T-FORGED' });
  for (let n = 0; n < 20; n += 1) {
    expect(await deliverBody(JSON.stringify(forged), 'a'.repeat(64))).toEqual({
      status: 404,
      code: 'unknown-payment',
    });
  }
  const unknown = await shop.checkout.operator.unknownTransactions.list();
  expect(unknown.map(({ transactionNumber }) => transactionNumber)).toEqual(['T-OTHER']);
  const rejected = await shop.checkout.operator.rejectedCallbacks.list();
  expect(rejected).toHaveLength(20);
  expect(shop.eventsNamed('callback-for-unknown-payment')).toHaveLength(1);
});

it('a callback of a dismissed transaction is acknowledged, so that the gateway does not repeat it', async () => {
  await deliver(createUnknownPayload());
  // Transaction numbers are compared without letter case.
  await shop.checkout.operator.unknownTransactions.dismiss('t-other', {
    reason: 'A payment of the old shop.',
  });
  expect(await deliver(createUnknownPayload())).toEqual({ status: 200 });
  expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  await expect(
    shop.checkout.operator.unknownTransactions.dismiss('T-OTHER', { reason: 'Again.' }),
  ).rejects.toThrow('no open unknown');
});

it('a callback that the store cannot write is not acknowledged', async () => {
  await shop.close();
  const store = memoryStore();
  shop = await openShop({ store });
  payment = await shop.startPayment();
  vi.spyOn(store, 'receiveCallback').mockRejectedValueOnce(new Error('The disk is full.'));
  expect((await deliver(createCallbackPayload(payment))).status).toBe(500);
  expect(await deliver(createCallbackPayload(payment))).toEqual({ status: 200 });
});

it('while the store is closed a callback receives 503 with Retry-After', async () => {
  // This closes the store. The shop's server still receives requests.
  await shop.checkout.close();
  const response = await sendCallback(shop, createCallbackPayload(payment));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ code: 'store-unavailable' });
});

it.each([
  ['amount', { amount: 1 }],
  ['currency', { currencyCode: 'SGD' }],
  ['reference', { referenceCode: 'ANOTHER-ORDER' }],
])(
  'a gateway record with another %s puts the payment in review, and it is never fulfilled',
  async (_field, difference) => {
    const client = createTestClient(shop.sandbox.url);
    const queryPayment: typeof client.queryPayment = async (input) => ({
      ...(await client.queryPayment(input)),
      ...difference,
    });
    let now = Date.now();
    const shopWithDifference = await openShop({ gateway: { ...client, queryPayment }, now: () => now });
    const { reference, transactionNumber } = await shopWithDifference.startPayment();
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    await shopWithDifference.checkout.payments.sync(reference);
    // An amount that differs is queried for five minutes before the review.
    now += 300_000;
    expect(await shopWithDifference.checkout.payments.sync(reference)).toMatchObject({
      state: 'review',
      fulfillment: { state: 'none' },
    });
    expect(shopWithDifference.eventsNamed('payment-in-review')).toHaveLength(1);
    expect(shopWithDifference.fulfilledReferences).toEqual([]);
    await shopWithDifference.close();
    await client.close();
  },
);

it.each<[string, CallbackPayload]>([
  ['a channel as text', { channelId: '7' }],
  ['a channel that is no number', { channelId: 'seven' }],
  ['a status as text', { status: '1' }],
  ['a status that is no number', { status: 'paid' }],
  ['an amount as text', { amount: '12.00' }],
  ['an amount that is missing', { amount: null }],
  ['a currency that is padded', { currencyCode: 'MYR ' }],
  ['a currency that is a number', { currencyCode: 458 }],
  ['a transaction number that is a number', { transactionNumber: 7 }],
  [
    'objects in all fields but the reference',
    { amount: {}, status: {}, channelId: {}, transactionNumber: {} },
  ],
])('a signed callback with %s causes the query that pays the order', async (_title, fields) => {
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  expect(await deliver(createCallbackPayload(payment, fields))).toEqual({ status: 200 });
  await waitForFulfillments(shop, 1);
  expect(shop.eventsNamed('callback-rejected')).toEqual([]);
});

it.each<[string, (body: string) => string | undefined, RegExp, RegExp]>([
  [
    'a valid signature',
    (body) => signCallback(shop, JSON.parse(body) as CallbackPayload),
    /referenceCode.* The signature is valid\./,
    /secret/,
  ],
  ['a wrong signature', () => '0'.repeat(64), /referenceCode/, /signature is valid|secret/],
])(
  'the event of a callback without a readable reference and with %s names the field',
  async (_title, createSignature, text, not) => {
    const body = JSON.stringify(createCallbackPayload(payment, { referenceCode: 7 }));
    expect(await deliverBody(body, createSignature(body))).toEqual({ status: 400, code: 'invalid-callback' });
    const [event] = shop.eventsNamed('callback-rejected');
    expect(event).toMatchObject({ verdict: 'invalid-callback', message: expect.stringMatching(text) });
    expect(event?.message).not.toMatch(not);
  },
);

it('the event of a wrong signature names the secret key and the URL, also if a field cannot be read', async () => {
  const body = JSON.stringify(createCallbackPayload(payment, { status: 'paid' }));
  expect(await deliverBody(body, '0'.repeat(64))).toEqual({ status: 401, code: 'invalid-signature' });
  expect(shop.eventsNamed('callback-rejected')[0]?.message).toContain('check the secret key');
});
