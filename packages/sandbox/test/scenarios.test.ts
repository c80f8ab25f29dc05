import { verifyCallback } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { defaultTenant, scenarios } from '../src/index.ts';
import { callbackReceiver, openShop } from './merchant.ts';

describe('callbacks', () => {
  it('never come under callback-never', async () => {
    await using receiver = await callbackReceiver();
    await using shop = await openShop();
    shop.sandbox.scenario('callback-never', { times: 1 });
    const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
    shop.sandbox.decide(result.transactionNumber, 'approve');
    const { result: next } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
    shop.sandbox.decide(next.transactionNumber, 'approve');
    await receiver.atLeast(1);
    expect(receiver.received.map(({ body }) => body.transactionNumber)).toStrictEqual([
      next.transactionNumber,
    ]);
    expect((await shop.merchant.query(result.transactionNumber)).body.status).toBe(1);
  });

  it('come late under callback-late', async () => {
    await using receiver = await callbackReceiver();
    await using shop = await openShop();
    shop.sandbox.scenario('callback-late', { delayMs: 80 });
    const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
    const decidedAt = Date.now();
    shop.sandbox.decide(result.transactionNumber, 'approve');
    await receiver.atLeast(1);
    expect(Date.now() - decidedAt).toBeGreaterThanOrEqual(80);
  });

  it('come twice under callback-twice', async () => {
    await using receiver = await callbackReceiver();
    await using shop = await openShop();
    const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
    shop.sandbox.decide(result.transactionNumber, 'approve', { callback: 'twice' });
    const [first, second] = await receiver.atLeast(2);
    expect(first?.rawBody).toStrictEqual(second?.rawBody);
  });

  it('do not verify under callback-wrongly-signed', async () => {
    await using receiver = await callbackReceiver();
    await using shop = await openShop();
    const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
    shop.sandbox.decide(result.transactionNumber, 'approve', { callback: 'wrongly-signed' });
    const callback = (await receiver.atLeast(1))[0]!;
    expect(callback.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyCallback(callback, receiver.url, defaultTenant.secretKey)).toBe(false);
  });
});

describe('answers', () => {
  it('are 500 under response-500, as often as asked, and nothing is processed', async () => {
    await using shop = await openShop();
    shop.sandbox.scenario('response-500', { times: 1, endpoint: 'requestPayment' });
    const failed = await shop.merchant.pay({ referenceCode: 'AGAIN' });
    expect(failed).toMatchObject({ status: 500, body: { success: false } });
    expect((await shop.merchant.pay({ referenceCode: 'AGAIN' })).status).toBe(200);
  });

  it('are slow under response-slow, and all is processed', async () => {
    await using shop = await openShop();
    shop.sandbox.scenario('response-slow', { delayMs: 120, endpoint: 'requestPayment' });
    const start = performance.now();
    const response = shop.merchant.pay({ referenceCode: 'SLOW' });
    await expect.poll(() => shop.sandbox.findPayment('slow')?.status).toBe(0);
    expect((await response).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(100);
  });

  it('are well again once the scenario is off', async () => {
    await using shop = await openShop();
    shop.sandbox.scenario('response-500');
    expect((await shop.merchant.pay()).status).toBe(500);
    shop.sandbox.scenario('response-500', false);
    expect((await shop.merchant.pay()).status).toBe(200);
  });
});

it('leaves status 14 under unknown-status', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop();
  shop.sandbox.scenario('unknown-status');
  const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
  shop.sandbox.decide(result.transactionNumber, 'approve');
  expect((await receiver.atLeast(1))[0]?.body.status).toBe(14);
  expect((await shop.merchant.query(result.transactionNumber)).body.status).toBe(14);
});

it('meets only the payment on whose bank page a scenario was set', async () => {
  await using shop = await openShop();
  const { result } = (await shop.merchant.pay()).body;
  const form = new URLSearchParams({ outcome: 'approve', scenario: 'response-500' });
  await fetch(result.redirectUrl, { method: 'POST', body: form });
  expect((await shop.merchant.query(result.transactionNumber)).status).toBe(500);
  const second = (await shop.merchant.pay()).body.result;
  expect((await shop.merchant.query(second.transactionNumber)).status).toBe(200);
});

it('describes every scenario for a developer', () => {
  for (const { description } of Object.values(scenarios)) expect(description).toMatch(/^[A-Z].{10,}$/);
});
