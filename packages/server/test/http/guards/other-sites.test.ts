import { afterEach, describe, expect, it } from 'vitest';
import { openShop, createStartRequest, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const routes = [
  ['/pgw/payments', 'application/json', () => JSON.stringify(createStartRequest())],
  ['/pgw/start', 'application/x-www-form-urlencoded', () => 'order=A1'],
  ['/pgw/payments/R1/card', 'application/json', () => '{}'],
] as const;

describe.each(routes)('POST %s', (path, type, body) => {
  const send = (headers: Record<string, string>) =>
    shop.fetch(path, { method: 'POST', headers: { 'content-type': type, ...headers }, body: body() });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ])('a request is refused if it comes from a page of another site: %o', async (headers) => {
    shop = await openShop();
    const response = await send(headers);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-request' }]);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('a request is accepted if it comes from a page of the shop, with or without its origin, or from a program', async () => {
    shop = await openShop();
    for (const headers of [
      { origin: shop.url },
      { origin: shop.url, 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      // A form needs its token then: see adapters/visitor-checks.test.ts.
      ...(path === '/pgw/start' ? [] : [{}]),
    ])
      // Other refusals are possible: the payment R1 is unknown.
      expect((await send(headers)).status).not.toBe(400);
  });
});

it('only pages of the shop can read the responses of the router', async () => {
  shop = await openShop();
  const { headers } = await shop.fetch('/pgw/session?order=A1');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
});
