import type { StorefrontProblem } from '@pgw/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardChannelId, createTestCard, openCardShop, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';
import { openShop, orderTotal, waitForFulfillments, type Shop, type ShopOptions } from '../shop.ts';

// The deadline of an order for payments on the hosted page and with cards. expired-order.test.ts has the other channels.

/** The time of the shop's server. The order expires at `deadline`. */
let now: number;
let deadline: number;
beforeEach(() => {
  now = Date.now();
  deadline = now + 60_000;
});

const orderOptions = (): ShopOptions => ({
  now: () => now,
  resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR', expiresAt: deadline }),
});

async function expectNoStart(shop: Shop, channelId: number | undefined): Promise<void> {
  const response = await shop.start({ channelId });
  const { code } = (await response.json()) as StorefrontProblem;
  expect([response.status, code]).toEqual([409, 'order-expired']);
  const page = await shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: shop.url },
    body: channelId === undefined ? 'order=A1' : `order=A1&channel=${channelId}`,
  });
  expect(page.status).toBe(409);
  expect(await page.text()).toContain('<h1>The order has expired</h1>');
}

describe('on the hosted page of the gateway', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop({ mode: 'hosted', ...orderOptions() });
  });
  afterEach(() => shop.close());

  it('a start after the deadline of the order is refused, by JSON and by a form', async () => {
    now = deadline;
    await expectNoStart(shop, undefined);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('a payment that was started before the deadline is fulfilled when it is paid later', async () => {
    const payment = await shop.startPayment({ channelId: undefined });
    now = deadline + 1;
    await expectNoStart(shop, undefined);
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'now' });
    await waitForFulfillments(shop, 1);
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });
});

describe('with a card', () => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(orderOptions());
  });
  afterEach(() => shop.close());

  it('a start after the deadline of the order is refused, by JSON and by a form', async () => {
    now = deadline;
    await expectNoStart(shop, cardChannelId);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('a payment that was started before the deadline is fulfilled with a card that is sent later', async () => {
    const started = await shop.startCardPayment();
    now = deadline + 1;
    const { status } = await shop.sendCard(started.reference, sealCard(createTestCard('approved'), started));
    expect(status).toBe(200);
    await waitForFulfillments(shop, 1);
    expect(shop.fulfilledReferences).toEqual([started.reference]);
    await expect(shop.start({ channelId: cardChannelId }).then((r) => r.json())).resolves.toMatchObject({
      code: 'order-already-paid',
    });
  });

  it('a card that the shopper must authenticate is fulfilled when this ends after the deadline', async () => {
    const started = await shop.startCardPayment();
    const { body } = await shop.sendCard(
      started.reference,
      sealCard(createTestCard('challenge-by-url'), started),
    );
    expect(body.redirect).toMatchObject({ type: 'url' });
    now = deadline + 1;
    const payment = await shop.checkout.payments.get(started.reference);
    shop.sandbox.decide(payment?.transactionNumber ?? '', 'approve', { callback: 'now' });
    await waitForFulfillments(shop, 1);
  });
});
