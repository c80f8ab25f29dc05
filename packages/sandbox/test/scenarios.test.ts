import { verifyCallback } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../src/catalogue/status-numbers.ts';
import { defaultTenant, scenarios, type ScenarioName, type ScenarioOptions } from '../src/index.ts';
import { faultCodes } from './fault-codes.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from './merchant.ts';

describe('callbacks', () => {
  it('with callback-never, no callback is sent', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('callback-never', { times: 1 });
    const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    setup.sandbox.decide(result.transactionNumber, 'approve');
    const { result: nextResult } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    setup.sandbox.decide(nextResult.transactionNumber, 'approve');
    await receiver.waitForCallbacks(1);
    expect(receiver.callbacks.map(({ body }) => body.transactionNumber)).toStrictEqual([
      nextResult.transactionNumber,
    ]);
    expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
  });

  it('with callback-late, the callback is sent after its delay', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('callback-late', { delayMs: 80 });
    const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    const decidedAt = Date.now();
    setup.sandbox.decide(result.transactionNumber, 'approve');
    await receiver.waitForCallbacks(1);
    // The limit allows for inexact timers.
    expect(Date.now() - decidedAt).toBeGreaterThan(70);
  });

  it('with callback-twice, the callback is sent twice', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    setup.sandbox.decide(result.transactionNumber, 'approve', { callback: 'twice' });
    const [first, second] = await receiver.waitForCallbacks(2);
    expect(first?.rawBody).toStrictEqual(second?.rawBody);
  });

  it('with callback-wrongly-signed, the signature of the callback is wrong', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
    setup.sandbox.decide(result.transactionNumber, 'approve', { callback: 'wrongly-signed' });
    const callback = (await receiver.waitForCallbacks(1))[0]!;
    expect(callback.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyCallback(callback, receiver.url, defaultTenant.secretKey)).toBe(false);
  });
});

describe('responses', () => {
  it('with response-500 and times 1, one request gets HTTP 500 and is not processed', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-500', { times: 1, endpoint: 'requestPayment' });
    const failedResponse = await setup.merchant.openPayment({ referenceCode: 'AGAIN' });
    expect(failedResponse).toMatchObject({ status: 500, body: { success: false } });
    expect((await setup.merchant.openPayment({ referenceCode: 'AGAIN' })).status).toBe(200);
  });

  it('with response-slow, responses are late and the requests are processed', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-slow', { delayMs: 120, endpoint: 'requestPayment' });
    const start = performance.now();
    const response = setup.merchant.openPayment({ referenceCode: 'SLOW' });
    await expect.poll(() => setup.sandbox.findPayment('slow')?.status).toBe(paymentStatusNumber.pending);
    expect((await response).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(100);
  });

  it('with request-lost, the connection is closed and the request is not processed', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('request-lost', { times: 1, endpoint: 'requestPayment' });
    await expect(setup.merchant.openPayment({ referenceCode: 'LOST' })).rejects.toThrow('fetch failed');
    expect(setup.sandbox.findPayment('LOST')).toBeUndefined();
    expect((await setup.merchant.openPayment({ referenceCode: 'LOST' })).status).toBe(200);
  });

  it('with response-lost, the request is processed and the connection is closed, also for a refusal', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-lost', { times: 2, endpoint: 'requestPayment' });
    await expect(setup.merchant.openPayment({ referenceCode: 'LOST' })).rejects.toThrow('fetch failed');
    expect(setup.sandbox.findPayment('LOST')?.status).toBe(paymentStatusNumber.pending);
    await expect(setup.merchant.openPayment({ referenceCode: 'LOST' })).rejects.toThrow('fetch failed');
    const third = await setup.merchant.openPayment({ referenceCode: 'LOST' });
    expect(third.body.error.code).toBe(faultCodes.duplicateTransaction);
  });

  it('after a scenario is switched off, requests get normal responses', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-500');
    expect((await setup.merchant.openPayment()).status).toBe(500);
    setup.sandbox.scenario('response-500', false);
    expect((await setup.merchant.openPayment()).status).toBe(200);
  });
});

/** The interface and the public clients give this status no meaning. */
const undocumentedStatus = 14;

it('with unknown-status, the callback and the query of a payment have the undocumented status 14', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  setup.sandbox.scenario('unknown-status');
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  setup.sandbox.decide(result.transactionNumber, 'approve');
  expect((await receiver.waitForCallbacks(1))[0]?.body.status).toBe(undocumentedStatus);
  expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(undocumentedStatus);
});

it('with decimal-amounts, payment records and callbacks have decimals of the currency', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url, amount: 4450 })).body;
  setup.sandbox.scenario('decimal-amounts');
  setup.sandbox.decide(result.transactionNumber, 'approve');
  expect((await receiver.waitForCallbacks(1))[0]?.body.amount).toBe(44.5);
  expect((await setup.merchant.queryPayment(result.transactionNumber)).body.amount).toBe(44.5);
  setup.sandbox.clearScenarios();
  expect((await setup.merchant.queryPayment(result.transactionNumber)).body.amount).toBe(4450);
});

it('a scenario that is set on the bank page applies only to that payment', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment()).body;
  const form = new URLSearchParams({ outcome: 'approve', scenario: 'response-500' });
  await fetch(result.redirectUrl, { method: 'POST', body: form });
  expect((await setup.merchant.queryPayment(result.transactionNumber)).status).toBe(500);
  const second = (await setup.merchant.openPayment()).body.result;
  expect((await setup.merchant.queryPayment(second.transactionNumber)).status).toBe(200);
});

