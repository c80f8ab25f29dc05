import { authType } from '@pgw/protocol';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { defaultTenant, scenarios } from '../../../src/index.ts';
import { faultCodes } from '../../fault-codes.ts';
import { createPaymentRequest, startCallbackReceiver, startSandboxWithMerchant } from '../../merchant.ts';

const maliciousText = '"><script>alert(1)</script>';

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function postForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
}

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

async function openPaidAndPendingPayment({ merchant, sandbox }: Setup): Promise<{ paidNumber: string }> {
  const paidNumber = await merchant.openApprovedPayment(sandbox, { referenceCode: 'RC-PAID' });
  await merchant.openPayment({ referenceCode: 'RC-PENDING' });
  return { paidNumber };
}

/** Finds the references of `openPaidAndPendingPayment` that a page contains. */
function findReferences(page: string): string[] {
  return ['RC-PAID', 'RC-PENDING'].filter((reference) => page.includes(reference));
}

describe('the list', () => {
  it('the dashboard lists all payments, and counts them by status', async () => {
    await using setup = await startSandboxWithMerchant();
    await openPaidAndPendingPayment(setup);
    const page = await fetchText(`${setup.sandbox.url}/dashboard`);
    expect(findReferences(page)).toStrictEqual(['RC-PAID', 'RC-PENDING']);
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(
      /All <span class="count">2<.*Pending <span class="count">1</,
    );
  });

  it('the dashboard with the filter “pending” lists only pending payments', async () => {
    await using setup = await startSandboxWithMerchant();
    await openPaidAndPendingPayment(setup);
    const page = await fetchText(`${setup.sandbox.url}/dashboard?filter=pending`);
    expect(findReferences(page)).toStrictEqual(['RC-PENDING']);
  });

  it('a search for a transaction number in lower case finds its payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const { paidNumber } = await openPaidAndPendingPayment(setup);
    const page = await fetchText(`${setup.sandbox.url}/dashboard?q=${paidNumber.toLowerCase()}`);
    expect(findReferences(page)).toStrictEqual(['RC-PAID']);
  });

  it('a search without a match shows the searched text', async () => {
    await using setup = await startSandboxWithMerchant();
    const page = await fetchText(`${setup.sandbox.url}/dashboard?q=none`);
    expect(page).toContain('Nothing matches “none”.');
  });

  it('the dashboard shows 50 payments per page', async () => {
    await using setup = await startSandboxWithMerchant();
    for (let count = 0; count < 51; count += 1) await setup.merchant.openPayment();
    const first = await fetchText(`${setup.sandbox.url}/dashboard`);
    expect(first.match(/<th role="rowheader"/g)).toHaveLength(50);
    expect(first).toContain('1–50 of 51');
    const second = await fetchText(`${setup.sandbox.url}/dashboard?page=2`);
    expect(second.match(/<th role="rowheader"/g)).toHaveLength(1);
  });
});

describe('a number in the address', () => {
  it.each(['nothing', '2005' + 'F'.repeat(21), '"><script>alert(1)</script>'])(
    'that no record has is named on the page: %s',
    async (number) => {
      await using setup = await startSandboxWithMerchant();
      await setup.merchant.openPayment({ referenceCode: 'RC-PENDING' });
      const page = await fetchText(`${setup.sandbox.url}/dashboard?open=${encodeURIComponent(number)}`);
      expect(page).toContain('The sandbox has no transaction <code>');
      expect(page).toContain('RC-PENDING');
      expect(page).not.toContain('<script>alert');
    },
  );

  it('of a payout leads to its page, and of a session to its attempt', async () => {
    await using setup = await startSandboxWithMerchant();
    const payout = (await setup.merchant.openPayout()).body.result.transactionNumber;
    const payoutPage = await fetch(`${setup.sandbox.url}/dashboard?open=${payout}`);
    expect(new URL(payoutPage.url).pathname).toBe(`/payout/${payout}`);
    const { channelId: _omitted, ...order } = createPaymentRequest();
    const session = await setup.merchant.post('initialSession', order);
    const { sessionNumber } = session.body.result;
    const page = await fetchText(`${setup.sandbox.url}/dashboard?open=${sessionNumber}`);
    expect(page).toContain('the shopper has not tried to pay yet');
    expect(page).toContain(`href="/pay/${sessionNumber}"`);
  });

  it('of a request or a wallet that does not exist is named on the page', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const [path, text] of [
      ['/dashboard/requests?open=999', 'The sandbox has no request <code>999</code>.'],
      ['/wallets/999', 'The sandbox has no wallet <code>999</code>.'],
      ['/dashboard/none', 'There is no such page'],
    ] as const)
      expect(await fetchText(`${setup.sandbox.url}${path}`)).toContain(text);
  });
});

