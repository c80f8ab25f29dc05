import { expect, it } from 'vitest';
import { openShop } from '../merchant.ts';

const post = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) });

it('asks for the outcome of a payout, and shows neither account nor identity number in full', async () => {
  await using shop = await openShop();
  const { redirectUrl } = (await shop.merchant.payout()).body.result;
  const page = await (await fetch(redirectUrl)).text();
  for (const text of ['Approve this payout?', 'RM\u00A0250.00', 'Aminah binti Yusof ··8901', 'Bank Seri'])
    expect(page).toContain(text);
  expect(page).not.toContain('512345678901');
});

it('approves it once; the receipt leads back to the shop with both numbers', async () => {
  await using shop = await openShop();
  const { result } = (await shop.merchant.payout({ referenceCode: 'PO-7' })).body;
  const page = await (await post(result.redirectUrl, 'approve')).text();
  expect(page).toContain('Paid out');
  expect(page).toContain(
    `http://127.0.0.1:3000/return?order=A123&amp;ReferenceCode=PO-7&amp;TransactionNumber=${result.transactionNumber}`,
  );
  expect(await (await post(result.redirectUrl, 'reject')).text()).toContain('Paid out');
  expect(shop.sandbox.findPayout(result.transactionNumber)?.status).toBe(1);
});

it('rejects it, and the wallet has its money again', async () => {
  await using shop = await openShop();
  const before = shop.sandbox.listWallets();
  const { redirectUrl } = (await shop.merchant.payout()).body.result;
  expect(await (await post(redirectUrl, 'reject')).text()).toContain('Rejected');
  expect(shop.sandbox.listWallets()).toStrictEqual(before);
});

it('leaves it pending for anything else', async () => {
  await using shop = await openShop();
  const { result } = (await shop.merchant.payout()).body;
  await post(result.redirectUrl, 'perhaps');
  expect(shop.sandbox.findPayout(result.transactionNumber)?.status).toBe(0);
});

it('answers 404 to a number that leads nowhere', async () => {
  await using shop = await openShop();
  expect((await fetch(`${shop.sandbox.url}/payout/2009NONE`)).status).toBe(404);
});
