import type { StorefrontPayment } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { createStartRequest, openShop, orderTotal, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** A payment with the cookies that the browser received from its start, and the path of its return URL. */
interface Purchase {
  readonly reference: string;
  readonly transactionNumber: string;
  readonly cookie: string;
  readonly returnPath: string;
  readonly phonePath: string;
}

async function buy(options?: ShopOptions): Promise<Purchase> {
  shop = await openShop({ getOrderUrl: (id) => `/orders/${id}`, ...options });
  return startPurchase();
}

async function startPurchase(order = 'A1'): Promise<Purchase> {
  const response = await shop.fetch('/pgw/payments', {
    method: 'POST',
    headers: { cookie: '', 'content-type': 'application/json' },
    body: JSON.stringify(createStartRequest({ order })),
  });
  const { payment, redirect } = (await response.json()) as {
    payment: StorefrontPayment & { transactionNumber: string };
    redirect: { phone?: { url: string } };
  };
  const { reference, transactionNumber } = payment;
  const returnUrl = new URL(shop.sandbox.findPayment(reference)?.returnUrl ?? '');
  return {
    reference,
    transactionNumber,
    cookie: readCookies(response),
    returnPath: `${returnUrl.pathname}?ReferenceCode=${reference}`,
    phonePath: new URL(redirect.phone?.url ?? shop.url).pathname,
  };
}

const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const get = (path: string, cookie = ''): Promise<Response> => shop.fetch(path, { headers: { cookie } });

const getPayment = async (reference: string, cookie = ''): Promise<unknown> =>
  (await get(`/pgw/payments/${reference}`, cookie)).json();

const order = { id: 'A1', amount: orderTotal };

it('a request for a payment without its cookie receives the reference and the state only', async () => {
  const { reference } = await buy();
  expect(await getPayment(reference)).toEqual({ reference, state: 'pending' });
});

it('the browser that started the payment receives the payment with its order', async () => {
  const { reference, cookie } = await buy();
  const returnUrl = `/orders/A1?payment=${reference}`;
  expect(await getPayment(reference, cookie)).toMatchObject({
    reference,
    order,
    orderUrl: '/orders/A1',
    returnUrl,
  });
});

it.each([
  'pgw_payments=',
  'pgw_payments=x',
  'pgw_payments=.........',
  `pgw_payments=${'x'.repeat(23)}`,
  'pgw_payments=%',
])(
  'the cookie %s before the cookie of the payment, for example of another path, does not hide it and is not kept',
  async (emptyCookie) => {
    const { reference, cookie } = await buy();
    expect(await getPayment(reference, `${emptyCookie}; ${cookie}`)).toMatchObject({ order });
    const session = await get('/pgw/session?order=A1', emptyCookie);
    expect(readCookies(session)).toMatch(/^pgw_payments=[\w-]{22}$/);
  },
);

it('the cookie of another payment of the same browser does not give access, and one cookie contains several tokens', async () => {
  const first = await buy();
  const second = await startPurchase('A2');
  expect(await getPayment(first.reference, second.cookie)).toEqual({
    reference: first.reference,
    state: 'pending',
  });
  const response = await shop.fetch('/pgw/session?order=A2', { headers: { cookie: first.cookie } });
  const cookie = readCookies(response);
  expect(await getPayment(first.reference, cookie)).toMatchObject({ order });
  expect(await getPayment(second.reference, cookie)).toMatchObject({ order: { id: 'A2' } });
});

it('the session of the order gives the browser access to the open payment of the order', async () => {
  const { reference } = await buy();
  const session = await get('/pgw/session?order=A1');
  expect(await getPayment(reference, readCookies(session))).toMatchObject({ order });
});

it('a cookie has at most ten tokens, the newest first', async () => {
  shop = await openShop();
  let cookie = '';
  const references: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const response = await shop.fetch('/pgw/start', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
      body: `order=A${n}&channel=5`,
    });
    expect(response.status).toBe(303);
    cookie = readCookies(response);
    const [payment] = await shop.checkout.payments.list({ orderId: `A${n}` });
    references.push(payment?.reference ?? '');
  }
  expect(cookie.length).toBeLessThan(300);
  expect(await getPayment(references[11] ?? '', cookie)).toHaveProperty('order');
  expect(await getPayment(references[2] ?? '', cookie)).toHaveProperty('order');
  expect(await getPayment(references[1] ?? '', cookie)).not.toHaveProperty('order');
});

it('the cookie can be used by the routes of the checkout only', async () => {
  shop = await openShop({ publicUrl: 'https://shop.example/store' });
  // A shop with https refuses the sandbox's redirect URLs, so this payment is redirected by a script.
  const response = await shop.start({ channelId: sentuh });
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()[0]?.split('; ')).toEqual(
    expect.arrayContaining(['Path=/store/pgw', 'HttpOnly', 'Secure', 'SameSite=Lax']),
  );
});