describe('a transaction', () => {
  it('the details of a payment show its amount, channel, callbacks and the signed text, but not the secret key', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      callbackUrl: receiver.url,
      description: maliciousText,
    });
    await receiver.waitForCallbacks(1);
    await expect
      .poll(() => setup.sandbox.listCallbacks(transactionNumber).map(({ state }) => state))
      .toStrictEqual(['delivered']);
    const page = await fetchText(`${setup.sandbox.url}/dashboard?open=${transactionNumber.toLowerCase()}`);
    for (const text of [
      'sent as 12890',
      'PasarPay',
      'delivered, 1 attempt, HTTP 204',
      receiver.url.toLowerCase(),
    ])
      expect(page.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(page).not.toContain(defaultTenant.secretKey);
    const [callback] = receiver.callbacks;
    expect(page).toContain(`&quot;transactionnumber&quot;:&quot;${transactionNumber.toLowerCase()}&quot;`);
    expect(callback?.body.transactionNumber).toBe(transactionNumber);
  });

  it('the dashboard decides a pending payment, and shows a message for a decided payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const url = `${setup.sandbox.url}/dashboard/${transactionNumber}/decide`;
    expect(await (await postForm(url, { outcome: 'insufficient-funds' })).text()).toContain(
      `The status is now ${paymentStatusNumber.insufficientFunds}`,
    );
    expect(await (await postForm(url, { outcome: 'approve' })).text()).toContain(
      'The payment already has an outcome: its status is 6.',
    );
    expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.insufficientFunds);
  });

  it('a capture on the dashboard reduces the held amount, and a void of the rest sets the status to success', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body
      .result;
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    const url = `${setup.sandbox.url}/dashboard/${transactionNumber}`;
    expect(await (await postForm(`${url}/capture`, { amount: '128.91' })).text()).toContain(
      'The amount is too high: at most RM\u00A0128.90 is left.',
    );
    expect(
      (await (await postForm(`${url}/capture`, { amount: '50.00' })).text()).replaceAll('\u00A0', ' '),
    ).toContain('Captured RM 50.00 (sent as 5000) as ');
    expect(setup.sandbox.findPayment(transactionNumber)).toMatchObject({
      status: paymentStatusNumber.authorized,
      heldAmount: 7890,
    });
    await postForm(`${url}/authorization`, { end: 'void' });
    expect(setup.sandbox.findPayment(transactionNumber)).toMatchObject({
      status: paymentStatusNumber.success,
      paidAmount: 5000,
    });
  });

  it('the dashboard shows the sum that the shopper pays with its parts, and the form of a refund has the whole sum', async () => {
    await using setup = await startSandboxWithMerchant();
    const { merchant, sandbox } = setup;
    const number = await merchant.openApprovedPayment(sandbox, {
      channelId: channelIds.kilatPay,
      amount: 4400,
      referenceCode: 'RC-WITH-FEE',
    });
    const sum = 'RM 44.50 (order RM 44.00 + fee RM 0.50)';
    const readPage = async (path: string): Promise<string> =>
      (await fetchText(`${sandbox.url}${path}`)).replaceAll(/[\s\u00a0]+/g, ' ');
    for (const path of ['/', '/dashboard']) expect(await readPage(path)).toContain(sum);
    const detail = await readPage(`/dashboard?open=${number}`);
    expect(detail).toMatch(/<dt>Reference<\/dt> <dd><code>RC-WITH-FEE</);
    expect(detail).toMatch(
      /<dt>Amount<\/dt> <dd><span class="sum-text">RM 44\.50 \(order RM 44\.00 \+ fee RM 0\.50\)<\/span>/,
    );
    expect(detail).toContain('sent as 4400');
    expect(detail).toMatch(/id="refund" name="amount"[^>]*value="44\.00"/);
  });

  it('a refund on the dashboard appears in the list of refunds, and a refused one shows its code', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    const url = `${setup.sandbox.url}/dashboard/${transactionNumber}/refund`;
    await postForm(url, { amount: '28.90', reason: 'Torn' });
    expect(setup.sandbox.listRefunds(transactionNumber)).toMatchObject([
      { amount: 2890, reason: 'Torn', status: refundStatusNumber.refunded },
    ]);
    setup.sandbox.scenario('refund-unavailable');
    expect(await (await postForm(url, { amount: '1' })).text()).toContain(
      `Refused with fault ${faultCodes.refundFailed}`,
    );
  });

  it('a repeated callback from the dashboard has the same body', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      callbackUrl: receiver.url,
    });
    await receiver.waitForCallbacks(1);
    const [callback] = setup.sandbox.listCallbacks(transactionNumber);
    await postForm(`${setup.sandbox.url}/dashboard/callbacks/${callback?.id}/again`, {});
    const [first, second] = await receiver.waitForCallbacks(2);
    expect(second?.rawBody).toStrictEqual(first?.rawBody);
  });

  it('after a callback was sent again, the list has its filter and its search', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const number = await merchant.openApprovedPayment(sandbox, { callbackUrl: receiver.url });
    await receiver.waitForCallbacks(1);
    const list = await fetch(`${sandbox.url}/dashboard?filter=success&q=RC&open=${number}`);
    const action = /action="([^"]+\/again[^"]*)"/.exec(await list.text())?.[1] ?? '';
    // A shop with the policy `no-referrer`, and some browsers, send no Referer.
    const response = await fetch(new URL(action.replaceAll('&amp;', '&'), sandbox.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: sandbox.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'seen=1&page=transaction',
    });
    const { searchParams } = new URL(response.headers.get('location') ?? '', sandbox.url);
    expect([searchParams.get('filter'), searchParams.get('q'), searchParams.get('open')]).toEqual([
      'success',
      'RC',
      number,
    ]);
  });

  it('the page of callbacks sends also the callback of a payout again', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const payout = (await merchant.openPayout({ callbackUrl: receiver.url })).body.result.transactionNumber;
    sandbox.decidePayout(payout, 'approve');
    await sandbox.waitForCallbacks();
    const url = `${sandbox.url}/dashboard/callbacks`;
    const [, path = ''] = /action="(\/dashboard\/callbacks\/\d+\/again)"/.exec(await fetchText(url)) ?? [];
    const response = await postForm(`${sandbox.url}${path}`, { seen: '1', page: 'callbacks' });
    expect(new URL(response.url).pathname).toBe('/dashboard/callbacks');
    expect(await response.text()).toContain('The callback is being sent again.');
    await sandbox.waitForCallbacks();
    expect(receiver.callbacks).toHaveLength(2);
  });

  it.each([
    ['an unknown payment', 'none/decide'],
    ['an unknown callback', 'callbacks/77/again'],
    ['a callback whose id is not a number', 'callbacks/x/again'],
  ])('a form for %s gets HTTP 404', async (_name, path) => {
    await using setup = await startSandboxWithMerchant();
    expect((await postForm(`${setup.sandbox.url}/dashboard/${path}`, {})).status).toBe(404);
  });

  // Every object inherits a property `toString`, which is not an operation.
  it.each(['none', 'toString'])('a form for the unknown operation %s gets HTTP 404', async (operation) => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const url = `${setup.sandbox.url}/dashboard/${transactionNumber}/${operation}`;
    expect((await postForm(url, {})).status).toBe(404);
  });
});

