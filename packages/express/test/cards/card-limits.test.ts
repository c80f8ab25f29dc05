import { afterEach, describe, expect, test } from 'vitest';
import { cardOf, openCardShop, type SentCard, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';

let shop: CardShop;

afterEach(() => shop.close());

const refused = { status: 429, body: { code: 'too-many-requests' } };

/** How many cards the gateway has received. */
const seen = (responses: readonly SentCard[]): number =>
  responses.filter(({ status }) => status === 200).length;

describe('limits of failed cards', () => {
  test('failed cards are limited for one order, and the response has the time to wait', async () => {
    shop = await openCardShop({ cards: { limits: { perOrder: 2, windowMs: 90_000 } } });
    await shop.payByCard('declined');
    await shop.payByCard('insufficient-funds');
    const third = await shop.payByCard('approved');
    expect(third).toMatchObject(refused);
    expect(Number(third.retryAfter)).toBeGreaterThan(80);
    expect(Number(third.retryAfter)).toBeLessThanOrEqual(90);
    expect((await shop.payByCard('approved', { order: 'A2' })).status).toBe(200);
  });

  test('failures of one card are limited over all orders', async () => {
    shop = await openCardShop({ cards: { limits: { perCard: 2 } } });
    const responses = [];
    for (const order of ['A1', 'A2', 'A3']) responses.push(await shop.payByCard('declined', { order }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await shop.payByCard('insufficient-funds', { order: 'A4' })).status).toBe(200);
  });

  test('failed cards are limited for one visitor, as the shop identifies visitors', async () => {
    shop = await openCardShop({
      cards: { limits: { perVisitor: 1 }, visitorOf: (req) => req.get('x-visitor') ?? null },
    });
    const sendAs = async (visitor: string, order: string): Promise<number> => {
      const started = await shop.startCard({ order });
      const jwe = sealCard(cardOf('declined'), started);
      return (await shop.send(started.reference, jwe, { headers: { 'x-visitor': visitor } })).status;
    };
    expect(await sendAs('one', 'A1')).toBe(200);
    expect(await sendAs('one', 'A2')).toBe(429);
    expect(await sendAs('two', 'A3')).toBe(200);
  });

  test('cards that cannot be decrypted are limited for one payment', async () => {
    shop = await openCardShop({ cards: { limits: { perPayment: 2 } } });
    const started = await shop.startCard();
    const unreadable = sealCard('no card', started);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await shop.send(started.reference, unreadable)).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  test('of 200 concurrent cards of one address, as many are sent as the limit allows', async () => {
    shop = await openCardShop({ cards: { limits: { perAddress: 30, perCard: 1_000 } } });
    const started = [];
    for (let n = 0; n < 200; n += 1) started.push(await shop.startCard({ order: `A${n}` }));
    const responses = await Promise.all(
      started.map((payment) => shop.send(payment.reference, sealCard(cardOf('declined'), payment))),
    );
    expect(seen(responses)).toBe(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(170);
    const warnings = shop.events.filter(({ event }) => event === 'card-tries-exceeded');
    expect(warnings).toHaveLength(1);
  });

  test('an accepted card does not count as a failure', async () => {
    shop = await openCardShop({ cards: { limits: { perAddress: 1 } } });
    for (const order of ['A1', 'A2', 'A3'])
      expect((await shop.payByCard('approved', { order })).status).toBe(200);
  });
});
