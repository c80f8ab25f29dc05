import { verifyCallback } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { defaultTenant } from '../src/index.ts';
import { callbackReceiver, openShop } from './merchant.ts';

it('takes a payment from request over bank page and signed callback to query', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop();
  const { merchant } = shop;
  const started = await merchant.pay({ callbackUrl: `${receiver.url}?a=1` });
  expect(started).toMatchObject({ status: 200, body: { success: true, error: null, __abp: true } });
  const { transactionNumber, redirectUrl, redirectionType } = started.body.result;
  expect(redirectionType).toBe(1);

  const page = await fetch(redirectUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Approve');
  const answered = await fetch(redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve', callback: 'now', return: 'straight' }),
  });
  expect(await answered.text()).toContain('Approved. Returning to Rimba Coffee');

  const callback = (await receiver.atLeast(1))[0]!;
  expect(callback.body).toMatchObject({ status: 1, amount: 12890, transactionNumber });
  expect(verifyCallback(callback, `${receiver.url}?a=1`, defaultTenant.secretKey)).toBe(true);
  const queried = await merchant.query(transactionNumber.toLowerCase());
  expect(queried).toMatchObject({ status: 200, body: { transactionNumber, status: 1, amount: 12890 } });
});