describe('scenarios', () => {
  it('the scenarios page shows the preset', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const page = await fetchText(`${setup.sandbox.url}/dashboard/scenarios`);
    expect(page).toContain('The preset is <code>document</code>: As the interface document describes it.');
  });

  it('a switch acts at once, with its limits, and every page shows how many scenarios are active', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = `${setup.sandbox.url}/dashboard/scenarios`;
    await postForm(`${url}/response-500`, { on: '1', times: '1', endpoint: 'requestPayment' });
    await postForm(`${url}/callback-never`, { on: '1' });
    expect(await fetchText(`${setup.sandbox.url}/dashboard`)).toContain('2 scenarios active');
    expect((await fetchText(url)).match(/aria-checked="true"/g)).toHaveLength(2);
    expect(await fetchText(url)).toContain(', only requestPayment, 1 use left');
    expect((await setup.merchant.openPayment()).status).toBe(500);
    expect((await setup.merchant.openPayment()).status).toBe(200);
    await postForm(`${url}/callback-never`, { on: '' });
    expect(await fetchText(url)).not.toContain('scenario active');
    expect((await fetch(`${url}/no-such`, { method: 'POST' })).status).toBe(404);
  });

  it.each(['0', '-1', '1.5', 'ten', '99999'])(
    '"%s" is refused as a number of uses, and nothing is switched',
    async (times) => {
      await using setup = await startSandboxWithMerchant();
      const url = `${setup.sandbox.url}/dashboard/scenarios`;
      const page = await (await postForm(`${url}/response-500`, { on: '1', times })).text();
      expect(page).toContain('Not switched on: enter a whole number from 1 to 9999, or nothing.');
      expect(page.replaceAll(/\s+/g, ' ')).toContain(
        `value="${times}" aria-describedby="times-response-500-error"`,
      );
      expect((await setup.merchant.openPayment()).status).toBe(200);
    },
  );

  it('a switch can be limited to one channel', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = `${setup.sandbox.url}/dashboard/scenarios`;
    await postForm(`${url}/response-500`, {
      on: '1',
      channel: String(channelIds.kilatPay),
      endpoint: 'requestPayment',
    });
    expect(await fetchText(url)).toContain(', only requestPayment, only KilatPay<');
    expect((await setup.merchant.openPayment()).status).toBe(200);
    expect((await setup.merchant.openPayment({ channelId: channelIds.kilatPay })).status).toBe(500);
    expect(await fetchText(url)).not.toContain('id="channel-payout-refused"');
  });

  it('all scenarios are switched off by one button', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = `${setup.sandbox.url}/dashboard/scenarios`;
    for (const name of ['response-500', 'no-channels']) await postForm(`${url}/${name}`, { on: '1' });
    await postForm(url, { clear: '1' });
    expect((await setup.merchant.openPayment()).status).toBe(200);
    expect(await fetchText(url)).not.toContain('scenarios active');
  });

  it('every scenario is on the page once', async () => {
    await using setup = await startSandboxWithMerchant();
    const page = await fetchText(`${setup.sandbox.url}/dashboard/scenarios`);
    for (const name of Object.keys(scenarios))
      expect(page.split(`action="/dashboard/scenarios/${name}"`)).toHaveLength(2);
  });

  it('a refund that fails later ends after the clock is turned forward by a button', async () => {
    await using setup = await startSandboxWithMerchant({ refundDelayMs: 30 * 86_400_000 });
    const number = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-fails-later');
    await setup.merchant.refund(number);
    const status = (): number | undefined => setup.sandbox.listRefunds(number)[0]?.status;
    expect(status()).toBe(refundStatusNumber.processing);
    await postForm(`${setup.sandbox.url}/dashboard/clock`, { step: 'thirty-days' });
    expect(status()).toBe(refundStatusNumber.failed);
    await postForm(`${setup.sandbox.url}/dashboard/clock`, { step: 'a-year' });
    expect(setup.sandbox.now() - Date.now()).toBeLessThanOrEqual(30 * 86_400_000);
  });

  it('a button of the scenarios page ends all tokens', async () => {
    await using setup = await startSandboxWithMerchant();
    await postForm(`${setup.sandbox.url}/dashboard/scenarios`, { 'expire-tokens': '1' });
    expect((await setup.merchant.openPayment()).status).toBe(401);
  });
});

