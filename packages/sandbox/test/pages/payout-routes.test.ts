import { expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

const submitOutcome = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) });

it('the payout page shows amount, bank and name, and only the last digits of the account number', async () => {
  await using setup = await startSandboxWithMerchant();
  const { redirectUrl } = (await setup.merchant.openPayout()).body.result;
  const page = await (await fetch(redirectUrl)).text();
  for (const text of ['Approve this payout?', 'RM\u00A0250.00', 'Aminah binti Yusof ··8901', 'Bank Seri'])
    expect(page).toContain(text);
  expect(page).not.toContain('512345678901');
});

it('after an approval, the payout page links to the shop with the reference and the transaction number', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayout({ referenceCode: 'PO-7' })).body;
  const page = await (await submitOutcome(result.redirectUrl, 'approve')).text();
  expect(page).toContain('Paid out');
  expect(page).toContain(
    `http://127.0.0.1:3000/return?order=A123&amp;ReferenceCode=PO-7&amp;TransactionNumber=${result.transactionNumber}`,
  );
});

it('an approved payout cannot be rejected on its page', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayout()).body;
  await submitOutcome(result.redirectUrl, 'approve');
  expect(await (await submitOutcome(result.redirectUrl, 'reject')).text()).toContain('Paid out');
  expect(setup.sandbox.findPayout(result.transactionNumber)?.status).toBe(paymentStatusNumber.success);
});

it('a payout that is rejected on its page returns the amount to the wallet', async () => {
  await using setup = await startSandboxWithMerchant();
  const walletsBefore = setup.sandbox.listWallets();
  const { redirectUrl } = (await setup.merchant.openPayout()).body.result;
  expect(await (await submitOutcome(redirectUrl, 'reject')).text()).toContain('Rejected');
  expect(setup.sandbox.listWallets()).toStrictEqual(walletsBefore);
});

it('an unknown outcome leaves the payout pending', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayout()).body;
  await submitOutcome(result.redirectUrl, 'perhaps');
  expect(setup.sandbox.findPayout(result.transactionNumber)?.status).toBe(paymentStatusNumber.pending);
});

it('the page of an unknown payout gets HTTP 404', async () => {
  await using setup = await startSandboxWithMerchant();
  expect((await fetch(`${setup.sandbox.url}/payout/2009NONE`)).status).toBe(404);
});
