import { describe, expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { channelGroups } from '../../../src/catalogue/channels.ts';
import { paymentStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { defaultTenant } from '../../../src/options.ts';
import {
  createPaymentRequest,
  readNumberOfUrl,
  startSandboxWithMerchant,
  unknownChannelId,
  type Merchant,
} from '../../merchant.ts';

/** Opens a payment without a channel, and returns the URL of its hosted page. */
async function openHostedPage(merchant: Merchant, fields = {}): Promise<string> {
  const { channelId: _omitted, ...data } = createPaymentRequest();
  return (await merchant.post('requestPayment', { ...data, ...fields })).body.result.redirectUrl;
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

interface Choice {
  readonly channel?: number;
  readonly bank?: string;
}

function submitChoice(url: string, { channel, bank }: Choice): Promise<Response> {
  const body = new URLSearchParams({
    ...(channel !== undefined && { channel: String(channel) }),
    ...(bank !== undefined && { [`bank-${channel}`]: bank }),
  });
  return fetch(url, { method: 'POST', body });
}

it('the hosted page shows the order, the deadline and the limits of channels', async () => {
  // At noon in Kuala Lumpur, the deadline is on the same day. The requests have the real time, which a window of
  // one day accepts.
  const noon = new Date().setUTCHours(4, 0, 0, 0);
  await using setup = await startSandboxWithMerchant({ now: () => noon, timestampWindowMs: 86_400_000 });
  const page = await fetchText(
    await openHostedPage(setup.merchant, { referenceCode: 'RC-10482', description: 'Two mugs' }),
  );
  for (const text of [
    'Sandbox merchant',
    '128.90',
    'RC-10482',
    'Two mugs',
    'today',
    'KilatPay',
    'Only up to RM',
  ])
    expect(page).toContain(text);
});

it('only a page with the default name of the merchant says that the name is a setting of the sandbox', async () => {
  const sentence = 'The name of the merchant is a setting of the sandbox.';
  for (const name of [defaultTenant.name, 'Two Mugs']) {
    await using setup = await startSandboxWithMerchant({ tenants: [{ ...defaultTenant, name }] });
    const hosted = await openHostedPage(setup.merchant, { referenceCode: 'RC-1' });
    const { body } = await setup.merchant.post('requestPayment', createPaymentRequest());
    for (const url of [hosted, body.result.redirectUrl]) {
      const page = await fetchText(url);
      expect(page).toContain(name);
      expect(page.includes(sentence)).toBe(name === defaultTenant.name);
    }
  }
});

it('the hosted page has the terms of a channel with a link, and names a list that holds banks and wallets', async () => {
  await using setup = await startSandboxWithMerchant();
  const page = (await fetchText(await openHostedPage(setup.merchant))).replaceAll(/\s+/g, ' ');
  expect(page).toMatch(
    /By paying, you agree to the <a href="\/terms\/17" target="_blank" rel="noopener">terms of Lintas<\/a>\./,
  );
  expect(page).toContain('<label for="bank-17">Choose your bank or wallet</label>');
  expect(page).toMatch(/id="channel-17-hint">Approve with your bank or wallet</);
  expect(await fetchText(`${setup.sandbox.url}/terms/17`)).toContain('Terms of Lintas banks and wallets');
  expect((await fetch(`${setup.sandbox.url}/terms/5`)).status).toBe(404);
});

it('the hosted page shows only the channels that accept the currency', async () => {
  await using setup = await startSandboxWithMerchant();
  const page = await fetchText(await openHostedPage(setup.merchant, { currencyCode: 'SGD' }));
  expect(page).toContain('KilatPay');
  expect(page).not.toContain('FPX');
});

it('the hosted page omits hidden channels and the channels of other groups', async () => {
  await using setup = await startSandboxWithMerchant();
  const page = await fetchText(
    await openHostedPage(setup.merchant, {
      requestPaymentExtraInfo: {
        channelGroupId: channelGroups.wallets.id,
        hiddenChannel: [channelIds.pasarPay],
      },
    }),
  );
  expect(page).toContain('KilatPay');
  expect(page).not.toContain('PasarPay');
  expect(page).not.toContain('FPX');
});

it('the choice of a hidden channel shows a notice', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant, {
    requestPaymentExtraInfo: { hiddenChannel: [channelIds.pasarPay] },
  });
  const response = await submitChoice(url, { channel: channelIds.pasarPay });
  expect(await response.text()).toContain('Choose a way to pay.');
});

it('the choice of a channel and bank redirects to the bank page', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant);
  const page = await submitChoice(url, { channel: channelIds.fpx, bank: 'BSERI01' });
  expect(page.url).toBe(url.replace('/pay/', '/bank/'));
  expect(await page.text()).toContain('Bank Seri');
});