it('the dashboard refuses forms of other sites', async () => {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
  const url = `${setup.sandbox.url}/dashboard/${transactionNumber}/decide`;
  expect((await postForm(url, { outcome: 'approve' }, { origin: 'https://evil.example' })).status).toBe(403);
  expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.pending);
  expect((await postForm(url, { outcome: 'approve' }, { origin: setup.sandbox.url })).status).toBe(200);
});

it('the dashboard refuses a form with a foreign Host header', async () => {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
  const { port } = new URL(setup.sandbox.url);
  const sendWithHost = (host: string): Promise<number | undefined> => {
    const path = `/dashboard/${transactionNumber}/decide`;
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end('outcome=approve');
    });
  };
  expect(await sendWithHost(`rebound.example:${port}`)).toBe(403);
  expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.pending);
  expect(await sendWithHost(`localhost:${port}`)).toBe(303);
});

it.each([
  ['/dashboard', 'message'],
  ['/dashboard/callbacks', 'message'],
  ['/dashboard/scenarios', 'message'],
  ['/dashboard/scenarios', 'clock'],
])('the page %s shows no text of a link as its own %s', async (path, parameter) => {
  await using setup = await startSandboxWithMerchant();
  const url = `${setup.sandbox.url}${path}`;
  const text = 'Send your card to the new bank';
  for (const signature of ['', `&${parameter}-signature=${'A'.repeat(43)}`, `&${parameter}-signature=%FF`])
    expect(await fetchText(`${url}?${parameter}=${encodeURIComponent(text)}${signature}`)).not.toContain(
      text,
    );
});

it('every dashboard page escapes texts of the merchant, has no script of a merchant, and has one h1', async () => {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (
    await setup.merchant.openPayment({
      referenceCode: maliciousText,
      callbackUrl: 'http://127.0.0.1:1/?a="><script>',
    })
  ).body.result;
  setup.sandbox.decide(transactionNumber, 'approve');
  for (const path of [
    `?open=${transactionNumber}&message=%3Cscript%3E`,
    '/callbacks',
    '/scenarios',
    '?q=%3Cscript%3E',
  ]) {
    const page = await fetchText(`${setup.sandbox.url}/dashboard${path}`);
    expect(page).not.toMatch(/<script(?! type="module" src="\/assets)| on[a-z]+=|style="/);
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toMatch(/<body[^>]*>\s*<aside class="sandbox-notice"/);
  }
});
