import { describe, expect, it } from 'vitest';
import { createSandbox, type TestSandbox } from '../../src/testing/index.ts';
import { Merchant, startCallbackReceiver } from '../merchant.ts';

/** Pays ten payments. Returns the numbers from 1 to 10 of those whose callback has arrived. */
async function listArrived(sandbox: TestSandbox): Promise<number[]> {
  await using receiver = await startCallbackReceiver();
  const merchant = await new Merchant(sandbox.url).login();
  const references = Array.from({ length: 10 }, (_, index) => `ORDER-${index + 1}-${Math.random()}`);
  for (const referenceCode of references) {
    await merchant.openPayment({ referenceCode, callbackUrl: receiver.url });
    await sandbox.payAs('paid');
  }
  const arrived = receiver.callbacks.map(({ body }) => body.referenceCode);
  return references.flatMap((reference, index) => (arrived.includes(reference) ? [index + 1] : []));
}

describe('dropCallbacks', () => {
  it.each([
    [0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [0.3, [1, 2, 3, 5, 6, 8, 9]],
    [0.5, [1, 3, 5, 7, 9]],
    [undefined, []],
  ])('a share of %j loses the same callbacks in every run', async (share, arrived) => {
    await using sandbox = await createSandbox();
    for (let run = 0; run < 2; run += 1) {
      sandbox.dropCallbacks(share);
      expect(await listArrived(sandbox)).toStrictEqual(arrived);
    }
  });

  it.each([3, -0.1, Number.NaN])('says that a share is between 0 and 1, for %d', async (share) => {
    await using sandbox = await createSandbox();
    expect(() => sandbox.dropCallbacks(share)).toThrow(
      /^dropCallbacks\(\S+\): .*between 0 and 1, such as 0\.3/,
    );
  });
});

describe('cutAt', () => {
  it.each([
    [1, [false, true, true]],
    [3, [true, true, false]],
    [4, [true, true, true]],
  ])('cutAt(%i) loses the response of that request only, after it was processed', async (n, responded) => {
    await using sandbox = await createSandbox();
    const merchant = await new Merchant(sandbox.url).login();
    sandbox.cutAt(n);
    const results = [];
    for (let count = 0; count < 3; count += 1)
      results.push(
        await merchant
          .openPayment()
          .then(() => true)
          .catch(() => false),
      );
    expect(results).toStrictEqual(responded);
    expect(sandbox.listPayments()).toHaveLength(3);
  });

  it('counts the requests of one endpoint, and loses a request before it is processed', async () => {
    await using sandbox = await createSandbox();
    sandbox.cutAt(2, { endpoint: 'requestPayment', lost: 'request' });
    const merchant = await new Merchant(sandbox.url).login();
    await merchant.openPayment();
    await expect(merchant.openPayment()).rejects.toThrow('fetch failed');
    await merchant.openPayment();
    expect(sandbox.listPayments()).toHaveLength(2);
  });

  it.each([0, -1, 1.5])('refuses %d with the meaning of the number', async (n) => {
    await using sandbox = await createSandbox();
    expect(() => sandbox.cutAt(n)).toThrow(/^cutAt\(\S+\): must be .*: 1 is the next request\.$/);
  });

  it('names the endpoints when it gets another one', async () => {
    await using sandbox = await createSandbox();
    // @ts-expect-error A caller without TypeScript can pass any text.
    expect(() => sandbox.cutAt(1, { endpoint: 'refund' })).toThrow(/endpoint must be one of .*refundPayment/);
  });
});
