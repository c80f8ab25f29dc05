import { request } from 'node:http';
import { sign } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import {
  startCallbackReceiver,
  Merchant,
  startSandboxWithMerchant,
  createPaymentRequest,
} from '../merchant.ts';

interface SentRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with any Host header, as a browser does after DNS rebinding. Resolves with the status. */
function sendWithHost(
  url: string,
  { method = 'GET', headers = {}, body = '' }: SentRequest,
): Promise<number | undefined> {
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

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

it('every route refuses a Host header that does not name this machine', async () => {
  await using setup = await startSandboxWithMerchant();
  const { url } = setup.sandbox;
  const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
  const reboundHost = `rebound.example:${new URL(url).port}`;
  const paths = ['/', '/healthz', '/dashboard', '/wallets', '/settlement.csv', '/assets/sandbox.css'];
  for (const path of [...paths, `/bank/${transactionNumber}`, '/unknown', '/api/unknown'])
    expect(await sendWithHost(`${url}${path}`, { headers: { host: reboundHost } }), path).toBe(403);
});

it('a page that uses DNS rebinding cannot start a payment, although the secret key is public', async () => {
  await using setup = await startSandboxWithMerchant();
  const { url } = setup.sandbox;
  const reboundHost = `rebound.example:${new URL(url).port}`;
  const attacker = new Merchant(url);
  const data = createPaymentRequest();
  const path = new URL(attacker.toUrl('requestPayment')).pathname;
  const headers = {
    ...setup.merchant.createHeaders({
      'cap-signature': sign(`http://${reboundHost}${path}`, data, 'sandbox-secret-key'),
    }),
    host: reboundHost,
    origin: `http://${reboundHost}`,
  };
  expect(await sendWithHost(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(data) })).toBe(
    403,
  );
  expect(setup.sandbox.listPayments()).toHaveLength(0);
});

it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
  'a page of the origin %s cannot change a payment',
  async (origin) => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    for (const path of ['bank', 'pay', 'payout'])
      expect(
        await sendWithHost(`${setup.sandbox.url}/${path}/${transactionNumber}`, {
          method: 'POST',
          headers: { ...formHeaders, origin },
          body: 'outcome=approve',
        }),
      ).toBe(403);
    expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.pending);
  },
);

/** The headers of a form with the Fetch Metadata `site`; `origin` is the sandbox itself, or missing. */
interface FormSource {
  readonly site?: string;
  readonly hasOwnOrigin?: boolean;
  readonly host?: string;
}

describe('forms are accepted only from pages of the sandbox, and from programs', () => {
  it.each<[string, FormSource, number]>([
    ['a page of the sandbox', { site: 'same-origin', hasOwnOrigin: true }, 303],
    ['a page of the sandbox, without an Origin header', { site: 'same-origin' }, 303],
    ['a reload by the person', { site: 'none' }, 303],
    ['a page of the sandbox in an old browser', { hasOwnOrigin: true }, 303],
    ['a program', {}, 303],
    ['a page of another site', { site: 'cross-site' }, 403],
    ['a page on another port of this machine', { site: 'same-site' }, 403],
    [
      'a page of another site, although the Origin header names the sandbox',
      { site: 'cross-site', hasOwnOrigin: true },
      403,
    ],
    ['an unknown value of Sec-Fetch-Site', { site: 'nearby', hasOwnOrigin: true }, 403],
    ['a page that uses DNS rebinding', { site: 'same-origin', host: 'rebound.example' }, 403],
  ])('%s', async (_source, { site, hasOwnOrigin = false, host }, status) => {
    await using setup = await startSandboxWithMerchant();
    const { url } = setup.sandbox;
    const headers = {
      ...formHeaders,
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
      ...(hasOwnOrigin ? { origin: url } : {}),
      ...(host === undefined ? {} : { host }),
    };
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const hosted = (await setup.merchant.openPayment({ channelId: undefined })).body.result;
    const forms = [
      ['/dashboard/scenarios/callback-never', 'on=1'],
      ['/dashboard/clock', 'step=one-minute'],
      [`/pay/${hosted.transactionNumber}/cancel`, ''],
      [`/bank/${transactionNumber}`, 'outcome=approve'],
    ] as const;
    for (const [path, body] of forms)
      expect(await sendWithHost(`${url}${path}`, { method: 'POST', headers, body }), path).toBe(status);
    const isAccepted = status === 303;
    expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(
      isAccepted ? paymentStatusNumber.success : paymentStatusNumber.pending,
    );
    expect(setup.sandbox.now() - Date.now() > 59_000).toBe(isAccepted);
  });
});

it('a page of the sandbox can change a payment', async () => {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
  const { url } = setup.sandbox;
  const headers = { ...formHeaders, origin: url };
  expect(
    await sendWithHost(`${url}/bank/${transactionNumber}`, {
      method: 'POST',
      headers,
      body: 'outcome=approve',
    }),
  ).toBe(303);
  expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.success);
});

it("the form of a redirection script is accepted from the shop's page, because the form only redirects", async () => {
  await using setup = await startSandboxWithMerchant();
  const headers = { ...formHeaders, origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
  for (const path of ['/wallet/1', '/challenge/1'])
    expect(await sendWithHost(`${setup.sandbox.url}${path}`, { method: 'POST', headers })).toBe(303);
});

it('requests and forms are accepted for a host name of allowedHosts', async () => {
  await using setup = await startSandboxWithMerchant({ allowedHosts: ['Sandbox.Test'] });
  const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
  const bank = `${setup.sandbox.url}/bank/${transactionNumber}`;
  const headers = { ...formHeaders, host: 'sandbox.test', origin: 'https://sandbox.test' };
  expect(await sendWithHost(bank, { headers })).toBe(200);
  expect(await sendWithHost(bank, { method: 'POST', headers, body: 'outcome=approve' })).toBe(303);
});

it('no callback is sent to a host that is neither loopback nor allowed, and the callback shows the reason', async () => {
  await using setup = await startSandboxWithMerchant({ callbackRetryMs: [] });
  const hosts = [
    'shop.example',
    // The address of a cloud server's metadata.
    '169.254.169.254',
    // These hosts resemble loopback addresses.
    '127.0.0.1.evil.example',
    '[::ffff:7f00:1]',
    '0.0.0.0',
  ];
  for (const host of hosts) {
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      callbackUrl: `http://${host}/pgw/callback`,
    });
    await expect
      .poll(() => setup.sandbox.listCallbacks(transactionNumber))
      .toMatchObject([{ state: 'given-up', tries: 1, lastResponse: expect.stringContaining('not sent') }]);
  }
});

it('callbacks are sent to a host of callbackHosts', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant({ callbackHosts: ['0.0.0.0'] });
  const callbackUrl = receiver.url.replace('127.0.0.1', '0.0.0.0');
  await setup.merchant.openApprovedPayment(setup.sandbox, { callbackUrl });
  expect(await receiver.waitForCallbacks(1)).toHaveLength(1);
});

it.each([['https://shop.example'], ['shop.example:80/x'], ['']])(
  'createSandbox refuses "%s" as a host name in allowedHosts',
  async (name) => {
    await expect(startSandboxWithMerchant({ allowedHosts: [name] })).rejects.toThrow(
      'allowedHosts.0 must be host names',
    );
  },
);
