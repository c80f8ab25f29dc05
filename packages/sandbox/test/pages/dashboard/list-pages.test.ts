import { expect, it } from 'vitest';
import { startSandboxWithMerchant } from '../../merchant.ts';

const maliciousText = '"><script>alert(1)</script>';

it('the front page links to wallets, payouts and refunds', async () => {
  await using setup = await startSandboxWithMerchant();
  const front = await (await fetch(setup.sandbox.url)).text();
  for (const path of ['/wallets', '/payouts', '/refunds']) {
    expect(front).toContain(`href="${path}"`);
    const page = await fetch(`${setup.sandbox.url}${path}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text.match(/<h1/g)).toHaveLength(1);
    // The navigation shows all sections.
    expect(text).toContain(`href="${path}"  aria-current="page"`);
    expect(text).toContain('href="/dashboard/callbacks"');
  }
});

it('the pages of wallets show balances and history', async () => {
  await using setup = await startSandboxWithMerchant();
  await setup.merchant.openPayout({ description: maliciousText });
  const list = await (await fetch(`${setup.sandbox.url}/wallets`)).text();
  for (const text of ['href="/wallets/3003"', 'RM\u00A049,750.00', 'basic', 'premium', 'payout'])
    expect(list).toContain(text);
  const history = await (await fetch(`${setup.sandbox.url}/wallets/3003`)).text();
  for (const text of ['RM\u00A0−250.00', 'Opening top-up', 'topup']) expect(history).toContain(text);
  expect(history).not.toContain('<script');
});

it('the pages of refunds and payouts show escaped texts', async () => {
  await using setup = await startSandboxWithMerchant();
  const number = await setup.merchant.openApprovedPayment(setup.sandbox);
  await setup.merchant.refund(number, { reason: maliciousText });
  await setup.merchant.openPayout({ referenceCode: maliciousText });
  const refunds = await (await fetch(`${setup.sandbox.url}/refunds`)).text();
  const payouts = await (await fetch(`${setup.sandbox.url}/payouts`)).text();
  expect(refunds).toContain('title="11 Refunded"');
  expect(refunds).toContain(number);
  expect(payouts).toContain('title="0 Pending"');
  for (const page of [refunds, payouts]) {
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;');
  }
});

it.each(['99', 'x', '-1', '9'.repeat(30)])('the page of the unknown wallet %s gets 404', async (id) => {
  await using setup = await startSandboxWithMerchant();
  expect((await fetch(`${setup.sandbox.url}/wallets/${id}`)).status).toBe(404);
});
