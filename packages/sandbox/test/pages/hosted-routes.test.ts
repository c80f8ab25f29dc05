import { describe, expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/status-numbers.ts';
import { startSandboxWithMerchant, createPaymentRequest, type Merchant } from '../merchant.ts';

/** Opens a payment without a channel, and returns the URL of its hosted page. */
async function openHostedPage(merchant: Merchant, fields = {}): Promise<string> {
  const { channelId: _omitted, ...data } = createPaymentRequest();
  return (await merchant.post('requestPayment', { ...data, ...fields })).body.result.redirectUrl;
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function submitChoice(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
}

it('the hosted page shows the order, the deadline and the channels that accept the currency', async () => {
  // It is noon in Kuala Lumpur, so the deadline is on the same day. The requests of the test have the real time.
  const noon = new Date().setUTCHours(4, 0, 0, 0);
  await using setup = await startSandboxWithMerchant({ now: () => noon, timestampWindowMs: 86_400_000 });
  const page = await fetchText(
    await openHostedPage(setup.merchant, { referenceCode: 'RC-10482', description: 'Two mugs' }),
  );
  for (const text of ['Rimba Coffee', '128.90', 'RC-10482', 'Two mugs', 'today', 'KilatPay', 'Only up to RM'])
    expect(page).toContain(text);
  const inDollars = await fetchText(await openHostedPage(setup.merchant, { currencyCode: 'SGD' }));
  expect(inDollars).toContain('KilatPay');
  expect(inDollars).not.toContain('FPX');
});

it('the hosted page omits hidden channels and other groups, and a form with a hidden channel gets a notice', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant, {
    requestPaymentExtraInfo: { channelGroupId: 3, hiddenChannel: [7] },
  });
  const page = await fetchText(url);
  expect(page).toContain('KilatPay');
  expect(page).not.toContain('PasarPay');
  expect(page).not.toContain('FPX');
  const response = await submitChoice(url, { channel: '7' });
  expect(await response.text()).toContain('Choose a way to pay.');
});

it('the choice of a channel and bank redirects to the bank page', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant);
  const page = await submitChoice(url, { channel: '2', bank: 'BSERI01' });
  expect(page.url).toBe(url.replace('/pay/', '/bank/'));
  expect(await page.text()).toContain('Bank Seri');
});

it.each([
  [{}, 'Choose a way to pay.'],
  [{ channel: '999' }, 'Choose a way to pay.'],
  [{ channel: '2' }, 'Choose a bank that is available.'],
  [{ channel: '2', bank: 'BKINA01' }, 'Choose a bank that is available.'],
  [{ channel: '8' }, 'This way to pay does not accept the amount.'],
])('the hosted page shows a notice for the invalid choice %j', async (fields, notice) => {
  await using setup = await startSandboxWithMerchant();
  const page = await submitChoice(await openHostedPage(setup.merchant), fields as Record<string, string>);
  expect(page.url).toContain('/pay/');
  expect(await page.text()).toContain(notice);
});

it('the cancel button cancels the payment (8) and returns to the returnUrl with all its parameters', async () => {
  await using setup = await startSandboxWithMerchant();
  const url = await openHostedPage(setup.merchant, { referenceCode: 'RC 1&2' });
  const response = await fetch(`${url}/cancel`, { method: 'POST', redirect: 'manual' });
  const transactionNumber = url.split('/').at(-1);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(
    `http://127.0.0.1:3000/return?order=A123&ReferenceCode=RC+1%262&TransactionNumber=${transactionNumber}`,
  );
  expect(setup.sandbox.findPayment(transactionNumber ?? '')?.status).toBe(paymentStatusNumber.userCancelled);
});

describe('the hosted page in other states', () => {
  it('the hosted page of a paid order shows that it is paid', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = await openHostedPage(setup.merchant);
    setup.sandbox.decide(url.split('/').at(-1) ?? '', 'approve');
    const page = await fetchText(url);
    expect(page).toContain('This order is paid.');
    expect(page).toContain('Return to Rimba Coffee');
    expect(page).not.toContain('name="channel"');
  });

  it('the hosted page of an expired payment has a link to the shop and no button', async () => {
    await using setup = await startSandboxWithMerchant();
    const url = await openHostedPage(setup.merchant);
    setup.sandbox.decide(url.split('/').at(-1) ?? '', 'expire');
    const page = await fetchText(url);
    expect(page).toContain('Payment time ran out');
    expect(page).toContain('Return to Rimba Coffee');
    expect(page).not.toContain('<button');
  });

  it.each(['/pay/2005000000000000000000', '/bank/2005000000000000000000', '/pay/%3Cscript%3E'])(
    'the invalid link %s gets 404 without details of other payments',
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
