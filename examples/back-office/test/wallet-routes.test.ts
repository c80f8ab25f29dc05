import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOffice, type OpenOffice } from './open-office.ts';

let office: OpenOffice;
let operator: Awaited<ReturnType<OpenOffice['signedIn']>>;
beforeEach(async () => {
  office = await openOffice();
  operator = await office.signedIn();
});
afterEach(() => office.close());

test('each wallet is a card with its type, currency, balance and status', async () => {
  office.sandbox.setWalletStatus(3002, 'inactive');
  const { text } = await operator.get('/office/wallets');
  for (const word of ['Basic wallet', 'Premium wallet', 'Payout wallet', 'Active', 'Inactive', 'MYR'])
    expect(text).toContain(word);
  expect(text).toContain('RM\u00a050,000.00');
});

test('a history has the balance after each entry, and a chart that is told in words', async () => {
  const { text } = await operator.get('/office/wallets/3003');
  expect(text).toContain('+RM\u00a030,000.00');
  expect(text).toMatch(/<svg[\s\S]*role="img"[\s\S]*aria-labelledby="chart-title chart-text"/);
  expect(text).toMatch(/<desc id="chart-text">\s*From RM\u00a00.00 on [\s\S]*to RM\u00a050,000.00 on/);
});

test('more than a hundred entries are loaded page by page', async () => {
  for (let index = 0; index < 120; index++) office.sandbox.topUp(3001, 100, `Top-up ${index}`);
  const first = (await operator.get('/office/wallets/3001')).text;
  expect(first.match(/Top-up \d+/g)?.length).toBeLessThanOrEqual(100);
  const more = /href="(\/office\/wallets\/3001\?[^"#]*)#/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(more).toContain('pages=2');
  const both = (await operator.get(more)).text;
  expect(new Set(both.match(/Top-up \d+/g)).size).toBe(120);
  expect(both).not.toContain('Load more');
});

test('days without entries say so; days that are none are refused at their field', async () => {
  const quiet = await operator.get('/office/wallets/3001?from=2020-01-01&to=2020-01-02');
  expect(quiet.text).toContain('Nothing moved in these days.');
  const wrong = await operator.get('/office/wallets/3001?from=2020-01-03&to=2020-01-02');
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('Enter a date after the first one.');
  expect((await operator.get('/office/wallets/3001?from=<b>')).text).toContain('Enter a date.');
});

test('an unknown wallet is not found', async () => {
  expect((await operator.get('/office/wallets/9')).status).toBe(404);
});

test('a gateway that does not answer is said to be the trouble', async () => {
  office.sandbox.scenario('response-slow', { delayMs: 5000, endpoint: 'inquiryWallet' });
  const { status, text } = await operator.get('/office/wallets');
  expect(status).toBe(502);
  expect(text).toContain('The request to the gateway failed');
});

test('an address that can’t be read is refused, and is no failure of the office', async () => {
  const { status, text } = await operator.get('/office/orders/%E0%A4%A');
  expect(status).toBe(400);
  expect(text).toContain('What was sent can’t be read.');
});
