import { pooledTransport, TransportError, type GatewayClient, type Transport } from '@pgw/client';
import type { StorefrontPayment } from '@pgw/protocol';
import { allTestCards, createSandbox } from '@pgw/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { cardChannelId, createTestCard, openCardShop, type CardShop } from '../../card-shop.ts';
import { readJson } from '../../responses.ts';
import { sealCard } from '../../seal-card.ts';
import { createTestClient, kilatPay, openShop, type Shop, type ShopOptions } from '../../shop.ts';

let shop: CardShop;

async function openShopWithCards(options?: ShopOptions): Promise<void> {
  shop = await openCardShop(options);
  onTestFinished(() => shop.close());
}

async function openShopWithoutCards(options?: ShopOptions): Promise<Shop> {
  const shopWithoutCards = await openShop(options);
  onTestFinished(() => shopWithoutCards.close());
  return shopWithoutCards;
}

test('a card channel is listed with its brands and saved cards', async () => {
  await openShopWithCards({ cards: { brands: ['visa'] } });
  const { channels } = await shop.fetchSession();
  const channel = channels.find(({ id }) => id === cardChannelId);
  expect(channel?.kind).toBe('card');
  expect(channel?.card).toEqual({ brands: ['visa'], marks: ['visa'], canSave: false, savedCards: [] });
});

test('without the option brands all brands are accepted, and the list shows no symbols', async () => {
  await openShopWithCards();
  const { channels } = await shop.fetchSession();
  const terms = channels.find(({ id }) => id === cardChannelId)?.card;
  expect(terms?.brands).toEqual(['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay']);
  expect(terms).not.toHaveProperty('marks');
});

test('a card channel redirects to the gateway in a shop without cards', async () => {
  const plainShop = await openShopWithoutCards();
  const { redirect, reference } = await plainShop.startPayment({ channelId: cardChannelId });
  expect(redirect.type).toBe('url');
  const response = await plainShop.fetch(`/pgw/payments/${reference}/card`, { method: 'POST' });
  expect(response.status).toBe(404);
});

test('a card channel redirects to the gateway if the request has cardAt: gateway', async () => {
  await openShopWithCards();
  const { redirect } = await shop.startPayment({ channelId: cardChannelId, cardAt: 'gateway' });
  expect(redirect.type).toBe('url');
});

test('only the channels of cards.channelIds are card channels if the option is set', async () => {
  await openShopWithCards({ cards: { channelIds: [kilatPay] } });
  const { channels } = await shop.fetchSession();
  expect(channels.filter(({ kind }) => kind === 'card').map(({ id }) => id)).toEqual([kilatPay]);
});

test('an approved card pays the order, which is fulfilled once', async () => {
  await openShopWithCards();
  const { status, body } = await shop.payByCard('approved');
  expect(status).toBe(200);
  expect(body).toMatchObject({ payment: { state: 'paid', reason: null }, redirect: null });
  expect(shop.fulfilledReferences).toEqual([body.payment.reference]);
});

test.each([
  ['declined', 'card'],
  ['insufficient-funds', 'funds'],
  ['over-limit', 'limit'],
  ['wrong-code', 'card'],
] as const)('a card with the result %s fails the payment with the reason %s', async (outcome, reason) => {
  await openShopWithCards();
  const { status, body } = await shop.payByCard(outcome);
  expect(status).toBe(200);
  expect(body).toMatchObject({ payment: { state: 'failed', reason }, redirect: null });
  expect(shop.fulfilledReferences).toEqual([]);
});

test('another card can pay the order after a card was declined', async () => {
  await openShopWithCards();
  const first = await shop.payByCard('declined');
  const second = await shop.payByCard('approved');
  expect(second.body.payment.state).toBe('paid');
  expect(second.body.payment.reference).not.toBe(first.body.payment.reference);
});

test('a card of a brand that the shop does not accept is not sent to the gateway, and another card can pay', async () => {
  await openShopWithCards({ cards: { brands: ['mastercard', 'amex'] } });
  const { reference, key } = await shop.startCardPayment();
  const refused = await shop.sendCard(reference, sealCard(createTestCard('approved'), { reference, key }));
  expect(refused).toMatchObject({ status: 422, body: { code: 'card-not-supported' } });
  expect(shop.sandbox.findPayment(reference)?.cardLastDigits).toBeNull();
  const { number = '' } = allTestCards.find((card) => card.brand === 'amex') ?? {};
  const secondStart = await shop.startCardPayment();
  expect(secondStart.reference).toBe(reference);
  const amex = createTestCard('approved', { number, securityCode: '1234' });
  const paid = await shop.sendCard(reference, sealCard(amex, secondStart));
  expect(paid.body.payment.state).toBe('paid');
});

test('a card of an unknown brand is sent to the gateway', async () => {
  await openShopWithCards({ cards: { brands: ['mastercard'] } });
  const started = await shop.startCardPayment();
  const maestroNumber = '6759649826438453';
  const card = createTestCard('approved', { number: maestroNumber });
  const { status, body } = await shop.sendCard(started.reference, sealCard(card, started));
  expect([status, body.code]).toEqual([200, undefined]);
});

test('a card payment whose response is lost is queried and found paid', async () => {
  await openShopWithCards();
  const { status, body } = await shop.payByCard('unknown-outcome');
  expect(status).toBe(200);
  expect(body.payment.state).toBe('paid');
});

