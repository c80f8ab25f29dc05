import { expect } from '@open-wc/testing';
import { readPayment, readStart } from '../src/api/payments.ts';
import { readSession } from '../src/api/session.ts';
import { readBanks } from '../src/api/banks.ts';
import { request } from '../src/api/request.ts';
import * as shop from './fixtures.ts';
import { networkError, never, problem } from './stub-server.ts';

describe('the functions that read responses', () => {
  const invalid: readonly unknown[] = [
    undefined,
    null,
    '',
    'hello',
    42,
    [],
    {},
    { order: null },
    { ...shop.session, order: { ...shop.order, amount: 'RM 5' } },
    { ...shop.session, order: { ...shop.order, amount: -1 } },
    { ...shop.session, order: { ...shop.order, exponent: 200 } },
    { ...shop.session, mode: 'other' },
    { ...shop.session, channels: 'none' },
    { ...shop.session, openPayment: {} },
    { reference: 'pay_1', state: 'unknown' },
    { reference: 'pay_1', state: 'paid', order: {} },
  ];

  it('an invalid response is read as null, and no function that reads responses throws', () => {
    for (const body of invalid) {
      expect(readSession(body), JSON.stringify(body)).to.equal(null);
      expect(readPayment(body)).to.equal(null);
      expect(readStart(body)).to.equal(null);
      expect(readBanks(body)).to.equal(null);
    }
  });

  it('a valid response is read without a change', () => {
    expect(readSession(shop.session)).to.deep.equal(shop.session);
    expect(readStart(shop.start)).to.deep.equal(shop.start);
    expect(readPayment(shop.payment)).to.equal(shop.payment);
    const status = { reference: 'pay_1', state: 'paid' };
    expect(readPayment(status)).to.equal(status);
  });

  it('channels of an unknown kind, invalid banks and duplicate banks are removed from a response', () => {
    const channels = [shop.fpx, { ...shop.kilat, kind: 'hologram' }, null, 7];
    expect(readSession({ ...shop.session, channels })?.channels).to.deep.equal([shop.fpx]);
    expect(readBanks({ banks: [shop.seri, shop.seri, { id: 'x' }] })).to.deep.equal([shop.seri]);
  });
});

describe('request', () => {
  const requestPayment = (respond: () => Promise<Response>, timeoutMs = 1000) =>
    request('/x', {
      fetcher: (_url, { signal }) => Promise.race([respond(), aborted(signal)]),
      read: readPayment,
      timeoutMs,
    });

  const aborted = (signal: AbortSignal | null | undefined) =>
    new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );

  it('a lost connection, a timeout and a server error (5xx) without a code are network errors', async () => {
    expect((await requestPayment(networkError)).kind).to.equal('network-error');
    expect((await requestPayment(never, 10)).kind).to.equal('network-error');
    expect(
      (await requestPayment(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))).kind,
    ).to.equal('network-error');
  });

  it('an HTML page, a body without the expected members and a 404 (not found) without a code are invalid responses', async () => {
    expect((await requestPayment(async () => new Response('<!doctype html>'))).kind).to.equal(
      'invalid-response',
    );
    expect((await requestPayment(async () => new Response('{"state":"paid"}'))).kind).to.equal(
      'invalid-response',
    );
    expect((await requestPayment(async () => new Response('Nope', { status: 404 }))).kind).to.equal(
      'invalid-response',
    );
  });

  it('a problem has a code, a status, details and the delay of its Retry-After header', async () => {
    const response = await requestPayment(async () =>
      problem(409, 'duplicate-payment', { reference: 'r1' }, { 'retry-after': '7' }),
    );
    expect(response).to.deep.include({
      kind: 'problem',
      code: 'duplicate-payment',
      status: 409,
      retryAfterMs: 7000,
    });
    expect(response.kind === 'problem' && response.details['reference']).to.equal('r1');
  });

  for (const [header, delayMs] of [
    ['7', 7000],
    ['0', null],
    // `Date.parse` reads this text as the year 2040.
    ['-40', null],
    ['soon', null],
    ['Fri, 14 Sep 2018 06:32:00 GMT', null],
    ['Tue, 31 Dec 2999 00:00:00 GMT', 3_600_000],
    ['99999', 3_600_000],
  ] as const)
    it(`the header "Retry-After: ${header}" is read as ${delayMs === null ? 'no delay' : `${delayMs} ms`}`, async () => {
      expect(
        await requestPayment(async () => problem(429, 'too-many-requests', {}, { 'retry-after': header })),
      ).to.deep.include({ kind: 'problem', retryAfterMs: delayMs });
    });

  it('a response with status 429 (too many requests) is a problem, also without a body', async () => {
    expect(await requestPayment(async () => new Response('', { status: 429 }))).to.deep.include({
      kind: 'problem',
      status: 429,
    });
  });
});
