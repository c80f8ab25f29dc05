import { expect, test } from 'vitest';
import { gatewayTimeoutMs } from '../open-office.ts';
import { setUpOffice } from '../set-up-office.ts';

const office = setUpOffice();

test('the list of wallets shows the type, currency, balance and status of each', async () => {
  office.sandbox.setWalletStatus(3002, 'inactive');
  const { text } = await office.clerk.get('/office/wallets');
  for (const word of ['Basic wallet', 'Premium wallet', 'Payout wallet', 'Active', 'Inactive', 'MYR'])
    expect(text).toContain(word);
  expect(text).toContain('RM\u00a050,000.00');
});

test('the page of a wallet has the balance after each entry, and a chart with a description', async () => {
  const { text } = await office.clerk.get('/office/wallets/3003');
  expect(text).toContain('+RM\u00a030,000.00');
  expect(text).toMatch(/<svg[\s\S]*role="img"[\s\S]*aria-labelledby="chart-title chart-text"/);
  expect(text).toMatch(/<desc id="chart-text">\s*From RM\u00a00.00 on [\s\S]*to RM\u00a050,000.00 on/);
});

test('"Load more" loads the next 100 entries of a wallet', async () => {
  for (let index = 0; index < 120; index++) office.sandbox.topUp(3001, 100, `Top-up ${index}`);
  const firstPage = (await office.clerk.get('/office/wallets/3001')).text;
  expect(firstPage.match(/Top-up \d+/g)?.length).toBeLessThanOrEqual(100);
  const nextUrl =
    /href="(\/office\/wallets\/3001\?[^"#]*)#/.exec(firstPage)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(nextUrl).toContain('pages=2');
  const bothPages = (await office.clerk.get(nextUrl)).text;
  expect(new Set(bothPages.match(/Top-up \d+/g)).size).toBe(120);
  expect(bothPages).not.toContain('Load more');
});

test('a period without entries shows a message, and an invalid date shows an error at its field', async () => {
  const emptyPeriod = await office.clerk.get('/office/wallets/3001?from=2020-01-01&to=2020-01-02');
  expect(emptyPeriod.text).toContain('There are no entries in this period.');
  const invalidPeriod = await office.clerk.get('/office/wallets/3001?from=2020-01-03&to=2020-01-02');
  expect(invalidPeriod.status).toBe(422);
  expect(invalidPeriod.text).toContain('Enter a date after the first one.');
  expect((await office.clerk.get('/office/wallets/3001?from=<b>')).text).toContain('Enter a date.');
});

test('the page of an unknown wallet has status 404', async () => {
  expect((await office.clerk.get('/office/wallets/9')).status).toBe(404);
});

test('when the gateway does not respond, the page says that the request to the gateway failed', async () => {
  office.sandbox.scenario('response-slow', { delayMs: gatewayTimeoutMs + 2000, endpoint: 'inquiryWallet' });
  const { status, text } = await office.clerk.get('/office/wallets');
  expect(status).toBe(502);
  expect(text).toContain('The request to the gateway failed');
});

test('a URL with invalid percent-encoding has status 400', async () => {
  const { status, text } = await office.clerk.get('/office/orders/%E0%A4%A');
  expect(status).toBe(400);
  expect(text).toContain('The request is invalid. Go back and try again.');
});
