import { afterEach, expect, it } from 'vitest';
import { openShop, sentuh, type Shop, type ShopOptions } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Starts a payment that the gateway redirects by a script. Its redirect page is at `path`. */
async function startScriptPayment(options: ShopOptions = {}): Promise<{
  path: string;
  reference: string;
  transactionNumber: string;
}> {
  shop = await openShop(options);
  const { redirect, reference, transactionNumber } = await shop.startPayment({ channelId: sentuh });
  return { path: redirect.url, reference, transactionNumber };
}

it('a gateway script is on the redirect page only, and in no response that the checkout page fetches', async () => {
  const { path, reference } = await startScriptPayment();
  expect(path).toBe(`/pgw/payments/${reference}/redirect`);
  const responses = [`/pgw/payments/${reference}`, '/pgw/session?order=A1'].map((url) => shop.fetch(url));
  for (const response of await Promise.all(responses))
    expect(await response.text()).not.toContain('submit()');
});

it('the redirect page has the script and a link to the gateway, and nothing of the shop', async () => {
  const { path } = await startScriptPayment();
  const response = await shop.fetch(path);
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain("form.method = 'POST';");
  expect(page).toMatch(new RegExp(`<a href="${shop.sandbox.url}/[^"]+">Continue to Sentuh eWallet</a>`));
  expect(page).not.toMatch(/pgw-checkout|checkout\.js|<iframe|<form/);
  // The script adds its form to the body, so the script comes after the start of the body.
  expect(page.indexOf('<script')).toBeGreaterThan(page.indexOf('</main>'));
});

it('the redirect page has an opaque origin, runs only the script, and is never framed or stored', async () => {
  const { path } = await startScriptPayment({ redirectOrigins: ['https://bank.example'] });
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
    `report-uri ${path}`,
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
])('the redirect page has the language of the browser: %s', async (accepted, lang, text) => {
  const { path } = await startScriptPayment();
  const page = await (await shop.fetch(path, { headers: { 'accept-language': accepted } })).text();
  expect(page).toContain(`<html lang="${lang}"`);
  expect(page).toContain(text);
});

it('the redirect page redirects to the return page after the payment is synced', async () => {
  const { path, reference, transactionNumber } = await startScriptPayment();
  shop.sandbox.decide(transactionNumber, 'approve');
  await shop.checkout.payments.sync(reference);
  const response = await shop.fetch(path);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/pgw/return?ReferenceCode=${reference}`,
  ]);
  expect((await shop.fetch(response.headers.get('location') ?? '')).status).toBe(200);
});

it('the redirect page redirects to the return page after the payment has expired', async () => {
  let now = Date.now();
  const { path } = await startScriptPayment({ now: () => now });
  now += 24 * 60 * 60 * 1000;
  expect((await shop.fetch(path)).headers.get('location')).toContain('/pgw/return?');
});

it('the URL of the redirect page contains the path that a proxy removes', async () => {
  const { path, reference } = await startScriptPayment({ publicUrl: 'https://shop.example/store' });
  expect(path).toBe(`/store/pgw/payments/${reference}/redirect`);
  expect((await shop.fetch(path.replace('/store', ''))).status).toBe(200);
});

it('a form that starts a payment without scripts redirects to the URL of the gateway, also for a channel with a script', async () => {
  shop = await openShop();
  const body = new URLSearchParams({ order: 'A1', channel: String(sentuh) });
  const response = await shop.fetch('/pgw/start', { method: 'POST', headers: { origin: shop.url }, body });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    expect.stringContaining(shop.sandbox.url),
  ]);
});

it('the redirect page of a payment without a script redirects to the URL of the gateway', async () => {
  shop = await openShop();
  const { reference, redirect } = await shop.startPayment();
  const response = await shop.fetch(`/pgw/payments/${reference}/redirect`);
  expect([response.status, response.headers.get('location')]).toEqual([303, redirect.url]);
});

it('the redirect page of an unknown payment responds 404', async () => {
  shop = await openShop();
  expect((await shop.fetch('/pgw/payments/unknown/redirect')).status).toBe(404);
});

it('with redirectScript: same-origin the redirect page has the origin of the shop and sends it to the gateway', async () => {
  const { path } = await startScriptPayment({ redirectScript: 'same-origin' });
  const { headers } = await shop.fetch(path);
  const sandbox = 'sandbox allow-scripts allow-forms allow-top-navigation allow-same-origin';
  expect(headers.get('content-security-policy')).toContain(sandbox);
  expect(headers.get('referrer-policy')).toBe('strict-origin');
});

/** Sends the report of a browser whose policy has blocked something. */
const report = (path: string, blockedUri: unknown, type = 'application/csp-report'): Promise<Response> =>
  shop.fetch(path, {
    method: 'POST',
    headers: { 'content-type': type, origin: 'null', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({
      'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': blockedUri },
    }),
  });

it('an event reports a script that the browser has blocked, at most once a minute and without the path of a URL', async () => {
  let offsetMs = 0;
  const { path, reference } = await startScriptPayment({ now: () => Date.now() + offsetMs });
  const responses = [await report(path, 'eval'), await report(path, 'inline')];
  expect(responses.map(({ status }) => status)).toEqual([204, 204]);
  offsetMs = 61_000;
  await report(path, 'https://cdn.example/script.js?token=secret');
  expect(shop.eventsNamed('redirection-blocked')).toMatchObject([
    { level: 'warn', reference, directive: 'script-src', blocked: 'eval' },
    { level: 'warn', reference, directive: 'script-src', blocked: 'https://cdn.example' },
  ]);
});

it.each([
  ['without the address', undefined, 'application/csp-report'],
  ['with a number as address', 7, 'application/csp-report'],
  ['with a long address', 'x'.repeat(3_000), 'application/csp-report'],
  ['of another type', 'eval', 'application/json'],
])('a report %s is refused with 400', async (_title, blockedUri, type) => {
  const { path } = await startScriptPayment();
  expect((await report(path, blockedUri, type)).status).toBe(400);
  expect(shop.eventsNamed('redirection-blocked')).toEqual([]);
});

it('a report about a payment without a script causes no event', async () => {
  shop = await openShop();
  const { reference } = await shop.startPayment();
  expect((await report(`/pgw/payments/${reference}/redirect`, 'eval')).status).toBe(204);
  expect((await report('/pgw/payments/RC-0/redirect', 'eval')).status).toBe(404);
  expect(shop.eventsNamed('redirection-blocked')).toEqual([]);
});
