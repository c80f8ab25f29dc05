import { afterEach, expect, test } from 'vitest';
import { createTestCard, openCardShop, type CardResult, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';

let shop: CardShop;

afterEach(() => shop.close());

const tooManyRequests = { status: 429, body: { code: 'too-many-requests' } };

/** Counts the cards that were sent to the gateway. */
const countSentCards = (responses: readonly CardResult[]): number =>
  responses.filter(({ status }) => status === 200).length;

test('the failed cards of one order are limited, and the refusal has a Retry-After header', async () => {
  shop = await openCardShop({ cards: { limits: { perOrder: 2, windowMs: 90_000 } } });
  await shop.payByCard('declined');
  await shop.payByCard('insufficient-funds');
  const third = await shop.payByCard('approved');
  expect(third).toMatchObject(tooManyRequests);
  expect(Number(third.retryAfter)).toBeGreaterThan(80);
  expect(Number(third.retryAfter)).toBeLessThanOrEqual(90);
  expect((await shop.payByCard('approved', { order: 'A2' })).status).toBe(200);
});

test('the failures of one card are limited over all orders', async () => {
  shop = await openCardShop({ cards: { limits: { perCard: 2 } } });
  const responses = [];
  for (const order of ['A1', 'A2', 'A3']) responses.push(await shop.payByCard('declined', { order }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect((await shop.payByCard('insufficient-funds', { order: 'A4' })).status).toBe(200);
});

test('the failed cards of one visitor are limited, and visitorOf identifies the visitor', async () => {
  shop = await openCardShop({
    cards: { limits: { perVisitor: 1 }, visitorOf: (req) => req.get('x-visitor') ?? null },
  });
  const sendAs = async (visitor: string, order: string): Promise<number> => {
    const started = await shop.startCardPayment({ order });
    const jwe = sealCard(createTestCard('declined'), started);
    return (await shop.sendCard(started.reference, jwe, { headers: { 'x-visitor': visitor } })).status;
  };
  expect(await sendAs('one', 'A1')).toBe(200);
  expect(await sendAs('one', 'A2')).toBe(429);
  expect(await sendAs('two', 'A3')).toBe(200);
});

test('the cards of one payment that cannot be decrypted are limited', async () => {
  shop = await openCardShop({ cards: { limits: { perPayment: 2 } } });
  const started = await shop.startCardPayment();
  const unreadable = sealCard('no card', started);
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await shop.sendCard(started.reference, unreadable)).status);
  expect(statuses).toEqual([400, 400, 429]);
});

test('of 200 concurrent cards from one address, exactly the allowed number is sent', async () => {
  shop = await openCardShop({ cards: { limits: { perAddress: 30, perCard: 1_000 } } });
  const started = [];
  for (let n = 0; n < 200; n += 1) started.push(await shop.startCardPayment({ order: `A${n}` }));
  const responses = await Promise.all(
    started.map((payment) => shop.sendCard(payment.reference, sealCard(createTestCard('declined'), payment))),
  );
  expect(countSentCards(responses)).toBe(30);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(170);
  const warnings = shop.eventsNamed('card-tries-exceeded');
  expect(warnings).toHaveLength(1);
});

test('an approved card does not count as a failure', async () => {
  shop = await openCardShop({ cards: { limits: { perAddress: 1 } } });
  for (const order of ['A1', 'A2', 'A3'])
    expect((await shop.payByCard('approved', { order })).status).toBe(200);
});
