import { request } from 'node:http';
import { sign } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { callbackReceiver, Merchant, openShop, payment } from './merchant.ts';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with any Host header, as a browser does after DNS rebinding. Resolves with the status. */
function send(url: string, { method = 'GET', headers = {}, body = '' }: Sent): Promise<number | undefined> {
  const { port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: pathname, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

it('every route refuses a Host header that does not name this machine, as after DNS rebinding', async () => {
  await using shop = await openShop();
  const { url } = shop.sandbox;
  const { transactionNumber } = (await shop.merchant.pay()).body.result;
  const rebound = `rebound.example:${new URL(url).port}`;
  const paths = ['/', '/healthz', '/dashboard', '/wallets', '/settlement.csv', '/assets/sandbox.css'];
  for (const path of [...paths, `/bank/${transactionNumber}`, '/unknown', '/api/unknown'])
    expect([path, await send(`${url}${path}`, { headers: { host: rebound } })]).toStrictEqual([path, 403]);
});

it('a page with DNS rebinding cannot start a payment, although the secret is public', async () => {
  await using shop = await openShop();
  const { url } = shop.sandbox;
  const rebound = `rebound.example:${new URL(url).port}`;
  const attacker = new Merchant(url);
  const data = payment();
  const path = new URL(attacker.url('requestPayment')).pathname;
  const headers = {
    ...shop.merchant.headers({
      'cap-signature': sign(`http://${rebound}${path}`, data, 'sandbox-secret-key'),
    }),
    host: rebound,
    origin: `http://${rebound}`,
  };
  expect(await send(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(data) })).toBe(403);
  expect(shop.sandbox.listPayments()).toHaveLength(0);
});

it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
  'a page of the origin %s cannot change a payment',
  async (origin) => {
    await using shop = await openShop();
    const { transactionNumber } = (await shop.merchant.pay()).body.result;
    const { url } = shop.sandbox;
    for (const path of ['bank', 'pay', 'payout'])
      expect(
        await send(`${url}/${path}/${transactionNumber}`, {
          method: 'POST',
          headers: { ...form, origin },
          body: 'outcome=approve',
        }),
      ).toBe(403);
    expect(shop.sandbox.findPayment(transactionNumber)?.status).toBe(0);
    const own = { ...form, origin: url };
    const bank = `${url}/bank/${transactionNumber}`;
    expect(await send(bank, { method: 'POST', headers: own, body: 'outcome=approve' })).toBe(303);
    expect(shop.sandbox.findPayment(transactionNumber)?.status).toBe(1);
  },
);

it("the form of a redirect script is accepted from the shop's page, because it only redirects", async () => {
  await using shop = await openShop();
  const headers = { ...form, origin: 'https://shop.example' };
  for (const path of ['/wallet/1', '/challenge/1'])
    expect(await send(`${shop.sandbox.url}${path}`, { method: 'POST', headers })).toBe(303);
});

it('requests and forms are accepted for a host name that the options allow', async () => {
  await using shop = await openShop({ allowedHosts: ['Sandbox.Test'] });
  const { transactionNumber } = (await shop.merchant.pay()).body.result;
  const bank = `${shop.sandbox.url}/bank/${transactionNumber}`;
  const headers = { ...form, host: 'sandbox.test', origin: 'https://sandbox.test' };
  expect(await send(bank, { headers })).toBe(200);
  expect(await send(bank, { method: 'POST', headers, body: 'outcome=approve' })).toBe(303);
});

it('no callback is sent to a host that is neither loopback nor allowed, and the event names the reason', async () => {
  await using shop = await openShop({ callbackRetryMs: [] });
  const hosts = ['169.254.169.254', 'shop.example', '127.0.0.1.evil.example', '[::ffff:7f00:1]', '0.0.0.0'];
  for (const host of hosts) {
    const number = await shop.merchant.paid(shop.sandbox, { callbackUrl: `http://${host}/pgw/callback` });
    await expect
      .poll(() => shop.sandbox.listCallbacks(number))
      .toMatchObject([{ state: 'given-up', tries: 1, lastResponse: expect.stringContaining('not sent') }]);
  }
});

it('callbacks are sent to a host that the options allow', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop({ callbackHosts: ['0.0.0.0'] });
  const callbackUrl = receiver.url.replace('127.0.0.1', '0.0.0.0');
  await shop.merchant.paid(shop.sandbox, { callbackUrl });
  expect(await receiver.atLeast(1)).toHaveLength(1);
});

it.each([['https://shop.example'], ['shop.example:80/x'], ['']])(
  '"%s" is refused as a host name',
  async (name) => {
    await expect(openShop({ allowedHosts: [name] })).rejects.toThrow('allowedHosts.0 must be host names');
  },
);
