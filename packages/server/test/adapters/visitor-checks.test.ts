import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStartRequest } from '../shop.ts';
import { adapterNames, openAdapterShop, type AdapterShop } from './adapter-shop.ts';

// Guesses of orders, and forms of other sites, over real HTTP to every adapter: at the routes of the checkout, and at a route of
// the shop that uses `visitorChecks`.

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const own = { 'sec-fetch-site': 'same-origin' };
const json = { 'content-type': 'application/json' };
const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
const start = JSON.stringify(createStartRequest({ order: 'missing' }));

/** Targets that lead to a route with the id of an order, however they are spelled. */
const guesses: readonly (readonly [target: string, sent: Sent])[] = [
  ['/pgw/session?order=missing', {}],
  ['/pgw/SESSION?order=missing', {}],
  ['/pgw/Session/?order=missing', {}],
  ['/pgw//session?order=missing', {}],
  ['/pgw/./session?order=missing', {}],
  ['/pgw/x/../session?order=missing', {}],
  ['http://shop.example/pgw/session?order=missing', {}],
  ['/pgw/channels/5/banks?order=missing', {}],
  ['/pgw/Channels/%35/banks?order=missing', {}],
  ['/pgw/payments', { method: 'POST', body: start, headers: { ...own, ...json } }],
  ['/pgw/PAYMENTS/', { method: 'POST', body: start, headers: { ...own, ...json } }],
  ['/pgw/start', { method: 'POST', body: 'order=missing', headers: form }],
  ['/check', {}],
  ['/check?order=/pgw/health', {}],
];

describe.each(adapterNames)('%s', (name) => {
  let shop: AdapterShop;
  let visitors = 0;
  beforeAll(async () => {
    shop = await openAdapterShop(name, {
      clientAddress: { trustedProxies: 1 },
      requestLimits: { unknownOrdersPerNetwork: 2, newOrdersPerNetwork: 2 },
    });
  });
  afterAll(() => shop.close());

  /** Sends a request as a browser with this address. `fetch` would change the target. */
  async function send(
    address: string,
    target: string,
    { method = 'GET', body = '', headers = own }: Sent = {},
  ) {
    const { port, hostname } = new URL(shop.url);
    const allHeaders = { ...headers, 'x-forwarded-for': address };
    const sent = request({ port, hostname, path: target, method, agent: false, headers: allHeaders }).end(
      body,
    );
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, text: await readText(response), headers: response.headers };
  }

  it.each(guesses)('after two guesses at %s, a network gets no order at any route', async (target, sent) => {
    visitors += 1;
    const guesser = `2001:db8:${visitors}::1`;
    const neighbor = `2001:db8:${visitors}::2`;
    expect((await send(guesser, '/pgw/session?order=A1')).status).toBe(200);
    expect((await send(guesser, target, sent)).status).toBe(404);
    expect((await send(neighbor, target, sent)).status).toBe(404);
    for (const known of ['/pgw/session?order=A1', '/pgw/SESSION?order=A1', '/check?found=1', target]) {
      const refused = await send(guesser, known, known === target ? sent : {});
      expect(refused.status, known).toBe(429);
      // A few seconds of the ten minutes may have passed.
      expect(Math.ceil(Number(refused.headers['retry-after']) / 60), known).toBe(10);
      expect(refused.text).not.toContain('12890');
    }
    expect((await send('203.0.113.1', '/pgw/session?order=A1')).status).toBe(200);
    expect((await send(guesser, '/pgw/health')).status).toBe(200);
  });

  it.each([
    [own, 'no token', 200],
    [{ 'sec-fetch-site': 'none' }, 'no token', 200],
    [{ 'sec-fetch-site': 'none', origin: 'null' }, 'no token', 200],
    [{ ...own, origin: 'null' }, 'no token', 200],
    [{ 'sec-fetch-site': 'same-site' }, 'the token', 403],
    [{ 'sec-fetch-site': 'cross-site' }, 'the token', 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'the shop' }, 'the token', 403],
    [{ origin: 'the shop' }, 'no token', 200],
    [{ origin: 'https://evil.example' }, 'the token', 403],
    [{ origin: 'the shop.evil.example' }, 'the token', 403],
    [{ origin: 'null' }, 'the token', 200],
    [{ origin: 'null' }, 'no token', 403],
    [{ origin: 'null' }, 'the token of another', 403],
    [{}, 'the token', 200],
    [{}, 'no token', 403],
    [{}, 'the token of another', 403],
    [{ 'content-type': 'text/plain' }, 'no token', 403],
    [json, 'no token', 200],
    [{ ...json, origin: 'https://evil.example' }, 'no token', 403],
    [{ ...json, 'sec-fetch-site': 'cross-site' }, 'the token', 403],
  ] as const)('a new order with the headers %o and %s gets %i', async (headers, token, status) => {
    visitors += 1;
    const { createFormToken } = shop.checkout.visitorChecks;
    const tokens = {
      'no token': '',
      'the token': createFormToken('secret of the visitor'),
      'the token of another': createFormToken('secret of another'),
    };
    const query = new URLSearchParams({ visitor: 'secret of the visitor', token: tokens[token] });
    const sent = Object.entries(headers).map(([key, value]) => [key, value.replace('the shop', shop.url)]);
    const options = { method: 'POST', body: '{}', headers: Object.fromEntries(sent) };
    expect((await send(`2001:db8:${visitors}::1`, `/check?${query}`, options)).status).toBe(status);
  });

  it('a network can place two orders, and another network is not affected', async () => {
    const statuses = [];
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.2'])
      statuses.push((await send(address, '/check', { method: 'POST' })).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it.each([
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false, 303],
    [{ 'sec-fetch-site': 'cross-site' }, true, 400],
    [{ 'sec-fetch-site': 'none' }, true, 400],
    [{ origin: 'https://evil.example' }, true, 400],
    [{ origin: 'null' }, true, 303],
    [{ origin: 'null' }, false, 400],
    [{}, true, 303],
    [{}, false, 400],
  ] as const)(
    'a start by a form with the headers %o, and with its token: %s, gets %i',
    async (headers, hasToken, status) => {
      visitors += 1;
      const order = `A${visitors}`;
      const { body: page } = await shop.checkout.snippet({ order, req: undefined });
      const [, token = ''] = /name="token" value="([\w-]{22})"/.exec(page) ?? [];
      expect(token).not.toBe('');
      const fields = new URLSearchParams({ order, channel: '5', ...(hasToken && { token }) });
      const response = await fetch(`${shop.url}/pgw/start`, {
        method: 'POST',
        body: fields,
        redirect: 'manual',
        headers: { ...headers, 'x-forwarded-for': `2001:db8:${visitors}::1` },
      });
      expect(response.status).toBe(status);
    },
  );
});