it.each<[string, Choice, string]>([
  ['no channel', {}, 'Choose a way to pay.'],
  ['an unknown channel', { channel: unknownChannelId }, 'Choose a way to pay.'],
  ['FPX without a bank', { channel: channelIds.fpx }, 'Choose a bank that is available.'],
  [
    'a bank that is offline',
    { channel: channelIds.fpx, bank: 'BKINA01' },
    'Choose a bank that is available.',
  ],
  [
    'a channel whose maximum is below the amount',
    { channel: channelIds.lompatPay },
    'This way to pay does not accept the amount.',
  ],
])('for the choice of %s, the hosted page shows a notice', async (_name, choice, notice) => {
  await using setup = await startSandboxWithMerchant();
  const page = await submitChoice(await openHostedPage(setup.merchant), choice);
  expect(page.url).toContain('/pay/');
  expect(await page.text()).toContain(notice);
});

it('the chosen channel stays selected when its bank is missing', async () => {
  await using setup = await startSandboxWithMerchant();
  const page = await submitChoice(await openHostedPage(setup.merchant), { channel: channelIds.fpx });
  expect(await page.text()).toMatch(new RegExp(`id="channel-${channelIds.fpx}"[^>]*\\schecked\\s*/>`));
});

it('an invalid channel in the form is not repeated in the URL', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant);
  for (const channel of ['unknown', 'x'.repeat(20_000), String(unknownChannelId)]) {
    const body = new URLSearchParams({ channel });
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`${new URL(url).pathname}?error=channelId&channel=`);
  }
});

it('the cancel button sets status 8 (canceled by the shopper), and redirects to the returnUrl with all its parameters', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant, { referenceCode: 'RC 1&2' });
  const response = await fetch(`${url}/cancel`, { method: 'POST', redirect: 'manual' });
  const transactionNumber = readNumberOfUrl(url);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(
    `http://127.0.0.1:3000/return?order=A123&ReferenceCode=RC+1%262&TransactionNumber=${transactionNumber}`,
  );
  expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.userCanceled);
});

describe('the hosted page in other states', () => {
  it('the hosted page of a paid order shows that it is paid', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = await openHostedPage(setup.merchant);
    setup.sandbox.decide(readNumberOfUrl(url), 'approve');
    const page = await fetchText(url);
    expect(page).toContain('This order is paid.');
    expect(page).toContain('Return to Sandbox merchant');
    expect(page).not.toContain('name="channel"');
  });

  it('the hosted page of an expired payment has a link to the shop and no button', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = await openHostedPage(setup.merchant);
    setup.sandbox.decide(readNumberOfUrl(url), 'expire');
    const page = await fetchText(url);
    expect(page).toContain('Payment time ran out');
    expect(page).toContain('Return to Sandbox merchant');
    expect(page).not.toContain('<button');
  });

  it.each(['/pay/2005000000000000000000', '/bank/2005000000000000000000', '/pay/%3Cscript%3E'])(
    'the invalid link %s gets HTTP 404 without details of other payments',
    async (path) => {
      await using setup = await startSandboxWithMerchant();
      await openHostedPage(setup.merchant, { referenceCode: 'PRIVATE-1' });
      const page = await fetch(`${setup.sandbox.url}${path}`);
      expect(page.status).toBe(404);
      const text = await page.text();
      expect(text).toContain('We can’t find that payment');
      expect(text).not.toContain('PRIVATE-1');
    },
  );
});
