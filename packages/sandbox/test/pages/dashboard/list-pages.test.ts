import { expect, it } from 'vitest';
import { startSandboxWithMerchant, walletIds } from '../../merchant.ts';

const maliciousText = '"><script>alert(1)</script>';

it.each(['/wallets', '/payouts', '/refunds'])('the front page links to %s', async (path) => {
  await using setup = await startSandboxWithMerchant();
  expect(await (await fetch(setup.sandbox.url)).text()).toContain(`href="${path}"`);
});

it.each(['/wallets', '/payouts', '/refunds'])(
  'the page %s has one heading, and a navigation that marks the page as current',
  async (path) => {
    await using setup = await startSandboxWithMerchant();
    const response = await fetch(`${setup.sandbox.url}${path}`);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toMatch(new RegExp(`href="${path}"\\s+aria-current="page"`));
    expect(page).toMatch(/<nav aria-label="Dashboard">/);
  },
);

it('the navigation counts transactions, refunds, payouts and callbacks', async () => {
  await using setup = await startSandboxWithMerchant();
  const { sandbox, merchant } = setup;
  const number = await merchant.openApprovedPayment(sandbox);
  await merchant.openPayment();
  await merchant.refund(number);
  await merchant.openPayout();
  const page = await (await fetch(`${sandbox.url}/wallets`)).text();
  const counts = [...page.matchAll(/data-live="count-(\w+)">(\d*)</g)].map(
    ([, name, count]) => `${name} ${count}`,
  );
  expect(counts).toStrictEqual([
    'transactions 2',
    'requests ',
    'callbacks 0',
    'refunds 1',
    'wallets ',
    'payouts 1',
    'scenarios ',
  ]);
});

it('after a payout, the page of wallets shows the types and the reduced balance', async () => {
  await using setup = await startSandboxWithMerchant();
  await setup.merchant.openPayout({ amount: 25_000 });
  const page = await (await fetch(`${setup.sandbox.url}/wallets`)).text();
  expect(page).toContain(`href="/wallets/${walletIds.payout}"`);
  expect(page).toContain('RM\u00A049,750.00');
  for (const walletType of ['basic', 'premium', 'payout']) expect(page).toContain(walletType);
});

it('after a payout, the page of the payout wallet shows its history with an escaped description', async () => {
  await using setup = await startSandboxWithMerchant();
  await setup.merchant.openPayout({ amount: 25_000, description: maliciousText });
  const page = await (await fetch(`${setup.sandbox.url}/wallets/${walletIds.payout}`)).text();
  for (const text of ['-RM\u00A0250.00', 'Opening top-up', 'topup']) expect(page).toContain(text);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toMatch(/<script(?! type="module" src="\/assets)/);
});

it('the page of refunds shows the status and payment of a refund, and its escaped reason', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  await setup.merchant.refund(transactionNumber, { reason: maliciousText });
  const page = await (await fetch(`${setup.sandbox.url}/refunds`)).text();
  expect(page).toContain('title="11 Refunded"');
  expect(page).toContain(transactionNumber);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toMatch(/<script(?! type="module" src="\/assets)/);
});

it('the page of payouts shows the status of a payout, and its escaped reference', async () => {
  await using setup = await startSandboxWithMerchant();
  await setup.merchant.openPayout({ referenceCode: maliciousText });
  const page = await (await fetch(`${setup.sandbox.url}/payouts`)).text();
  expect(page).toContain('title="0 Pending"');
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toMatch(/<script(?! type="module" src="\/assets)/);
});

it.each(['99', 'x', '-1', '9'.repeat(30)])(
  'the URL /wallets/%s of an unknown wallet gets HTTP 404',
  async (id) => {
    await using setup = await startSandboxWithMerchant();
    expect((await fetch(`${setup.sandbox.url}/wallets/${id}`)).status).toBe(404);
  },
);
