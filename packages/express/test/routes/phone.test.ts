import type { StartRequest, StartResponse, StorefrontRedirect } from '@pgw/protocol';
import jsQR from 'jsqr';
import { afterEach, describe, expect, it } from 'vitest';
import { cardChannelId } from '../card-shop.ts';
import { openShop, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

interface Started {
  readonly reference: string;
  readonly transactionNumber: string;
  readonly redirect: StorefrontRedirect;
}

async function start(options?: ShopOptions, fields?: Partial<StartRequest>): Promise<Started> {
  shop = await openShop(options);
  const { payment, redirect } = (await (await shop.start(fields)).json()) as StartResponse;
  if (redirect.type !== 'url') throw new Error('The payment is not redirected by URL.');
  return { reference: payment.reference, transactionNumber: payment.transactionNumber ?? '', redirect };
}

/** The text of a QR code of unit squares. */
function decode(svg: string): string | undefined {
  const scale = 4;
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const size = modules * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, left = '', top = ''] of svg.matchAll(/M(\d+),(\d+)h1v1h-1z/g))
    for (let at = 0; at < scale * scale; at += 1) {
      const x = Number(left) * scale + (at % scale);
      const y = Number(top) * scale + Math.floor(at / scale);
      pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  return jsQR.default(pixels, size, size)?.data;
}

describe('a payment that is redirected by URL', () => {
  it('has a URL for the phone with its reference, and a QR code of this URL', async () => {
    const { reference, redirect } = await start();
    expect(redirect.phone).toEqual({
      url: `${shop.url}/pgw/payments/${reference}/phone`,
      codeUrl: `/pgw/payments/${reference}/qr`,
    });
    const response = await shop.fetch(redirect.phone?.codeUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(decode(await response.text())).toBe(redirect.phone?.url);
  });

  it('has the public URL in the code, below the path that a proxy removes', async () => {
    const { reference, redirect } = await start({ publicUrl: 'http://localhost/store' });
    expect(redirect.phone).toEqual({
      url: `http://localhost/store/pgw/payments/${reference}/phone`,
      codeUrl: `/store/pgw/payments/${reference}/qr`,
    });
    const response = await shop.fetch(`/pgw/payments/${reference}/qr`);
    expect(decode(await response.text())).toBe(redirect.phone?.url);
  });

  it('sends a code that no cache stores and no other site displays', async () => {
    const { redirect } = await start();
    const { headers } = await shop.fetch(redirect.phone?.codeUrl ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is opened by the URL of the code, without a session of the shop', async () => {
    const { redirect } = await start();
    const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
    expect([response.status, response.headers.get('location')]).toEqual([303, redirect.url]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has no QR code under another reference', async () => {
    const { reference } = await start();
    for (const other of ['unknown', `${reference.slice(0, -1)}!`]) {
      expect((await shop.fetch(`/pgw/payments/${encodeURIComponent(other)}/qr`)).status).toBe(404);
      expect((await shop.fetch(`/pgw/payments/${encodeURIComponent(other)}/phone`)).status).toBe(404);
    }
  });

  it('writes neither the URL of the phone nor that of the gateway to an event', async () => {
    const { redirect } = await start();
    await shop.fetch(redirect.phone?.codeUrl ?? '');
    await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
    const events = JSON.stringify(shop.events);
    expect(events).not.toContain(redirect.phone?.url);
    expect(events).not.toContain(redirect.url);
  });

  it('has no QR code after it was paid, and its URL then leads to the outcome', async () => {
    const { transactionNumber, reference, redirect } = await start();
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    await shop.fetch(`/pgw/payments/${reference}`);
    expect((await shop.fetch(redirect.phone?.codeUrl ?? '')).status).toBe(404);
    const response = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
    expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${reference}`);
  });

  it('has no QR code after its deadline', async () => {
    let now = Date.now();
    const { redirect } = await start({ now: () => now });
    now += 24 * 60 * 60 * 1000;
    expect((await shop.fetch(redirect.phone?.codeUrl ?? '')).status).toBe(404);
  });
});

describe('a payment that can only be continued in the same browser', () => {
  it('has no URL for the phone if the gateway redirects by a script', async () => {
    const { reference, redirect } = await start({}, { channelId: sentuh });
    expect(redirect.phone).toBeUndefined();
    expect((await shop.fetch(`/pgw/payments/${reference}/qr`)).status).toBe(404);
  });

  it('has no QR code if the shop takes the card itself', async () => {
    shop = await openShop({ cards: {} });
    const { payment } = (await (await shop.start({ channelId: cardChannelId })).json()) as StartResponse;
    expect((await shop.fetch(`/pgw/payments/${payment.reference}/qr`)).status).toBe(404);
  });
});

describe('the return of a phone', () => {
  async function openOnPhone({ redirect }: Started): Promise<string> {
    const opened = await shop.fetch(new URL(redirect.phone?.url ?? '').pathname);
    return (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }

  const back = (cookie: string, reference: string, language = 'en') =>
    shop.fetch(`/pgw/return?ReferenceCode=${reference}`, {
      headers: { cookie: `theme=dark; ${cookie}`, 'accept-language': language },
    });

  it('shows the outcome and where to go on, not the page of an order that the phone may not see', async () => {
    const payment = await start({ orderUrl: (id) => `/orders/${id}` });
    const cookie = await openOnPhone(payment);
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    const response = await back(cookie, payment.reference);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('<h1>Payment successful</h1>');
    expect(page).toContain('Go back to the device where you started.');
    expect(page).not.toContain('/orders/');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('is in the language of the phone', async () => {
    const payment = await start();
    const page = await (await back(await openOnPhone(payment), payment.reference, 'ms-MY,en;q=0.5')).text();
    expect(page).toContain('<html lang="ms" dir="ltr">');
    expect(page).toContain('Kembali ke peranti tempat anda bermula.');
  });

  it('shows a page that reloads while the outcome is not known', async () => {
    const payment = await start();
    const page = await (await back(await openOnPhone(payment), payment.reference)).text();
    expect(page).toContain('<h1>Confirming your payment</h1>');
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
  });

  it('of another payment, and of the browser that started the payment, shows the page of the order', async () => {
    const payment = await start({ orderUrl: (id) => `/orders/${id}` });
    const cookie = await openOnPhone(payment);
    const other = (await (await shop.start({ order: 'A2' })).json()) as StartResponse;
    expect((await back(cookie, other.payment.reference)).headers.get('location')).toContain('/orders/A2');
    expect((await back('', payment.reference)).headers.get('location')).toContain('/orders/A1');
  });

  it('is recognized by a cookie that scripts and other sites cannot use', async () => {
    // Over https the sandbox can only redirect by a script, because its own URL has http.
    const { reference } = await start({ publicUrl: 'https://shop.example/store' }, { channelId: sentuh });
    const opened = await shop.fetch(`/pgw/payments/${reference}/phone`);
    expect(opened.headers.get('location')).toBe(`/store/pgw/payments/${reference}/redirect`);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie.split('; ')).toEqual(
      expect.arrayContaining([
        `pgw_phone=${reference}`,
        'Path=/store/pgw',
        'HttpOnly',
        'Secure',
        'SameSite=Lax',
      ]),
    );
  });
});
