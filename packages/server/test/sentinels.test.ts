import { fetchTransport, type Transport } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardChannelId, createTestCard, openCardShop } from './card-shop.ts';
import { payoutOptions, stagingPayouts } from './payout-request.ts';
import { sealCard } from './seal-card.ts';
import {
  createTestClient,
  openShop,
  orderTotal,
  waitForFulfillments,
  type Shop,
  type ShopOptions,
} from './shop.ts';

type Fields = Readonly<Record<string, unknown>>;

let sandbox: Sandbox;
let shop: Shop;
beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

/** Creates a transport that replaces fields of the results of matching paths, with or without an envelope. */
function createChangingTransport(path: RegExp, fields: Fields): Transport {
  return fetchTransport(async (url, init) => {
    const response = await fetch(url, init);
    if (!path.test(new URL(url).pathname) || !response.ok) return response;
    const body = (await response.json()) as Fields & { readonly result?: Fields };
    const changed =
      body.result === undefined ? { ...body, ...fields } : { ...body, result: { ...body.result, ...fields } };
    return Response.json(changed);
  });
}

async function openTestShop(path: RegExp, fields: Fields, options: ShopOptions = {}): Promise<void> {
  const transport = createChangingTransport(path, fields);
  shop = await openShop({ gateway: createTestClient(sandbox.url, { transport }), ...options });
}

it.each([
  ['0001-01-01T00:00:00'],
  ['0001-01-01T00:00:00Z'],
  ['1900-01-01T00:00:00'],
  ['1970-01-01T00:00:00Z'],
  ['0000-00-00 00:00:00'],
  ['01/01/0001 00:00:00'],
  ['01-Jan-0001 00:00:00'],
  ['1/1/01 00:00:00'],
  ['01-JAN-01'],
  ['Jan  1 1900 12:00AM'],
  ['Thu Jan 01 00:00:00 UTC 1970'],
  ['12:00:00 AM 1/1/0001'],
  ['+000001-01-01T00:00:00Z'],
  ['00'],
  ['900'],
  ['01/02/01'],
  ['tomorrow'],
  [''],
  [0],
  [-1],
  [false],
  [1_000],
])(
  'a payment with the deadline %j has no deadline, and a second start reuses it',
  async (transactionExpired) => {
    await openTestShop(/RequestPayment$/, { transactionExpired, clientScript: '', channelId: 0 });
    const payment = await shop.startPayment();
    expect(payment.expiresAt).toBeNull();
    const second = await shop.startPayment();
    expect(second.reference).toBe(payment.reference);
    expect(sandbox.listPayments()).toHaveLength(1);
    sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    expect((await shop.checkout.payments.sync(payment.reference))?.state).toBe('paid');
  },
);

it.each([
  { channelId: '', creationTime: 0, providerTransactionNumber: 0, paymentSessionNumber: 0 },
  { channelId: '0', creationTime: false, providerChannelId: 0, remark: 0 },
  { paidAmount: '', redemptionPoint: '', loyaltyType: '', loyaltyRewardStatus: '0', rewardPoint: false },
])(
  'a record with default values of another JSON type is valid, and the payment is paid: %j',
  async (fields) => {
    await openTestShop(/\/Query$/, fields);
    const payment = await shop.startPayment();
    sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    expect((await shop.checkout.payments.sync(payment.reference))?.state).toBe('paid');
  },
);

it.each([
  ['amount', 0],
  ['currencyCode', ''],
  ['currencyCode', 'XXX'],
  ['referenceCode', ''],
  ['referenceCode', '0'],
])('a record whose %s is %j differs, and the payment is never paid', async (name, value) => {
  let now = Date.now();
  await openTestShop(/\/Query$/, { [name]: value }, { now: () => now });
  const payment = await shop.startPayment();
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  // An amount that differs is queried for five minutes before the review.
  now += 300_000;
  expect((await shop.checkout.payments.sync(payment.reference))?.state).toBe('review');
  expect(shop.fulfilledReferences).toEqual([]);
});

