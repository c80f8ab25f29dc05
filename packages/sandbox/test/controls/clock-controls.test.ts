import { expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../merchant.ts';

const dayMs = 86_400_000;

it('advanceClock makes the automatic changes that are then due, and sends their callbacks', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const { sandbox } = setup;
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  const before = sandbox.now();
  sandbox.advanceClock(30 * dayMs);
  expect(sandbox.now() - before).toBeGreaterThanOrEqual(30 * dayMs);
  const [callback] = await receiver.waitForCallbacks(1);
  expect(callback?.body).toMatchObject({
    status: paymentStatusNumber.expired,
    transactionNumber: result.transactionNumber,
  });
});

it('after advanceClock, a request may have the time of the computer or of the sandbox, and no other', async () => {
  await using setup = await startSandboxWithMerchant();
  setup.sandbox.advanceClock(7_200_000);
  const statuses = [];
  for (const timestamp of [Date.now(), setup.sandbox.now(), Date.now() + 3_600_000])
    statuses.push((await setup.merchant.openPayment({ timestamp })).status);
  expect(statuses).toStrictEqual([200, 200, 400]);
});

it.each([-1, 0.5, Number.NaN])('advanceClock refuses %d ms', async (ms) => {
  await using setup = await startSandboxWithMerchant();
  expect(() => setup.sandbox.advanceClock(ms)).toThrow(
    'sandbox.advanceClock: ms must be a whole number of milliseconds, 0 or more.',
  );
});
