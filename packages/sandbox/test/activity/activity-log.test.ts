import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { authType, sign } from '@pgw/protocol';
import { canonicalJson, hmac } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import type { Activity, Sandbox } from '../../src/index.ts';
import { createSandbox, defaultTenant } from '../../src/index.ts';
import { createPaymentRequest, startCallbackReceiver, startSandboxWithMerchant } from '../merchant.ts';

const cardNumber = '4111111111111111';

/** Describes activities by kind, actor, and what changed. */
function describeActivities(activities: readonly Activity[]): string[] {
  return activities.map((activity) => {
    const { kind, actor, data } = activity;
    if (kind === 'request') return `${actor}: request ${data.endpoint} ${data.response?.status ?? 'lost'}`;
    if (kind === 'change') return `${actor}: ${data.record} ${data.from ?? 'new'} -> ${data.to ?? 'none'}`;
    if (kind === 'callback') return `${actor}: callback ${data.attempt} ${data.response?.status ?? 'none'}`;
    return `${actor}: ${data.control} ${data.scenario ?? data.advancedMs ?? ''}`;
  });
}

function listRequests(sandbox: Sandbox): Extract<Activity, { kind: 'request' }>['data'][] {
  return sandbox.listActivities({ kind: 'request' }).map(({ data }) => data);
}

it('a payment has its request, its changes with their actor, and each attempt of its callback', async () => {
  await using receiver = await startCallbackReceiver((count) => (count === 1 ? 500 : 204));
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  const { transactionNumber } = result;
  await fetch(`${setup.sandbox.url}/bank/${transactionNumber}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  });
  await receiver.waitForCallbacks(2);
  const list = (): string[] =>
    describeActivities(setup.sandbox.listActivities({ subjects: [transactionNumber.toLowerCase()] }));
  await expect.poll(list).toHaveLength(5);
  expect(list()).toStrictEqual([
    'merchant: payment new -> 0',
    'merchant: request requestPayment 200',
    'shopper: payment 0 -> 1',
    'gateway: callback 1 500',
    'gateway: callback 2 204',
  ]);
});

it('changes by the dashboard, by a test, and by the gateway have their actor', async () => {
  await using setup = await startSandboxWithMerchant({ paymentLifetimeMs: 60_000 });
  const numbers = [];
  for (let count = 0; count < 3; count += 1)
    numbers.push((await setup.merchant.openPayment()).body.result.transactionNumber);
  const [first = '', second = ''] = numbers;
  await fetch(`${setup.sandbox.url}/dashboard/${first}/decide`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'decline' }),
    redirect: 'manual',
  });
  setup.sandbox.decide(second, 'approve');
  setup.sandbox.advanceClock(60_000);
  const changes = setup.sandbox.listActivities({ kind: 'change' }).filter(({ data }) => data.from !== null);
  expect(describeActivities(changes)).toStrictEqual([
    'dashboard: payment 0 -> 2',
    'test: payment 0 -> 1',
    'gateway: payment 0 -> 10',
  ]);
});

it('switched scenarios, ended tokens and the advanced clock are activities', async () => {
  await using setup = await startSandboxWithMerchant();
  setup.sandbox.scenario('callback-never');
  setup.sandbox.scenario('callback-late', false);
  setup.sandbox.clearScenarios();
  setup.sandbox.expireTokens();
  setup.sandbox.advanceClock(5);
  expect(describeActivities(setup.sandbox.listActivities({ kind: 'control' }))).toStrictEqual([
    'test: scenario-on callback-never',
    'test: scenario-off callback-never',
    'test: tokens-expired ',
    'test: clock 5',
  ]);
});

describe('the signature of a request', () => {
  it('a valid signature is recorded with the signed text', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.openPayment();
    const { signature } = listRequests(setup.sandbox).at(-1)!;
    expect(signature).toMatchObject({ isValid: true, received: signature?.expected, deviations: [] });
    expect(signature?.signedText).toContain('/requestpayment{"amount":12890');
  });

  it('a wrong and a missing signature are recorded with the expected one', async () => {
    await using setup = await startSandboxWithMerchant();
    const data = createPaymentRequest();
    const url = setup.merchant.toUrl('requestPayment');
    const received = sign(url, data, 'another key');
    for (const headers of [{ 'cap-signature': received }, {}]) {
      await setup.merchant.send('requestPayment', {
        body: canonicalJson(data),
        headers: setup.merchant.createHeaders(headers),
      });
    }
    const [wrong, missing] = listRequests(setup.sandbox).slice(-2);
    const expected = sign(url, data, defaultTenant.secretKey);
    expect(wrong?.signature).toMatchObject({ isValid: false, received, expected, deviations: [] });
    expect(wrong?.response?.status).toBe(400);
    expect(missing?.signature).toMatchObject({ isValid: false, received: null, expected });
  });

  it('the broken signing rule is named', async () => {
    await using setup = await startSandboxWithMerchant();
    const body = canonicalJson(createPaymentRequest());
    const message = `${setup.merchant.toUrl('requestPayment')}/${body}`.toLowerCase();
    await setup.merchant.send('requestPayment', {
      body,
      headers: setup.merchant.createHeaders({ 'cap-signature': hmac(message, defaultTenant.secretKey) }),
    });
    expect(listRequests(setup.sandbox).at(-1)?.signature?.deviations).toStrictEqual([
      'the URL was signed with a slash at its end (rule 3)',
    ]);
  });
});

it('no card number, security code, token or password is recorded', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card })).body;
  const card = { cardNumber, securityCode: '987', AuthType: authType.fullPayment };
  await setup.merchant.processCard(result.transactionNumber, card, { savePayment: true });
  const text = JSON.stringify(setup.sandbox.listActivities({ limit: 1000 }));
  expect(text).toContain('processPayment');
  expect(text).toContain('(masked)');
  for (const secret of [cardNumber, /(?<!\w)987"/, defaultTenant.password, defaultTenant.secretKey])
    expect(text).not.toMatch(secret);
  expect(text).not.toMatch(/Bearer (?!\(masked\))/);
  expect(text).not.toMatch(/"(accessToken|paymentToken)\\?":\\?"(?!\(masked\))/);
});

it('a request whose response is lost is recorded without a response', async () => {
  await using setup = await startSandboxWithMerchant();
  setup.sandbox.scenario('request-lost', { times: 1 });
  await expect(setup.merchant.openPayment()).rejects.toThrow();
  await expect
    .poll(() => describeActivities(setup.sandbox.listActivities({ kind: 'request' })))
    .toContain('merchant: request requestPayment lost');
});

it('a data directory keeps the activities, so that a restart loses none', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  try {
    const first = await createSandbox({ port: 0, data });
    first.scenario('callback-never');
    await first.close();
    await using second = await startSandboxWithMerchant({ data });
    expect(describeActivities(second.sandbox.listActivities({ kind: 'control' }))).toStrictEqual([
      'test: scenario-on callback-never',
    ]);
  } finally {
    await rm(data, { recursive: true });
  }
});

it('the oldest activities are deleted', async () => {
  await using setup = await startSandboxWithMerchant();
  for (let count = 0; count < 6000; count += 1) {
    setup.sandbox.scenario('callback-never', count % 2 === 0);
    if (count % 100 === 0) await setTimeout(0);
  }
  const ids = setup.sandbox.listActivities({ limit: 10_000 }).map(({ id }) => id);
  expect(ids.length).toBeLessThanOrEqual(5500);
  expect(ids.at(-1)).toBeGreaterThanOrEqual(6000);
  expect(setup.sandbox.listActivities({ afterId: 5990, limit: 3 })).toHaveLength(3);
});
