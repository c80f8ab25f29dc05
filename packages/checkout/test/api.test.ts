import { expect } from '@open-wc/testing';
import { readPayment, readStart } from '../src/api/payments.ts';
import { readSession } from '../src/api/session.ts';
import { readBanks } from '../src/api/banks.ts';
import { request } from '../src/api/request.ts';
import { markMatch, searchBanks } from '../src/banks/search.ts';
import { fillText, selectForm } from '../src/locales/plural-text.ts';
import { formatMoney } from '../src/locales/money.ts';
import { nextRequestMs } from '../src/result/poll-schedule.ts';
import * as shop from './fixtures.ts';
import { networkError, never, problem } from './stub-server.ts';

const sum = (amount: number, currencyCode = 'MYR', exponent = 2) =>
  formatMoney({ amount, currencyCode, exponent }, 'en-MY').replace(/\u00a0/g, ' ');

describe('money', () => {
  it('a sum is shown with as many decimals as the exponent of its currency', () => {
    expect(sum(12_890)).to.equal('RM 128.90');
    expect(sum(12_890_050)).to.equal('RM 128,900.50');
    expect(sum(5, 'MYR')).to.equal('RM 0.05');
    expect(sum(150_000, 'IDR', 2)).to.equal('IDR 1,500.00');
    expect(sum(1234, 'JPY', 0)).to.match(/1,234$/);
    expect(sum(1234, 'KWD', 3)).to.equal('KWD 1.234');
  });

  it('an amount in Singapore dollars is shown with the currency code and not with the symbol $', () => {
    expect(sum(1000, 'SGD')).to.equal('SGD 10.00');
  });

  it('a sum with an invalid currency code is shown with this code', () => {
    expect(sum(1000, 'NO')).to.equal('NO 10.00');
  });

  it('a formatted sum contains no-break spaces, so that a line does not break inside it', () => {
    expect(formatMoney({ amount: 1, currencyCode: 'MYR', exponent: 2 }, 'en-MY')).not.to.contain(' ');
  });
});

describe('texts', () => {
  it('names in braces are replaced by their values, and unknown names are removed', () => {
    const valueOf = (name: string): string => (name === 'amount' ? 'RM 1' : '');
    expect(fillText('Pay {amount} to {x}', valueOf).join('')).to.equal('Pay RM 1 to ');
  });

  it('a text with a number is shown in the plural form of this number', () => {
    const text = { one: '{n} bank', other: '{n} banks' };
    expect(selectForm(text, 1, 'en')).to.equal('{n} bank');
    expect(selectForm(text, 0, 'en')).to.equal('{n} banks');
    expect(selectForm({ other: '{n} bank' }, 1, 'ms')).to.equal('{n} bank');
  });
});

describe('bank search', () => {
  const found = (query: string) => searchBanks(shop.banks, query).map((bank) => bank.displayName);

  it('the bank search ignores case, accents and spaces', () => {
    expect(found('sao tomas')).to.deep.equal(['São Tomás Bank']);
    expect(found('SÃOTOMÁS')).to.deep.equal(['São Tomás Bank']);
    expect(found('  bankse')).to.deep.equal(['Bank Selat', 'Bank Seri']);
  });

  it('the bank search finds a bank by its legal name', () => {
    expect(found('seri berhad')).to.deep.equal(['Bank Seri']);
  });

  it('a match without accents and spaces is marked in the original name of the bank', () => {
    expect(markMatch('São Tomás Bank', 'aot')).to.deep.equal([
      { text: 'S', isMatch: false },
      { text: 'ão T', isMatch: true },
      { text: 'omás Bank', isMatch: false },
    ]);
    expect(markMatch('Bank Seri', 'berhad')).to.deep.equal([{ text: 'Bank Seri', isMatch: false }]);
  });
});

describe('polling', () => {
  it('a pending payment is requested after 0, 2, 4, 7, 11 and 16 s, then every 10 or 30 s, for ten minutes', () => {
    const requestedAtMs = [0];
    for (let next = nextRequestMs(0); next !== null; next = nextRequestMs(requestedAtMs.at(-1) ?? 0))
      requestedAtMs.push((requestedAtMs.at(-1) ?? 0) + next);
    const seconds = requestedAtMs.map((ms) => ms / 1000);
    expect(seconds.slice(0, 8)).to.deep.equal([0, 2, 4, 7, 11, 16, 26, 36]);
    expect(seconds.filter((second) => second > 130 && second < 200)).to.deep.equal([156, 186]);
    expect(seconds.at(-1)).to.be.within(600, 630);
  });
});

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

  it('a lost connection, a timeout and a 5xx response without a code are network errors', async () => {
    expect((await requestPayment(networkError)).kind).to.equal('network-error');
    expect((await requestPayment(never, 10)).kind).to.equal('network-error');
    expect(
      (await requestPayment(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))).kind,
    ).to.equal('network-error');
  });

  it('an HTML page, a body without the expected members and a 404 without a code are invalid responses', async () => {
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

  it('a response with status 429 is a problem, also without a body', async () => {
    expect(await requestPayment(async () => new Response('', { status: 429 }))).to.deep.include({
      kind: 'problem',
      status: 429,
    });
  });
});
