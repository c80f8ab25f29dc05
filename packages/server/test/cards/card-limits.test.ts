import { afterEach, expect, test } from 'vitest';
import { createTestCard, openCardShop, type CardResult, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';
import { gatewayStatus } from '../shop.ts';

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

test('the failed cards of one visitor are limited, and resolveVisitor identifies the visitor', async () => {
  shop = await openCardShop({
    cards: { limits: { perVisitor: 1 }, resolveVisitor: (req) => req.get('x-visitor') ?? null },
  });
  const sendAs = async (visitor: string, order: string): Promise<number> => {
    const started = await shop.startCardPayment({ order });
    const jwe = sealCard(createTestCard('declined'), started);
    return (await shop.sendCard(started.reference, jwe, { headers: { 'x-visitor': visitor } })).status;
  };
  expect(await sendAs('one', 'A1')).toBe(200);
  expect(await sendAs('one', 'A2')).toBe(429);
  expect(await sendAs('two', 'A3')).toBe(200);
  // An empty id, for example of an empty cookie, is not one visitor.
  expect(await sendAs('', 'A4')).toBe(200);
  expect(await sendAs('', 'A5')).toBe(200);
});

test('the cards of one payment that cannot be decrypted are limited', async () => {
  shop = await openCardShop({ cards: { limits: { perPayment: 2 } } });
  const started = await shop.startCardPayment();
  const unreadable = sealCard('no card', started);
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await shop.sendCard(started.reference, unreadable)).status);
  expect(statuses).toEqual([400, 400, 429]);
});

test('of 60 concurrent cards from one address, exactly the allowed number is sent', async () => {
  shop = await openCardShop({ cards: { limits: { perAddress: 10, perCard: 1_000 } } });
  const started = [];
  for (let n = 0; n < 60; n += 1) started.push(await shop.startCardPayment({ order: `A${n}` }));
  const responses = await Promise.all(
    started.map((payment) => shop.sendCard(payment.reference, sealCard(createTestCard('declined'), payment))),
  );
  expect(countSentCards(responses)).toBe(10);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(50);
  const warnings = shop.eventsNamed('card-tries-exceeded');
  expect(warnings).toHaveLength(1);
});

test('an approved card does not count as a failure', async () => {
  shop = await openCardShop({ cards: { limits: { perAddress: 1 } } });
  for (const order of ['A1', 'A2', 'A3'])
    expect((await shop.payByCard('approved', { order })).status).toBe(200);
});

test.each<[string, string | number | string[], string[]]>([
  [
    'an IPv4 address with different ports, quotes and prefixes',
    1,
    ['203.0.113.7:1001', '"203.0.113.7:1002"', '203.0.113.7', '::ffff:203.0.113.7'],
  ],
  [
    'addresses of an IPv6 network with brackets, ports and zones',
    1,
    ['[2001:db8::7]:1', '2001:db8::8', '"[2001:db8::9]:3"', '2001:db8::7%eth0'],
  ],
  ['texts that are no address', 1, ['unknown', '_hidden', 'x:1', '203.0.113.7:port']],
  [
    'an address before proxies that add ports',
    ['loopback', '10.0.0.0/8'],
    ['203.0.113.7:1, 10.0.0.1:443', '203.0.113.7:2, 10.0.0.2:443', '203.0.113.7, 10.0.0.3:9'],
  ],
  ['an app that trusts no proxy', 0, ['203.0.113.1', '203.0.113.2:1', '[2001:db8::7]:1']],
])('failed cards from %s count as one network', async (_name, trustProxy, headers) => {
  shop = await openCardShop({
    setUpApp: (app) => void app.set('trust proxy', trustProxy),
    cards: { limits: { perAddress: 2, perCard: 1_000 } },
  });
  const sendFrom = async (forwarded: string, order: string): Promise<number> => {
    const started = await shop.startCardPayment({ order });
    const jwe = sealCard(createTestCard('declined'), started);
    const init = { headers: { 'x-forwarded-for': forwarded } };
    return (await shop.sendCard(started.reference, jwe, init)).status;
  };
  const statuses = [];
  for (const [index, header] of headers.entries()) statuses.push(await sendFrom(header, `A${index}`));
  expect(statuses).toEqual([200, 200, ...headers.slice(2).map(() => 429)]);
  // The gateway received only the cards that the shop did not refuse.
  const declined = shop.sandbox.listPayments().filter(({ status }) => status === gatewayStatus.failed);
  expect(declined).toHaveLength(2);
  if (trustProxy !== 0) expect(await sendFrom('198.51.100.9:1', 'A9')).toBe(200);
});
