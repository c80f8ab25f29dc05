import { expect, test } from 'vitest';
import { missingTexts } from '../src/language/language.ts';
import { setUpOffice } from './set-up-office.ts';

const office = setUpOffice();

/** The visible texts of a page. */
const toText = (page: string): string => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('the pages are in Malay for a browser that prefers it, and each text of theirs has a translation', async () => {
  const { orderId } = await office.createPaidPayment();
  missingTexts.clear();
  const headers = { 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.5' };
  const pages = [
    '',
    `/orders/${orderId}`,
    '/attention',
    '/approvals',
    '/reconcile',
    '/export',
    '/payouts',
    '/payouts/new',
    '/nowhere',
  ];
  for (const path of pages) {
    const { text } = await office.clerk.send(`/office${path}`, { headers });
    expect(text).toContain('lang="ms-MY"');
    expect(toText(text)).toContain('Perlu perhatian');
  }
  const { text } = await office.clerk.send('/office', { headers });
  expect(toText(text)).toContain('Pembayaran');
  expect(text).toContain(`/office/orders/${orderId}"`);
  expect([...missingTexts]).toEqual([]);
});

test('a chosen language is kept, and has priority over that of the browser', async () => {
  const headers = { 'accept-language': 'en' };
  expect((await office.clerk.get('/office/language?language=ms')).location).toBe('/office');
  expect((await office.clerk.send('/office', { headers })).text).toContain('lang="ms-MY"');
  await office.clerk.get('/office/language?language=en');
  expect((await office.clerk.send('/office', { headers: { 'accept-language': 'ms' } })).text).toContain(
    'lang="en-MY"',
  );
  expect((await office.clerk.get('/office/language?language=xx')).status).toBe(404);
});

test('names of the shop are not translated', async () => {
  const { orderId } = await office.createPaidPayment();
  office.database.exec(`UPDATE orders SET details = replace(details, 'Aisyah Rahman', 'Refund')`);
  const headers = { 'accept-language': 'ms' };
  expect((await office.clerk.send(`/office/orders/${orderId}`, { headers })).text).toContain(
    '<dd>Refund</dd>',
  );
});