it.each([['0'], [' '], ['00000000-0000-0000-0000-000000000000']])(
  'after a start whose response has the transaction number %j, the outcome is unknown until the callback',
  async (transactionNumber) => {
    await openTestShop(/RequestPayment$/, { transactionNumber });
    const response = await shop.start();
    const { code, reference } = (await response.json()) as { code: string; reference: string };
    expect({ status: response.status, code }).toEqual({ status: 504, code: 'outcome-unknown' });
    const [payment] = sandbox.listPayments();
    sandbox.decide(payment?.transactionNumber ?? '', 'approve');
    await waitForFulfillments(shop, 1);
    expect(shop.fulfilledReferences).toEqual([reference]);
  },
);

it.each([['01-Jan-0001 00:00:00'], ['1/1/01 12:00:00 AM'], ['0001-01-01T00:00:00']])(
  'a record whose creation time is %j is adopted with the current time',
  async (creationTime) => {
    // Another shop has started the payment, and its store is lost.
    const lostShop = await openShop({ gateway: createTestClient(sandbox.url) });
    const { transactionNumber } = await lostShop.startPayment();
    await lostShop.close();
    const sentinels = { channelId: 0, remark: '', providerTransactionNumber: '0' };
    await openTestShop(/\/Query$/, { creationTime, ...sentinels });
    const now = Date.now();
    const payment = await shop.checkout.operator.unknownTransactions.adopt(transactionNumber, {
      orderId: 'A1',
    });
    expect(payment.createdAt).toBeGreaterThanOrEqual(now);
  },
);

it('a refund whose optional fields are not set is done, and its amount is compared', async () => {
  const sentinels = {
    tenantId: 0,
    refundTransactionNumber: '0',
    paymentSessionNumber: '',
    referenceCode: '',
    responseMessage: ' ',
  };
  await openTestShop(/Refund(Payment)?$/, sentinels);
  const { reference, transactionNumber } = await shop.startPayment();
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  const refund = await shop.checkout.operator.refunds.create('refund-1', {
    reference,
    reason: 'Chipped mug',
  });
  expect(refund).toMatchObject({ state: 'done', amount: orderTotal });
  expect(sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('a payout whose optional fields are not set is processing, and has no receipt', async () => {
  const sentinels = { channelId: 0, redirectionType: 0, redirectUrl: '' };
  await openTestShop(/RequestPayment$/, sentinels, {
    payouts: stagingPayouts,
  });
  await shop.checkout.ready;
  const payout = await shop.checkout.operator.payouts.create('payout-1', payoutOptions);
  expect(payout).toMatchObject({ state: 'processing', receiptUrl: null });
});

it.each([
  ['approved', 'paid'],
  ['declined', 'failed'],
] as const)(
  'a card whose response has only default values in optional fields and is %s makes the payment %s',
  async (outcome, state) => {
    const transport = createChangingTransport(/ProcessPayment$/, {
      partialTransactionNumber: '',
      redirectionType: 0,
      redirectUrl: '',
      clientScript: ' ',
      paymentToken: ' ',
    });
    const gateway = createTestClient(sandbox.url, { transport });
    const cardShop = await openCardShop({ gateway, cards: { resolveCustomer: () => 'aminah' } });
    shop = cardShop;
    const started = await cardShop.startCardPayment();
    const jwe = sealCard(createTestCard(outcome), started);
    const { body } = await cardShop.sendCard(started.reference, jwe, { save: true });
    expect(body.payment.state).toBe(state);
    const { channels } = await cardShop.fetchSession('A2');
    const cards = channels.find(({ id }) => id === cardChannelId)?.card?.savedCards;
    // The token of the card comes from the record, because a blank token is not stored.
    expect(cards).toHaveLength(outcome === 'approved' ? 1 : 0);
  },
);

it.each([[' '], ['0'], ['00000000-0000-0000-0000-000000000000']])(
  'a saved card with the blank token %j is not offered',
  async (paymentToken) => {
    const transport = createChangingTransport(/(ProcessPayment|\/Query)$/, { paymentToken });
    const gateway = createTestClient(sandbox.url, { transport });
    const cardShop = await openCardShop({ gateway, cards: { resolveCustomer: () => 'aminah' } });
    shop = cardShop;
    const started = await cardShop.startCardPayment();
    const jwe = sealCard(createTestCard('approved'), started);
    expect((await cardShop.sendCard(started.reference, jwe, { save: true })).body.payment.state).toBe('paid');
    const { channels } = await cardShop.fetchSession('A2');
    expect(channels.find(({ id }) => id === cardChannelId)?.card?.savedCards).toEqual([]);
  },
);
