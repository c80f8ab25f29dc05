import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { createSandbox } from '../../src/testing/index.ts';
import { Merchant, otherTenant, startCallbackReceiver } from '../merchant.ts';

it('two sandboxes listen side by side, and each is closed at the end of its scope', async () => {
  const urls: string[] = [];
  {
    await using first = await createSandbox();
    await using second = await createSandbox();
    urls.push(first.url, second.url);
    for (const url of urls) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  expect(new Set(urls).size).toBe(2);
  for (const url of urls) await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

it('clientOptions are the credentials of the first merchant', async () => {
  await using sandbox = await createSandbox({ tenants: [otherTenant] });
  const { id, secretKey, userName, password } = otherTenant;
  expect(sandbox.clientOptions).toStrictEqual({
    baseUrl: sandbox.url,
    merchantId: id,
    secretKey,
    credentials: { userName, password },
  });
});

it('the functions of a sandbox can be taken out of it', async () => {
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  const { payAs, advance, reset, now, listActivities } = sandbox;
  await merchant.openPayment();
  expect((await payAs('paid')).status).toBe(paymentStatusNumber.success);
  const before = now();
  await advance('1h');
  expect(now() - before).toBeGreaterThanOrEqual(3_600_000);
  expect(listActivities().length).toBeGreaterThan(0);
  await reset();
  expect(listActivities()).toStrictEqual([]);
});

it('createSandbox names an unknown option', async () => {
  // @ts-expect-error A caller without TypeScript can pass any object.
  await expect(createSandbox({ retries: 3 })).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: 'The sandbox was not started: Unrecognized key: "retries".',
  });
});

describe('advance', () => {
  it('lets an open payment expire, and resolves after the shop has the callback', async () => {
    await using receiver = await startCallbackReceiver();
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    await merchant.openPayment({ callbackUrl: receiver.url });
    await sandbox.advance('16m');
    expect(receiver.callbacks.map(({ body }) => body.status)).toStrictEqual([paymentStatusNumber.expired]);
    expect((await merchant.openPayment()).status).toBe(200);
  });

  it.each(['2 fortnights', '2', '-1h', '1.5h', '', '2H', -1, 0.5, Number.NaN])(
    'refuses %j with the accepted forms',
    async (duration) => {
      await using sandbox = await createSandbox();
      const shown = typeof duration === 'string' ? `'${duration}'` : String(duration);
      await expect(sandbox.advance(duration)).rejects.toMatchObject({
        code: 'invalid-request',
        message: `advance(${shown}): is no duration: use s, m, h and d, such as '90s', '15m', '2h', '7d' or '1h 30m', or a whole number of milliseconds.`,
      });
    },
  );
});

describe('card', () => {
  it('finds the test card with an outcome, and charges it as that outcome', async () => {
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card })).body.result;
    const { number: cardNumber, securityCode } = sandbox.card('declined', 'mastercard');
    await merchant.processCard(transactionNumber, { cardNumber, securityCode });
    expect(sandbox.findPayment(transactionNumber)?.status).toBe(paymentStatusNumber.failed);
  });

  it('names the test cards when there is none with the outcome', async () => {
    await using sandbox = await createSandbox();
    // @ts-expect-error A caller without TypeScript can pass any text.
    expect(() => sandbox.card('stolen')).toThrow(/^card\('stolen'\): the test cards are approved, declined,/);
  });
});
