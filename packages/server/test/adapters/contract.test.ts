import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStartRequest } from '../shop.ts';
import { adapterNames, openAdapterShop, type AdapterName, type AdapterShop } from './adapter-shop.ts';

// The same requests over real HTTP to every adapter. Express 5 is the reference for statuses, headers and bodies.

const shops = new Map<AdapterName, AdapterShop>();

beforeAll(async () => {
  for (const name of adapterNames) shops.set(name, await openAdapterShop(name));
});
afterAll(() => Promise.all([...shops.values()].map((shop) => shop.close())));

function getShop(name: AdapterName): AdapterShop {
  const shop = shops.get(name);
  if (shop === undefined) throw new Error(`There is no shop with ${name}.`);
  return shop;
}

const json = { 'content-type': 'application/json' };
const post = (body: BodyInit, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
});
const largeBody = `"${'x'.repeat(99_999)}"`;

/** Requests whose responses do not depend on earlier requests. */
const requests: readonly [title: string, path: string, init?: RequestInit][] = [
  ['the health check', '/pgw/health'],
  ['a session', '/pgw/session?order=A1'],
  ['a session of an order that does not exist', '/pgw/session?order=missing'],
  ['a session without an order', '/pgw/session'],
  ['a session with two orders', '/pgw/session?order=A1&order=A2'],
  ['a route that does not exist', '/pgw/nothing'],
  ['a method that the route does not have', '/pgw/session?order=A1', { method: 'DELETE' }],
  ['OPTIONS', '/pgw/session', { method: 'OPTIONS' }],
  ['the script of the element', '/pgw/checkout.js', { headers: { 'accept-encoding': 'identity' } }],
  ['the compressed script', '/pgw/checkout.js', { headers: { 'accept-encoding': 'br' } }],
  ['HEAD of the script', '/pgw/checkout.js', { method: 'HEAD' }],
  ['banks of a channel that does not exist', '/pgw/channels/999/banks'],
  ['the status of a payment that does not exist', '/pgw/payments/NOTHING'],
  ['a start without a body', '/pgw/payments', { method: 'POST', headers: json }],
  ['a start with invalid JSON', '/pgw/payments', post('{')],
  ['a start with another content type', '/pgw/payments', post('{}', { 'content-type': 'text/plain' })],
  ['a start without a content type', '/pgw/payments', { ...post(new Uint8Array([123, 125]), {}) }],
  ['a start with an invalid content type', '/pgw/payments', post('{}', { 'content-type': 'nonsense' })],
  ['a callback with an invalid content type', '/pgw/callback', post('{}', { 'content-type': '//' })],
  ['DELETE with a body', '/pgw/payments', { ...post('{}'), method: 'DELETE' }],
  ['a start with unknown properties', '/pgw/payments', post('{"amount":1}')],
  ['a body of the maximum size', '/pgw/payments', post(largeBody.slice(0, 99_998) + '"')],
  ['a body that is too large', '/pgw/payments', post(largeBody)],
  [
    'a compressed body',
    '/pgw/payments',
    post(new Uint8Array(gzipSync('{"amount":1}')), { ...json, 'content-encoding': 'gzip' }),
  ],
  [
    'a compressed body that is too large after it is decoded',
    '/pgw/payments',
    post(new Uint8Array(gzipSync('x'.repeat(200_000))), { ...json, 'content-encoding': 'gzip' }),
  ],
  ['a damaged compressed body', '/pgw/payments', post('{}', { ...json, 'content-encoding': 'gzip' })],
  ['an unknown coding', '/pgw/payments', post('{}', { ...json, 'content-encoding': 'x' })],
  ['a callback without a signature', '/pgw/callback', post('{}')],
  ['a callback that is no JSON', '/pgw/callback', post('x')],
  ['a return without parameters', '/pgw/return', { redirect: 'manual' }],
  [
    'a return with a form',
    '/pgw/return',
    { ...post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), redirect: 'manual' },
  ],
];