test.each([
  ['challenge-by-url', /^http:/],
  ['challenge-by-script', /^\/pgw\/payments\/[^/]+\/redirect$/],
] as const)(
  'the response to a card whose bank requires a challenge (%s) has the URL of the challenge',
  async (outcome, url) => {
    await openShopWithCards();
    const { status, body } = await shop.payByCard(outcome);
    expect(status).toBe(200);
    expect(body).toMatchObject({ payment: { state: 'pending' }, redirect: { type: 'url' } });
    expect(body.redirect?.url).toMatch(url);
    if (outcome === 'challenge-by-script')
      expect(await (await shop.fetch(body.redirect?.url ?? '')).text()).toContain('form.submit()');
    const { openPayment } = await shop.fetchSession();
    expect(openPayment?.reference).toBe(body.payment.reference);
  },
);

test.each([
  ['decline', 'authentication'],
  ['insufficient-funds', 'funds'],
] as const)(
  'a card with a challenge that ends with %s at its bank has failed for the reason %s',
  async (outcome, reason) => {
    await openShopWithCards();
    const { body } = await shop.payByCard('challenge-by-url');
    const { reference } = body.payment;
    const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
    shop.sandbox.decide(payment?.transactionNumber ?? '', outcome);
    const url = `/pgw/payments/${reference}`;
    await expect
      .poll(() => readJson<StorefrontPayment>(shop.fetch(url)))
      .toMatchObject({ state: 'failed', reason });
  },
);

test('ten concurrent requests send a card to the gateway once, and a later request is refused', async () => {
  await openShopWithCards();
  const started = await shop.startCardPayment();
  const jwe = sealCard(createTestCard('approved'), started);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => shop.sendCard(started.reference, jwe)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const replay = await shop.sendCard(started.reference, jwe);
  expect(replay.status).toBe(409);
  expect(replay.body).toMatchObject({ code: 'card-already-sent', reference: started.reference });
  expect(shop.fulfilledReferences).toEqual([started.reference]);
});

test('a card that did not reach the gateway can be sent again only with a new encryption key', async () => {
  const { gateway, close } = await openGatewayThatRefusesOnce();
  await openShopWithCards({ gateway });
  const started = await shop.startCardPayment();
  const jwe = sealCard(createTestCard('approved'), started);
  const unreachableResponse = await shop.sendCard(started.reference, jwe);
  expect(unreachableResponse).toMatchObject({ status: 503, body: { code: 'gateway-unreachable' } });
  const replay = await shop.sendCard(started.reference, jwe);
  expect(replay).toMatchObject({ status: 409, body: { code: 'card-key-expired' } });
  const secondStart = await shop.startCardPayment();
  expect(secondStart.reference).toBe(started.reference);
  const sent = await shop.sendCard(secondStart.reference, sealCard(createTestCard('approved'), secondStart));
  expect(sent.body.payment.state).toBe('paid');
  await close();
});

test('while the outcome of a card is unknown, no other card can be sent for the order', async () => {
  let now = Date.now();
  await openShopWithCards({ now: () => now });
  const started = await shop.startCardPayment();
  shop.sandbox.scenario('response-500', { endpoint: 'processPayment' });
  const lostResponse = await shop.sendCard(started.reference, sealCard(createTestCard('approved'), started));
  const unknown = { code: 'outcome-unknown', reference: started.reference };
  expect(lostResponse).toMatchObject({ status: 504, body: unknown });
  const secondStart = await shop.start({ channelId: cardChannelId });
  expect(secondStart.status).toBe(504);
  expect(await secondStart.json()).toMatchObject(unknown);
  // The gateway's record has had no trace of the card for two minutes, so another card is allowed.
  now += 121_000;
  expect((await shop.startCardPayment()).reference).not.toBe(started.reference);
});

/** Creates a sandbox and a client whose connection is refused for the first card. */
async function openGatewayThatRefusesOnce(): Promise<{ gateway: GatewayClient; close: () => Promise<void> }> {
  const sandbox = await createSandbox({ port: 0 });
  const { origin } = new URL(sandbox.url);
  const pool = pooledTransport(origin);
  let hasRefused = false;
  const transport: Transport = {
    send: (request) => {
      if (hasRefused || !request.url.endsWith('/ProcessPayment')) return pool.send(request);
      hasRefused = true;
      const error = new TransportError('no connection', { failure: 'connection-failed', maybeSent: false });
      return Promise.reject(error);
    },
    close: () => pool.close(),
  };
  const gateway = createTestClient(sandbox.url, { transport });
  return {
    gateway,
    close: async () => {
      await gateway.close();
      await sandbox.close();
    },
  };
}

test('a shop that accepts cards and trusts every proxy refuses a session with "gateway-misconfigured"', async () => {
  await openShopWithCards({ setUpApp: (app) => app.set('trust proxy', true) });
  const response = await shop.fetch('/pgw/session?order=A1');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'gateway-misconfigured' });
  expect(shop.events.at(-1)?.message).toContain("'trust proxy'");
});

test('a shop without cards may trust every proxy', async () => {
  const plainShop = await openShopWithoutCards({ setUpApp: (app) => app.set('trust proxy', true) });
  expect((await plainShop.fetch('/pgw/session?order=A1')).status).toBe(200);
});
