import { afterEach, describe, expect, it, test } from 'vitest';
import type { StartResponse } from '@pgw/protocol';
import { openShop, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** The path to which the browser is sent for a payment by a script of the gateway. */
async function startByScript(options: ShopOptions = {}): Promise<{ path: string; reference: string }> {
  shop = await openShop(options);
  const response = await shop.start({ channelId: sentuh });
  // A refusal has no redirect and fails the test.
  const { payment, redirect } = (await response.json()) as StartResponse;
  return { path: redirect.type === 'url' ? redirect.url : redirect.type, reference: payment.reference };
}

describe('a payment by a script of the gateway', () => {
  it('sends the browser to a page of its own, and the script is in no response that the checkout page reads', async () => {
    const { path, reference } = await startByScript();
    expect(path).toBe(`/pgw/payments/${reference}/redirect`);
    const read = [`/pgw/payments/${reference}`, '/pgw/session?order=A1'].map((each) => shop.fetch(each));
    for (const response of await Promise.all(read)) expect(await response.text()).not.toContain('submit()');
  });

  it('has a page with the script and a link, and nothing of the shop', async () => {
    const { path } = await startByScript();
    const response = await shop.fetch(path);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain("form.method = 'POST';");
    expect(page).toMatch(new RegExp(`<a href="${shop.sandbox.url}/[^"]+">Continue to Sentuh eWallet</a>`));
    expect(page).not.toMatch(/pgw-checkout|checkout\.js|<iframe|<form/);
    // The form of the script is added to the body, so the body exists before the script.
    expect(page.indexOf('<script')).toBeGreaterThan(page.indexOf('</main>'));
  });

  it('has a page in a sandbox with an opaque origin, that runs this script only and is never framed or stored', async () => {
    const { path } = await startByScript({ redirectOrigins: ['https://bank.example'] });
    const [first, second] = await Promise.all([shop.fetch(path), shop.fetch(path)]);
    const policy = first.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    const origins = `${shop.sandbox.url} https://bank.example`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${origins}`,
      `style-src 'nonce-${nonce}'`,
      `form-action ${origins}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      'sandbox allow-scripts allow-forms allow-top-navigation',
    ]);
    expect(await first.text()).toContain(`<script nonce="${nonce}">`);
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(first.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['ms-MY,en;q=0.5', 'ms', 'Teruskan ke Sentuh eWallet'],
    ['zh-CN', 'zh-Hans', '前往 Sentuh eWallet'],
    ['fr, th;q=0.8', 'th', 'ไปที่ Sentuh eWallet'],
    ['*', 'en', 'Continue to Sentuh eWallet'],
    ['fr', 'en', 'Continue to Sentuh eWallet'],
  ])('has a page in the language of the browser: %s', async (accepted, lang, text) => {
    const { path } = await startByScript();
    const page = await (await shop.fetch(path, { headers: { 'accept-language': accepted } })).text();
    expect(page).toContain(`<html lang="${lang}"`);
    expect(page).toContain(text);
  });

  it('has a page that leads on to the outcome once the payment is over', async () => {
    const { path, reference } = await startByScript();
    shop.sandbox.decide(shop.sandbox.findPayment(reference)?.transactionNumber ?? '', 'approve');
    await shop.checkout.payments.settle(reference);
    const response = await shop.fetch(path);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/pgw/return?ReferenceCode=${reference}`,
    ]);
    expect((await shop.fetch(response.headers.get('location') ?? '')).status).toBe(200);
  });

  it('has a page that leads on to the outcome once its time is over', async () => {
    let now = Date.now();
    const { path } = await startByScript({ now: () => now });
    now += 24 * 60 * 60 * 1000;
    expect((await shop.fetch(path)).headers.get('location')).toContain('/pgw/return?');
  });

  it('is sent below the path that a proxy removes', async () => {
    const { path, reference } = await startByScript({ publicUrl: 'https://shop.example/store' });
    expect(path).toBe(`/store/pgw/payments/${reference}/redirect`);
    expect((await shop.fetch(path.replace('/store', ''))).status).toBe(200);
  });

  it('with a form of a browser without scripts goes to the address of the gateway', async () => {
    shop = await openShop();
    const body = new URLSearchParams({ order: 'A1', channel: String(sentuh) });
    const response = await shop.fetch('/pgw/start', { method: 'POST', body });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(shop.sandbox.url),
    ]);
  });
});

test('the page of a payment without a script leads to its address, and there is none of an unknown payment', async () => {
  shop = await openShop();
  const { payment, redirect } = (await (await shop.start()).json()) as StartResponse;
  const response = await shop.fetch(`/pgw/payments/${payment.reference}/redirect`);
  expect(redirect.type).toBe('url');
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    redirect.type === 'url' ? redirect.url : undefined,
  ]);
  expect((await shop.fetch('/pgw/payments/unknown/redirect')).status).toBe(404);
});

describe('redirectScript: same-origin', () => {
  it('gives the page the origin of the shop, which the gateway then sees', async () => {
    const { path } = await startByScript({ redirectScript: 'same-origin' });
    const { headers } = await shop.fetch(path);
    const sandbox = 'sandbox allow-scripts allow-forms allow-top-navigation allow-same-origin';
    expect(headers.get('content-security-policy')).toContain(sandbox);
    expect(headers.get('referrer-policy')).toBe('strict-origin');
  });
});
