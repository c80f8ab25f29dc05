import { authType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../../../src/catalogue/channel-ids.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../../../merchant.ts';

// A double click without scripts sends a form twice. The forms say what they were shown for.

type Setup = Awaited<ReturnType<typeof startSandboxWithMerchant>>;

async function readPage(response: Response): Promise<string> {
  return (await response.text()).replaceAll(/[\s\u00A0]+/g, ' ');
}

/** Sends the form with this action twice, as it is on a page. Returns the second page. */
async function submitTwice(
  { sandbox }: Setup,
  { page, action, fields = {} }: { page: string; action: RegExp; fields?: Record<string, string> },
): Promise<string> {
  const text = await readPage(await fetch(`${sandbox.url}${page}`));
  const [, path = '', seen = ''] =
    new RegExp(`action="(${action.source})"> <input type="hidden" name="seen" value="(\\d+)"`).exec(text) ??
    [];
  expect(path).not.toBe('');
  const send = (): Promise<Response> =>
    fetch(`${sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams({ ...fields, seen }) });
  await send();
  return readPage(await send());
}

it('"Send again" of a callback returns to the same filter and search', async () => {
  await using setup = await startSandboxWithMerchant();
  await using receiver = await startCallbackReceiver();
  const number = await setup.merchant.openApprovedPayment(setup.sandbox, { callbackUrl: receiver.url });
  await receiver.waitForCallbacks(1);
  const search = `filter=success&q=${number}`;
  const page = await readPage(await fetch(`${setup.sandbox.url}/dashboard?${search}&open=${number}`));
  const [, action = ''] = /action="(\/dashboard\/callbacks\/\d+\/again[^"]*)"/.exec(page) ?? [];
  const url = `${setup.sandbox.url}${action.replaceAll('&amp;', '&')}`;
  const { headers } = await fetch(url, { method: 'POST', redirect: 'manual' });
  const location = new URL(headers.get('location') ?? '', setup.sandbox.url).searchParams;
  expect([location.get('filter'), location.get('q')]).toEqual(['success', number]);
});

describe('a form that is sent twice', () => {
  it('refunds once, and keeps what was typed', async () => {
    await using setup = await startSandboxWithMerchant();
    const number = await setup.merchant.openApprovedPayment(setup.sandbox);
    const fields = { amount: '10', reason: 'Torn' };
    const page = await submitTwice(setup, {
      page: `/dashboard?open=${number}`,
      action: /\/dashboard\/\w+\/refund/,
      fields,
    });
    expect(setup.sandbox.listRefunds(number)).toHaveLength(1);
    expect(page).toMatch(
      /This payment has another refund since the form was shown: \w+ of RM 10\.00 \(sent as 1000\)\. Nothing more was refunded\./,
    );
    expect(page).toMatch(/id="refund" name="amount"[^>]* value="10"/);
    expect(page).toContain('value="Torn"');
  });

  it('captures once', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body
      .result;
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    const page = await submitTwice(setup, {
      page: `/dashboard?open=${transactionNumber}`,
      action: /\/dashboard\/\w+\/capture/,
      fields: { amount: '10' },
    });
    expect(setup.sandbox.findPayment(transactionNumber)).toMatchObject({ paidAmount: 1000 });
    expect(page).toContain('The held amount has changed since the form was shown: RM 118.90');
    expect(page).not.toMatch(/id="last"[^>]* checked/);
  });

  it('sends a callback again once', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const number = await setup.merchant.openApprovedPayment(setup.sandbox, { callbackUrl: receiver.url });
    await setup.sandbox.waitForCallbacks();
    const page = await submitTwice(setup, {
      page: `/dashboard?open=${number}`,
      action: /\/dashboard\/callbacks\/\d+\/again/,
    });
    await setup.sandbox.waitForCallbacks();
    expect(receiver.callbacks).toHaveLength(2);
    expect(page).toContain('No further one was sent.');
  });

  it('turns the clock once', async () => {
    await using setup = await startSandboxWithMerchant();
    const page = await submitTwice(setup, {
      page: '/dashboard/scenarios',
      action: /\/dashboard\/clock/,
      fields: { step: 'one-hour' },
    });
    expect(Math.round((setup.sandbox.now() - Date.now()) / 60_000)).toBe(60);
    expect(page).toContain('The clock was not turned: it has changed since this page was shown');
  });
});

describe('a refused form', () => {
  it('keeps the reason of a refund', async () => {
    await using setup = await startSandboxWithMerchant();
    const number = await setup.merchant.openApprovedPayment(setup.sandbox);
    const body = new URLSearchParams({ amount: '-5', reason: 'Torn at the "corner"' });
    const url = `${setup.sandbox.url}/dashboard/${number}/refund`;
    const page = await readPage(await fetch(url, { method: 'POST', body }));
    expect(page).toContain('value="Torn at the &quot;corner&quot;"');
    expect(setup.sandbox.listRefunds(number)).toStrictEqual([]);
  });

  it('keeps the channel and the endpoint of a limit', async () => {
    await using setup = await startSandboxWithMerchant();
    const body = new URLSearchParams({ on: '1', times: 'ten', channel: '5', endpoint: 'requestPayment' });
    const url = `${setup.sandbox.url}/dashboard/scenarios/response-500`;
    const page = await readPage(await fetch(url, { method: 'POST', body }));
    expect(page).toMatch(/<option value="5" selected ?> ?KilatPay/);
    expect(page).toMatch(/<option selected ?> ?requestPayment/);
  });
});