it('the return URL has a random token of its payment and redirects any browser to the page of the order', async () => {
  const first = await buy();
  const second = await startPurchase('A2');
  expect(first.returnPath).toMatch(/^\/pgw\/return\/[\w-]{22}\?/);
  expect(second.returnPath.slice(0, 34)).not.toBe(first.returnPath.slice(0, 34));
  const response = await get(first.returnPath);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/orders/A1?payment=${first.reference}`,
  ]);
  expect(await getPayment(first.reference, readCookies(response))).toMatchObject({ order });
});

it.each(['/pgw/return', '/pgw/return/AAAAAAAAAAAAAAAAAAAAAA', '/pgw/return/x'])(
  'the page %s shows the result without the order to a browser without the cookie',
  async (path) => {
    const { reference, transactionNumber } = await buy();
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    const response = await get(`${path}?ReferenceCode=${reference}`);
    expect(response.status).toBe(200);
    // A nonce is random, and can contain the id of the order.
    const page = (await response.text()).replaceAll(/nonce="[^"]+"/g, '');
    expect(page).toContain('<h1>Payment successful</h1>');
    expect(page).not.toMatch(/orders\/|A1[^-]|128[.]90|<pgw-payment-status/);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(shop.fulfilledReferences).toEqual([reference]);
  },
);

it('the return URL with the token of another payment shows the result without the order', async () => {
  const { reference } = await buy();
  const other = await startPurchase('A2');
  const [path] = other.returnPath.split('?');
  expect((await get(`${path}?ReferenceCode=${reference}`)).status).toBe(200);
});

it('the return URL without a token redirects the browser that started the payment to the page of the order', async () => {
  const { reference, cookie } = await buy();
  const response = await get(`/pgw/return?ReferenceCode=${reference}`, cookie);
  expect(response.headers.get('location')).toBe(`/orders/A1?payment=${reference}`);
});

it('a return URL with 500 characters is accepted by the gateway, and a longer one by no option', async () => {
  const createUrl = (length: number) => `http://localhost/${'s'.repeat(length - 'http://localhost/'.length)}`;
  // "/pgw", "/return/" and a token of 22 characters follow.
  shop = await openShop({ publicUrl: createUrl(500 - 34) });
  const { reference } = await shop.startPayment();
  expect(shop.sandbox.findPayment(reference)?.returnUrl).toHaveLength(500);
  await expect(openShop({ publicUrl: createUrl(501 - 34) })).rejects.toThrow('publicUrl');
});

it('the URL of the QR code has a token: the reference alone does not lead to the bank', async () => {
  const { reference, phonePath } = await buy();
  expect(phonePath).toMatch(new RegExp(`^/pgw/payments/${reference}/phone/[\\w-]{22}$`));
  for (const path of [
    `/pgw/payments/${reference}/phone`,
    `/pgw/payments/${reference}/phone/AAAAAAAAAAAAAAAAAAAAAA`,
    phonePath.slice(0, -1),
    `/pgw/payments/${reference}/qr`,
  ])
    expect((await get(path)).status, path).toBe(404);
});

it('the script page of a payment redirects a browser without the cookie to the result', async () => {
  shop = await openShop();
  const response = await shop.start({ channelId: sentuh });
  const { payment } = (await response.json()) as { payment: StorefrontPayment };
  const path = `/pgw/payments/${payment.reference}/redirect`;
  expect((await get(path, readCookies(response))).status).toBe(200);
  expect((await get(path)).headers.get('location')).toBe(`/pgw/return?ReferenceCode=${payment.reference}`);
});

it('a person with the QR code sees the state and not the order, also with the return URL from the bank’s page', async () => {
  const { reference, phonePath, returnPath, cookie } = await buy();
  const phone = readCookies(await get(phonePath));
  expect(await getPayment(reference, phone)).toEqual({ reference, state: 'pending' });
  for (const cookies of [phone, '']) {
    const response = await get(returnPath, cookies);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('/orders/');
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect((await get(returnPath, cookie)).headers.get('location')).toContain('/orders/A1');
});

it('the token of the QR code does not lead to the bank after the payment has ended', async () => {
  const { phonePath, transactionNumber, reference } = await buy();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await getPayment(reference);
  const response = await get(phonePath);
  expect(response.headers.get('location')).toBe(`/pgw/return?ReferenceCode=${reference}`);
});

it('no token is in the stored payment, in events or in a problem', async () => {
  const { reference, returnPath, phonePath, cookie } = await buy();
  const tokens = [returnPath, phonePath, cookie].map((text) => /[\w-]{22}(?=$|\?)/.exec(text)?.[0] ?? '');
  expect(tokens.every((token) => token.length === 22)).toBe(true);
  await get(phonePath);
  const stored = JSON.stringify([
    await shop.checkout.payments.get(reference),
    await shop.checkout.operator.payments.inspect(reference),
    shop.events,
  ]);
  for (const token of tokens) expect(stored).not.toContain(token);
});
