import type { StartRequest, StartResponse } from '@pgw/protocol';
import jsQR from 'jsqr';
import { afterEach, expect, it } from 'vitest';
import { cardChannelId } from '../../card-shop.ts';
import { openShop, sentuh, type Shop, type ShopOptions, type StartedPayment } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Opens a shop and starts a payment. */
async function startPayment(options?: ShopOptions, fields?: Partial<StartRequest>): Promise<StartedPayment> {
  shop = await openShop(options);
  return shop.startPayment(fields);
}

/** Decodes a QR code. Its SVG draws each dark module as a square of size 1. */
function decodeQrCode(svg: string): string | undefined {
  const scale = 4; // pixels per module in each direction
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const size = modules * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, left = '', top = ''] of svg.matchAll(/M(\d+),(\d+)h1v1h-1z/g))
    for (let nth = 0; nth < scale * scale; nth += 1) {
      const x = Number(left) * scale + (nth % scale);
      const y = Number(top) * scale + Math.floor(nth / scale);
      // Black: the red, green and blue bytes of the pixel are 0, and its opacity stays 255.
      const offset = 4 * (y * size + x);
      pixels.fill(0, offset, offset + 3);
    }
  return jsQR.default(pixels, size, size)?.data;
}

it('a started payment has a URL for the phone with its reference and a token, and a QR code of this URL', async () => {
  const { reference, redirect } = await startPayment();
  expect(redirect.phone).toEqual({
    url: expect.stringMatching(new RegExp(`^${shop.url}/pgw/payments/${reference}/phone/[\\w-]{22}$`)),
    codeUrl: `/pgw/payments/${reference}/qr`,
  });
  const response = await shop.fetch(redirect.phone?.codeUrl ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('image/svg+xml');
  expect(decodeQrCode(await response.text())).toBe(redirect.phone?.url);
});

it('the QR code contains the public URL with the path that a proxy removes', async () => {
  const { reference, redirect } = await startPayment({ publicUrl: 'http://localhost/store' });
  expect(redirect.phone).toEqual({
    url: expect.stringMatching(`^http://localhost/store/pgw/payments/${reference}/phone/`),
    codeUrl: `/store/pgw/payments/${reference}/qr`,
  });
  const response = await shop.fetch(`/pgw/payments/${reference}/qr`);
  expect(decodeQrCode(await response.text())).toBe(redirect.phone?.url);
});

it('the response with a QR code must not be cached or displayed by another site', async () => {
  const { redirect } = await startPayment();
  const { headers } = await shop.fetch(redirect.phone?.codeUrl ?? '');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

it('the URL of the QR code redirects to the payment without a session of the shop', async () => {
  const { redirect } = await startPayment();
  const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
  expect([response.status, response.headers.get('location')]).toEqual([303, redirect.url]);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

it('the QR code and the phone URL of an unknown reference respond 404', async () => {
  const { reference } = await startPayment();
  for (const other of ['unknown', `${reference.slice(0, -1)}!`]) {
    expect((await shop.fetch(`/pgw/payments/${encodeURIComponent(other)}/qr`)).status).toBe(404);
    expect(
      (await shop.fetch(`/pgw/payments/${encodeURIComponent(other)}/phone/AAAAAAAAAAAAAAAAAAAAAA`)).status,
    ).toBe(404);
  }
});

it('no event contains the phone URL or the redirect URL of the gateway', async () => {
  const { redirect } = await startPayment();
  await shop.fetch(redirect.phone?.codeUrl ?? '');
  await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
  const events = JSON.stringify(shop.events);
  expect(events).not.toContain(redirect.phone?.url);
  expect(events).not.toContain(redirect.url);
});

it('a paid payment has no QR code, and its phone URL redirects to the return page', async () => {
  const { transactionNumber, reference, redirect } = await startPayment();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.fetch(`/pgw/payments/${reference}`);
  expect((await shop.fetch(redirect.phone?.codeUrl ?? '')).status).toBe(404);
  const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
  expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${reference}`);
});

it('a payment has no QR code after its deadline', async () => {
  let now = Date.now();
  const { redirect } = await startPayment({ now: () => now });
  now += 24 * 60 * 60 * 1000;
  expect((await shop.fetch(redirect.phone?.codeUrl ?? '')).status).toBe(404);
});

it('a payment that the gateway redirects by a script has no phone URL', async () => {
  const { reference, redirect } = await startPayment({}, { channelId: sentuh });
  expect(redirect.phone).toBeUndefined();
  expect((await shop.fetch(`/pgw/payments/${reference}/qr`)).status).toBe(404);
});

it('a payment on a card channel of a shop with cards has no QR code', async () => {
  shop = await openShop({ cards: {} });
  const { payment } = (await (await shop.start({ channelId: cardChannelId })).json()) as StartResponse;
  expect((await shop.fetch(`/pgw/payments/${payment.reference}/qr`)).status).toBe(404);
});

/** Opens the payment as a phone does. Returns the cookie that the shop sets. */
async function openOnPhone({ redirect }: StartedPayment): Promise<string> {
  const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const returnToShop = (cookie: string, reference: string, language = 'en') =>
  shop.fetch(`/pgw/return?ReferenceCode=${reference}`, {
    headers: { cookie: `theme=dark; ${cookie}`, 'accept-language': language },
  });

it('on a phone the return page shows the outcome and the next step, and does not redirect to the page of the order', async () => {
  const payment = await startPayment({ getOrderUrl: (id) => `/orders/${id}` });
  const cookie = await openOnPhone(payment);
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const response = await returnToShop(cookie, payment.reference);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('<h1>Payment successful</h1>');
  expect(page).toContain('Go back to the device where you started.');
  expect(page).not.toContain('/orders/');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('on a phone the return page has the language of the phone', async () => {
  const payment = await startPayment();
  const page = await (
    await returnToShop(await openOnPhone(payment), payment.reference, 'ms-MY,en;q=0.5')
  ).text();
  expect(page).toContain('<html lang="ms" dir="ltr">');
  expect(page).toContain('Kembali ke peranti tempat anda bermula.');
});

it('on a phone the return page reloads while the payment is pending', async () => {
  const payment = await startPayment();
  const page = await (await returnToShop(await openOnPhone(payment), payment.reference)).text();
  expect(page).toContain('<h1>Confirming your payment</h1>');
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
});

it('a browser that opened a payment by its QR code returns from another payment to the page of its order', async () => {
  const payment = await startPayment({ getOrderUrl: (id) => `/orders/${id}` });
  await openOnPhone(payment);
  const other = await shop.startPayment({ order: 'A2' });
  const response = await shop.fetch(`/pgw/return?ReferenceCode=${other.reference}`);
  expect(response.headers.get('location')).toContain('/orders/A2');
});

it('the cookie of a phone cannot be used by scripts or other sites', async () => {
  const { redirect } = await startPayment();
  const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie.split('; ')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^pgw_phone=[\w-]{22}$/),
      'Path=/pgw',
      'HttpOnly',
      'SameSite=Lax',
    ]),
  );
});
