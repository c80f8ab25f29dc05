import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fpx, kilatPay, openShop, type Shop } from '../shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Sends the list as a browser without scripts does. */
function send(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
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
      shownAmount: '12890',
      shownCurrencyCode: 'MYR',
      ...fields,
    }).toString(),
  });
}

describe('a plain form', () => {
  it('redirects to the chosen channel', async () => {
    const response = await send({ channel: `${kilatPay}` });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(new RegExp(`^${shop.sandbox.url}/`));
    const [payment] = await shop.checkout.payments.ofOrder('A1');
    expect(payment).toMatchObject({ channel: { name: 'KilatPay' }, amount: 12_890, state: 'open' });
  });

  it.each(['constructor', '__proto__', 'xx', '"><script>', ''])(
    'leads to a bank page in English if it names no known language: %j',
    async (lang) => {
      const page = await send({ channel: `${fpx}`, lang });
      expect(page.status).toBe(200);
      const text = await page.text();
      expect(text).toContain('Bank Angsana');
      expect(text).not.toContain('"><script>');
    },
  );

  it('leads to a page that lists the banks, and then to the chosen bank', async () => {
    const page = await send({ channel: `${fpx}`, lang: 'ms' });
    expect(page.status).toBe(200);
    const html = await page.text();
    const nonce = /<style nonce="([^"]+)">/.exec(html)?.[1];
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    // An older browser then sends the origin of its form.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(html).toMatch(/<html lang="ms">/);
    expect(html).toMatch(/name="channel" required[^>]*value="2" checked/s);
    expect(html).toMatch(/name="bank" required[^>]*value="BSERI01"/s);
    expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
    const response = await send({ channel: `${fpx}`, bank: 'BSERI01', category: 'personal' });
    expect(response.status).toBe(303);
    expect((await shop.checkout.payments.ofOrder('A1'))[0]).toMatchObject({ bank: { id: 'BSERI01' } });
  });

  it('redirects to the page of the shop that lists the banks, if there is one', async () => {
    await shop.close();
    shop = await openShop({
      bankUrl: (orderId, channelId) => `/checkout/${orderId}/bank?channel=${channelId}`,
    });
    const response = await send({ channel: `${fpx}` });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/checkout/A1/bank?channel=${fpx}`,
    ]);
    expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
    expect((await send({ channel: `${fpx}`, bank: 'BSERI01' })).headers.get('location')).toMatch(
      new RegExp(`^${shop.sandbox.url}/`),
    );
  });

  it('starts nothing when the total is no longer the one that was shown', async () => {
    const response = await send({ channel: `${kilatPay}`, shownAmount: '100' });
    expect(response.status).toBe(409);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('receives a page with the problem and a link back, without a script', async () => {
    const response = await send({ channel: '999' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      422,
      'text/html; charset=utf-8',
    ]);
    const html = await response.text();
    expect(html).toContain('<h1>The channel does not accept this payment</h1>');
    expect(html).toContain('<a href="/checkout/A1?step=3">Back</a>');
    expect(html).not.toContain('<script');
  });

  it.each(['https://evil.example/', 'javascript:alert(1)', '//evil.example/a'])(
    'links back to the shop only, not to %s',
    async (referer) => {
      expect(await (await send({ channel: '999' }, { referer })).text()).toContain('<a href="/">Back</a>');
    },
  );

  it.each([
    ['a price', { amount: '1' }],
    ['a channel that is no number', { channel: 'x' }],
    ['a bank beyond all bounds', { channel: '2', bank: 'x'.repeat(200) }],
  ])('with %s is refused', async (_what, fields) => {
    expect((await send(fields)).status).toBe(400);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });
});
