import { Readable } from 'node:stream';
import { createGatewayClient } from '@pgw/client';
import type { CardDetails, StartResponse, StorefrontSession } from '@pgw/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PaymentTokens } from '../../src/engine/payment-tokens.ts';
import { readSettlementCsv } from '../../src/operator/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { cardChannelId, createTestCard } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';
import { createTestClient, openShop } from '../shop.ts';
import { openMarket, type Market } from './market.ts';

// Things of acme that a request or a call takes to bravo. Both have the same orders, attempts, ids and customers.
const store = memoryStore();
let market: Market;
let now = Date.now();

beforeAll(async () => {
  market = await openMarket({
    store,
    now: () => now,
    cards: { resolveCustomer: (req) => req.get('x-customer') ?? null },
  });
});
afterAll(() => market.close());

async function startCard(account: string, order: string) {
  const response = await market.start(account, { order, channelId: cardChannelId });
  const { payment, redirect } = (await response.json()) as StartResponse;
  if (redirect.type !== 'card') throw new Error(`The redirect has the type ${redirect.type}.`);
  return { reference: payment.reference, key: redirect.key };
}

function sendCard(account: string, reference: string, card: string, save = false): Promise<Response> {
  return market.fetch(account, `/pgw/payments/${reference}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-customer': 'aminah' },
    body: JSON.stringify({ card, save }),
  });
}

async function listCards(account: string) {
  const init = { headers: { 'x-customer': 'aminah' } };
  const response = await market.fetch(account, '/pgw/session?order=A9', init);
  const { channels } = (await response.json()) as StorefrontSession;
  return channels.find(({ id }) => id === cardChannelId)?.card?.savedCards;
}

it('a saved card is not listed and not charged by another account, and neither is a card that was encrypted for it', async () => {
  const ofAcme = await startCard('acme', 'A1');
  expect(
    (await sendCard('acme', ofAcme.reference, sealCard(createTestCard('approved'), ofAcme), true)).status,
  ).toBe(200);
  const [saved] = (await listCards('acme')) ?? [];
  expect(saved?.id).toEqual(expect.any(String));
  expect(await listCards('bravo')).toEqual([]);
  const { savedCards } = market.checkout;
  expect(await savedCards.list('aminah', { account: 'acme' })).toHaveLength(1);
  expect(await savedCards.delete('aminah', saved?.id ?? '', { account: 'bravo' })).toBe(false);
  const ofBravo = await startCard('bravo', 'A1');
  const usesSaved: CardDetails = { savedCardId: saved?.id ?? '', securityCode: '123' };
  const charged = await sendCard('bravo', ofBravo.reference, sealCard(usesSaved, ofBravo));
  expect(charged.status).toBeGreaterThanOrEqual(400);
  // Encrypted for another payment of acme, also with the reference of the payment of bravo.
  const otherOfAcme = await startCard('acme', 'A3');
  for (const reference of [otherOfAcme.reference, ofBravo.reference]) {
    const sealed = sealCard(createTestCard('approved'), { ...otherOfAcme, reference });
    expect((await sendCard('bravo', ofBravo.reference, sealed)).status, reference).toBeGreaterThanOrEqual(
      400,
    );
  }
  expect(await market.checkout.payments.get(ofBravo.reference, { account: 'bravo' })).toMatchObject({
    state: 'open',
    card: { state: 'awaited' },
  });
  expect(await listCards('acme')).toHaveLength(1);
});

it('the link of a phone opens the payment of its account only', async () => {
  const { reference } = await market.startPayment('acme', { order: 'A4' });
  await market.startPayment('bravo', { order: 'A4' });
  const payment = await market.checkout.payments.get(reference, { account: 'acme' });
  const gateway = createGatewayClient({
    ...market.accounts.get('acme')?.gateway,
    credentials: 'token',
  } as never);
  const token = payment && new PaymentTokens(gateway).create('phone', payment);
  const open = (account: string) => market.fetch(account, `/pgw/payments/${reference}/phone/${token}`);
  expect((await open('bravo')).status).toBe(404);
  expect((await market.checkout.payments.get(reference, { account: 'acme' }))?.openedOnPhoneAt).toBeNull();
  expect([302, 303]).toContain((await open('acme')).status);
});

it('a settlement file of another account matches nothing, and changes nothing', async () => {
  const payment = await market.startPayment('acme', { order: 'A5' });
  market.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await market.checkout.payments.sync(payment.reference, { account: 'acme' });
  const period = { from: 0, to: now + 60_000 };
  const csv = market.sandbox.settlementFile(period);
  expect(csv).toContain(payment.reference);
  const compare = async (account: string) => {
    const seen: string[] = [];
    const records = readSettlementCsv(Readable.from([csv]));
    for await (const difference of market.checkout.operator.records.compare({ account, records, ...period }))
      seen.push(JSON.stringify(difference));
    return seen.filter((text) => text.includes(payment.reference));
  };
  expect(await compare('acme')).toEqual([]);
  expect(await compare('bravo')).toEqual([expect.stringContaining('unknown')]);
  expect(await market.checkout.payments.get(payment.reference, { account: 'bravo' })).toBeUndefined();
});

it('the same attempt, refund id and payout id are other ones in another account', async () => {
  const references = new Set<string>();
  for (const account of ['acme', 'bravo']) {
    const payment = await market.startPayment(account, { order: 'A6', attempt: 'the-same-attempt' });
    references.add(payment.reference);
    market.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await market.checkout.payments.sync(payment.reference, { account });
    const { reference } = payment;
    const refund = { account, reference, amount: 100, reason: 'Broken' };
    expect(await market.checkout.operator.refunds.create('refund-of-both', refund)).toMatchObject({
      reference,
    });
  }
  expect(references.size).toBe(2);
});

it('the purge and the sweep of a checkout with one account of the store leave the others alone', async () => {
  const { reference } = await market.startPayment('acme', { order: 'A7' });
  const own = store.forAnotherAccount();
  await store.insert('account', { origin: market.sandbox.url, merchantId: '1003', now });
  const rows = (await market.checkout.payments.list({ account: 'acme', limit: 500 })).length;
  const readTimeline = async () =>
    (await market.checkout.operator.payments.inspect(reference, { account: 'acme' }))?.timeline;
  const before = await readTimeline();
  expect(before).not.toHaveLength(0);
  const single = await openShop({
    store: { ...own, close: () => Promise.resolve() },
    gatewayUrl: market.sandbox.url,
    wrap: ({ baseUrl }) =>
      createTestClient(baseUrl, { merchantId: '1003', secretKey: 'other', credentials: 't' }),
    historyMark: false,
    now: () => now + 1_000 * 86_400_000,
  });
  await single.checkout.runHourlyTasks();
  await single.checkout.sweep();
  expect(await single.checkout.payments.list()).toEqual([]);
  await single.close();
  expect(await readTimeline()).toEqual(before);
  expect(await market.checkout.payments.list({ account: 'acme', limit: 500 })).toHaveLength(rows);
  now += 1;
});