it('every scenario has a description', () => {
  for (const { description } of Object.values(scenarios)) expect(description).toMatch(/^[A-Z].{10,}$/);
});

describe('lists and time', () => {
  it('with no-channels, the list of channels is empty', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('no-channels');
    const response = await setup.merchant.get('getChannels', {});
    expect(response.body).toMatchObject([]);
  });

  it('with many-banks, a channel with banks has 40 more, and a channel without banks has none', async () => {
    await using setup = await startSandboxWithMerchant();
    const count = async (channelId: number): Promise<number> => {
      const { body } = await setup.merchant.get('getProviderChannels', { channelId });
      return (body as unknown as readonly unknown[]).length;
    };
    const before = await count(channelIds.fpx);
    setup.sandbox.scenario('many-banks');
    expect(await count(channelIds.fpx)).toBe(before + 40);
    expect(await count(channelIds.pasarPay)).toBe(0);
  });

  it('with slow-logos, a logo arrives after the delay', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('slow-logos', { delayMs: 80 });
    const startedAt = performance.now();
    expect((await fetch(`${setup.sandbox.url}/logos/sandbox.svg`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(79);
  });

  it('with clock-skew, a signed request with the current time is refused with the difference', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('clock-skew');
    const { status, body } = await setup.merchant.openPayment();
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/is 1200 s behind the gateway's clock/);
  });
});

describe('settings', () => {
  it('skip leaves the first events out, and times counts the events after them', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-500', { skip: 1, times: 2, endpoint: 'requestPayment' });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await setup.merchant.openPayment()).status);
    expect(statuses).toStrictEqual([200, 500, 500, 200]);
  });

  it('share affects an even part of the events', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('response-500', { share: 0.5, endpoint: 'requestPayment' });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await setup.merchant.openPayment()).status);
    expect(statuses).toStrictEqual([200, 500, 200, 500]);
  });

  it('channelId limits a scenario to the payments of one channel', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    sandbox.scenario('callback-never', { channelId: channelIds.kilatPay });
    for (const channelId of [channelIds.kilatPay, channelIds.pasarPay]) {
      await merchant.openPayment({ channelId, callbackUrl: receiver.url });
      await sandbox.payAs('paid');
    }
    expect(receiver.callbacks.map(({ body }) => body.channelId)).toStrictEqual([channelIds.pasarPay]);
  });

  it('channelId limits responses to requests of the channel and of its payments, also with times', async () => {
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const open = (channelId: number): ReturnType<typeof merchant.openPayment> =>
      merchant.openPayment({ channelId });
    const other = (await open(channelIds.pasarPay)).body.result.transactionNumber;
    const own = (await open(channelIds.kilatPay)).body.result.transactionNumber;
    sandbox.scenario('response-500', { channelId: channelIds.kilatPay, times: 2 });
    expect((await merchant.queryPayment(other)).status).toBe(200);
    expect((await merchant.queryPayment(own)).status).toBe(500);
    expect((await open(channelIds.pasarPay)).status).toBe(200);
    expect((await open(channelIds.kilatPay)).status).toBe(500);
    expect((await open(channelIds.kilatPay)).status).toBe(200);
  });

  it('the scenarios of the options are on at the start and after a reset', async () => {
    await using setup = await startSandboxWithMerchant({
      scenarios: { 'response-500': { endpoint: 'requestPayment', times: 1 }, 'callback-never': false },
    });
    expect((await setup.merchant.openPayment()).status).toBe(500);
    expect((await setup.merchant.openPayment()).status).toBe(200);
    await setup.sandbox.reset();
    await setup.merchant.login();
    expect((await setup.merchant.openPayment()).status).toBe(500);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ 'callback-nevr': true }, 'scenarios.callback-nevr There is no scenario callback-nevr.'],
    [{ 'callback-never': { share: 3 } }, 'share must be between 0 and 1'],
  ])('the sandbox is not started with the scenarios %j', async (initial, message) => {
    await expect(startSandboxWithMerchant({ scenarios: initial })).rejects.toThrow(message);
  });

  it('a scenario of one payment affects it also while a share of it affects all payments', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.scenario('callback-never', { share: 0 });
    await setup.merchant.openPayment({ callbackUrl: receiver.url });
    await setup.sandbox.payAs('paid', { callback: 'never' });
    expect(receiver.callbacks).toStrictEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['callback-nevr', true, 'There is no scenario callback-nevr. The scenarios are callback-never,'],
    ['callback-never', { share: 3 }, 'share must be between 0 and 1'],
    ['response-500', { times: 0 }, 'times must be at least 1'],
    ['response-500', { skip: -1 }, 'skip must not be negative'],
    ['response-500', { delayMs: 0.5 }, 'delayMs must be a whole number'],
    ['response-500', { endpoint: 'refund' }, 'endpoint must be one of authenticate,'],
    ['response-500', { time: 1 }, 'time'],
    ['response-500', { channelId: 999 }, 'channelId must be the id of a channel: 2 (FPX'],
    ['callback-never', { endpoint: 'queryPayment' }, 'endpoint is only for scenarios of responses'],
    ['clock-skew', { channelId: 2 }, 'channelId is only for scenarios of payments'],
    ['payout-refused', { channelId: 2 }, 'channelId is only for scenarios of payments'],
  ])('scenario(%j, %j) is refused: %s', async (name, setting, message) => {
    await using setup = await startSandboxWithMerchant();
    // A caller without TypeScript can pass any value.
    expect(() => setup.sandbox.scenario(name as ScenarioName, setting as ScenarioOptions)).toThrow(message);
  });
});