/** Headers of the connection, which the server adds. */
const connectionHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Next.js removes the length and the coding of a response, and compresses it itself. */
const isOfNext = (name: AdapterName): boolean => name.startsWith('Next.js');

interface ComparedRequest {
  readonly path: string;
  readonly init: RequestInit | undefined;
  /** Whether the length of the response is compared. */
  readonly hasLength: boolean;
}

/** Replaces what differs between two shops and two requests. */
function mask(text: string): string {
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, 'a host')
      .replaceAll(/nonce(-|=\\?")[\w+/=]+/g, 'a nonce')
      .replaceAll(/pgw_payments=[^;]*/g, 'a cookie')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      // The message about a coding names the decoder.
      .replace(/, which (the body parser of Express does not support|is not gzip, deflate or br)/, '')
  );
}

/** Targets of a request, with the path and the query that they mean. Undefined: the checkout does not handle the request. */
const targets: readonly [target: string, meaning: string | undefined, method?: string][] = [
  ['http://shop.example/pgw/health', '/pgw/health'],
  ['http://SHOP.EXAMPLE:8080/pgw/health', '/pgw/health'],
  ['https://user@shop.example/pgw/session?order=A1', '/pgw/session?order=A1'],
  ['http://shop.example/pgw/session?order=A1&order=http://a/pgw', '/pgw/session?order=A1&order=http://a/pgw'],
  ['http://shop.example/pgw/payments', '/pgw/payments', 'POST'],
  ['http://shop.example/pgw/Health/', '/pgw/Health/'],
  ['/pgw/session?order=A1?order=A2#part', '/pgw/session?order=A1?order=A2'],
  ['/pgw/health#part', '/pgw/health'],
  ['/pgw/./health', '/pgw/health'],
  ['/pgw/nothing/../health', '/pgw/health'],
  ['/pgw//health', '/pgw/health'],
  ['/pgw///payments//NOTHING', '/pgw/payments/NOTHING'],
  ['/pgw/%68ealth', '/pgw/%68ealth'],
  ['/pgw/health%2f', '/pgw/health%2f'],
  ['/pgw/payments%2FNOTHING', '/pgw/payments%2FNOTHING'],
  ['/pgw/payments/%', '/pgw/payments/%'],
  ['/pgw/payments/%E0%A4%A', '/pgw/payments/%E0%A4%A'],
  ['/pgw//shop.example/pgw/health', '/pgw/shop.example/pgw/health'],
  ['http://shop.example', undefined],
  ['http://shop.example?/pgw/health', undefined],
  ['http://shop.example//pgw/health', undefined],
  ['//pgw/health', undefined],
  ['//shop.example/pgw/health', undefined],
  ['/x/http://shop.example/pgw/health', undefined],
  ['/pgw%2fhealth', undefined],
  ['*', undefined, 'OPTIONS'],
];

/** The response of the checkout to a target with invalid percent-encoding. */
const invalidEncoding = JSON.stringify({
  type: 'urn:pgw:problem:invalid-request',
  status: 400,
  title: 'The request is invalid',
  code: 'invalid-request',
  detail: 'The address is not valid percent-encoding.',
});

