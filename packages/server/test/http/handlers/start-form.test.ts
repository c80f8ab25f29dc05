import { afterEach, beforeEach, expect, it } from 'vitest';
import { fpx, kilatPay, openShop, orderTotal, type Shop } from '../../shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Submits the form of the list of channels as a browser without scripts does. */
function submitForm(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return shop.fetch('/pgw/start', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      origin: shop.url,
      referer: `${shop.url}/checkout/A1?step=3`,
      ...headers,
    },
    body: new URLSearchParams({
      order: 'A1',
      shownAmount: String(orderTotal),
      shownCurrencyCode: 'MYR',
      ...fields,
    }).toString(),
  });
}

it('a form without scripts redirects to the chosen channel', async () => {
  const response = await submitForm({ channel: `${kilatPay}` });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(new RegExp(`^${shop.sandbox.url}/`));
  const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
  expect(payment).toMatchObject({ channel: { name: 'KilatPay' }, amount: orderTotal, state: 'open' });
});

it.each(['constructor', '__proto__', 'xx', '"><script>', ''])(
  'a form without scripts with the unknown language %j leads to the page that lists the banks, in English',
  async (lang) => {
    const page = await submitForm({ channel: `${fpx}`, lang });
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Amount to pay');
    expect(text).toContain('Bank Angsana');
    expect(text).not.toContain('"><script>');
  },
);

it('a form without scripts leads to a page that lists the banks, and its form redirects to the chosen bank', async () => {
  const page = await submitForm({ channel: `${fpx}`, lang: 'ms' });
  expect(page.status).toBe(200);
  const html = await page.text();
  const nonce = /<style nonce="([^"]+)">/.exec(html)?.[1];
  expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  // With this policy an older browser sends the origin of the page with the form.
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(html).toMatch(/<html lang="ms">/);
  expect(html).toMatch(new RegExp(`name="channel" required[^>]*value="${fpx}" checked`, 's'));
  expect(html).toMatch(/name="bank" required[^>]*value="BSERI01"/s);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
  const response = await submitForm({ channel: `${fpx}`, bank: 'BSERI01', category: 'personal' });
  expect(response.status).toBe(303);
  expect((await shop.checkout.payments.list({ orderId: 'A1' }))[0]).toMatchObject({
    bank: { id: 'BSERI01' },
  });
});

it('a form without scripts redirects to the shop’s page for the banks if getBankPageUrl is set', async () => {
  await shop.close();
  shop = await openShop({
    getBankPageUrl: (orderId, channelId) => `/checkout/${orderId}/bank?channel=${channelId}`,
  });
  const response = await submitForm({ channel: `${fpx}` });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/checkout/A1/bank?channel=${fpx}`,
  ]);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
  expect((await submitForm({ channel: `${fpx}`, bank: 'BSERI01' })).headers.get('location')).toMatch(
    new RegExp(`^${shop.sandbox.url}/`),
  );
});

it('a form without scripts starts nothing when the total has changed since it was shown', async () => {
  const response = await submitForm({ channel: `${kilatPay}`, shownAmount: '100' });
  expect(response.status).toBe(409);
  expect(shop.sandbox.listPayments()).toEqual([]);
});

it('a refused form without scripts shows a page with the problem and a link back, without a script', async () => {
  const response = await submitForm({ channel: '999' });
  expect([response.status, response.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
  const html = await response.text();
  expect(html).toContain('<h1>The channel does not accept this payment</h1>');
  expect(html).toContain('<a href="/checkout/A1?step=3">Back</a>');
  expect(html).not.toContain('<script');
});

it.each(['https://evil.example/', 'javascript:alert(1)', '//evil.example/a'])(
  'the link back of a refused form without scripts leads to the shop, not to the referrer %s',
  async (referer) => {
    expect(await (await submitForm({ channel: '999' }, { referer })).text()).toContain(
      '<a href="/">Back</a>',
    );
  },
);

it.each([
  ['a price', { amount: '1' }],
  ['a channel that is not a number', { channel: 'x' }],
  ['a bank id of 200 characters', { channel: `${fpx}`, bank: 'x'.repeat(200) }],
])('a form without scripts with %s is refused', async (_field, fields) => {
  expect((await submitForm(fields)).status).toBe(400);
  expect(shop.sandbox.listPayments()).toEqual([]);
});