/** Sends a request with this target, which `fetch` would change. Returns the response without what differs between two shops. */
async function sendTarget(
  name: AdapterName,
  target: string,
  method = 'GET',
): Promise<{ readonly status: number; readonly policy: string; readonly body: string }> {
  const { port, hostname } = new URL(getShop(name).url);
  const sent = request({ port, hostname, path: target, method, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = mask(await readText(response));
  // Fastify refuses invalid percent-encoding itself.
  const body = text.includes('FST_ERR_BAD_URL') ? invalidEncoding : text;
  const policy = String(response.headers['referrer-policy']);
  return { status: response.statusCode ?? 0, policy, body };
}

/** The response without what differs between two shops and two requests. */
async function readComparable(
  name: AdapterName,
  { path, init = {}, hasLength }: ComparedRequest,
): Promise<unknown> {
  const response = await fetch(`${getShop(name).url}${path}`, init);
  // The message about a coding has another length.
  const isLengthCompared = hasLength && response.status !== 415;
  const ignored = isLengthCompared ? connectionHeaders : [...connectionHeaders, 'content-length'];
  const headers = [...response.headers].filter(([header]) => ![...ignored].includes(header));
  return {
    status: response.status,
    headers: headers.map(([header, value]) => [header, mask(value)]),
    text: mask(await response.text()),
  };
}

describe.each(adapterNames)('%s', (name) => {
  it.each(requests)('responds to %s as Express 5 does', async (_title, path, init) => {
    const hasLength = !isOfNext(name);
    const isScript = isOfNext(name) && path === '/pgw/checkout.js';
    const expectedInit = isScript ? { ...init, headers: { 'accept-encoding': 'identity' } } : init;
    const [actual, expected] = await Promise.all([
      readComparable(name, { path, init, hasLength }),
      readComparable('Express 5', { path, init: expectedInit, hasLength }),
    ]);
    expect(actual).toEqual(expected);
  });

  it.each(targets)('the target %s means %s', async (target, meaning, method) => {
    const response = await sendTarget(name, target, method);
    if (meaning !== undefined) expect(response).toEqual(await sendTarget('Express 5', meaning, method));
    else {
      expect(response.status).toBeOneOf([200, 400, 404]);
      expect(response.policy).not.toBe('no-referrer');
      expect(response.body).not.toContain('pgw:problem');
    }
  });

  it('a payment is started, approved and fulfilled by its callback, and the return of the browser redirects', async () => {
    const { url, sandbox, checkout, fulfilledReferences } = getShop(name);
    const started = await fetch(
      `${url}/pgw/payments`,
      post(JSON.stringify(createStartRequest({ order: 'A9' }))),
    );
    expect(started.status).toBe(201);
    const { payment } = (await started.json()) as {
      payment: { reference: string; transactionNumber: string };
    };
    sandbox.decide(payment.transactionNumber, 'approve');
    await vi.waitFor(() => expect(fulfilledReferences).toEqual([payment.reference]), 45_000);
    expect((await checkout.payments.get(payment.reference))?.state).toBe('paid');
    const cookie = started.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const status = await fetch(`${url}/pgw/payments/${payment.reference}`, { headers: { cookie } });
    expect(await status.json()).toMatchObject({ state: 'paid' });
  });

  it('the server responds to other requests after a sender has disconnected in the middle of a body', async () => {
    const { url } = getShop(name);
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      'POST /pgw/callback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":',
    );
    await wait(50);
    socket.destroy();
    expect((await fetch(`${url}/pgw/health`)).status).toBe(200);
  });

  it('a path outside of the mount is not handled by the checkout', async () => {
    const response = await fetch(`${getShop(name).url}/pgwx/health`);
    expect(response.status).toBe(404);
    expect(response.headers.get('referrer-policy')).not.toBe('no-referrer');
  });
});

it.each(adapterNames)(
  'with %s the address from the proxy limits the starts of one visitor, and a false one at the front is ignored',
  async (name) => {
    const shop = await openAdapterShop(name, {
      clientAddress: { trustedProxies: 1 },
      requestLimits: { startsPerNetwork: 1 },
    });
    try {
      const start = async (order: string, forwardedFor: string): Promise<number> =>
        (
          await fetch(
            `${shop.url}/pgw/payments`,
            post(JSON.stringify(createStartRequest({ order })), { ...json, 'x-forwarded-for': forwardedFor }),
          )
        ).status;
      expect(await start('A1', '203.0.113.1, 198.51.100.1')).toBe(201);
      expect(await start('A2', '203.0.113.2, 198.51.100.1')).toBe(429);
      expect(await start('A3', '203.0.113.2, 198.51.100.2')).toBe(201);
    } finally {
      await shop.close();
    }
  },
);
