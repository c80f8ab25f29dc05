import { expect, it } from 'vitest';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { createSandbox, type TestSandbox } from '../../src/testing/index.ts';
import { Merchant, otherTenant, startCallbackReceiver } from '../merchant.ts';

const day = { from: '2026-01-01', to: '2099-01-01' };

function loginAs(sandbox: TestSandbox, id: string): Promise<Merchant> {
  const { secretKey, credentials } = sandbox.merchant(id).clientOptions;
  return new Merchant(sandbox.url, { id, name: id, secretKey, ...credentials }).login();
}

it('each merchant has its own credentials, and pays its own newest payment', async () => {
  await using receiver = await startCallbackReceiver();
  await using sandbox = await createSandbox({ merchants: ['1001', '1002'] });
  expect(sandbox.clientOptions).toEqual(sandbox.merchant('1001').clientOptions);
  expect(sandbox.merchant('1002').clientOptions.secretKey).not.toBe(sandbox.clientOptions.secretKey);
  for (const id of ['1001', '1002'])
    await (await loginAs(sandbox, id)).openPayment({ referenceCode: 'RC', callbackUrl: receiver.url });
  const paid = await sandbox.merchant('1001').payAs('paid');
  expect([paid.tenantId, paid.status]).toEqual(['1001', paymentStatusNumber.success]);
  expect(receiver.callbacks.map(({ body }) => body.transactionNumber)).toEqual([paid.transactionNumber]);
  expect(sandbox.merchant('1002').findPayment('rc')?.status).toBe(paymentStatusNumber.pending);
  expect(sandbox.merchant('1001').findPayment('rc')?.transactionNumber).toBe(paid.transactionNumber);
});

it('lists and settlement files have the records of the merchant only', async () => {
  await using sandbox = await createSandbox({ tenants: [{ ...otherTenant, id: '1001' }, otherTenant] });
  for (const id of ['1001', '2002']) {
    await (await loginAs(sandbox, id)).openPayment({ referenceCode: `RC-${id}` });
    const { transactionNumber } = await sandbox.merchant(id).payAs('paid');
    sandbox.merchant(id).refundPayment(transactionNumber, { amount: 100 });
  }
  for (const id of ['1001', '2002']) {
    const merchant = sandbox.merchant(id);
    const rows = [...merchant.listPayments(), ...merchant.listRefunds(), ...merchant.listWallets()];
    expect(new Set(rows.map(({ tenantId }) => tenantId))).toEqual(new Set([id]));
    expect(merchant.listPayouts()).toEqual([]);
    const file = merchant.settlementFile(day).trimEnd().split('\n');
    expect(file.slice(1).map((line) => line.split(',')[1])).toEqual([`RC-${id}`]);
    const url = `${sandbox.url}/settlement.csv?from=${day.from}&to=${day.to}&merchant=${id}`;
    expect(await (await fetch(url)).text()).toBe(merchant.settlementFile(day));
  }
  expect(sandbox.settlementFile(day).trimEnd().split('\n')).toHaveLength(3);
  const unknown = `${sandbox.url}/settlement.csv?from=${day.from}&to=${day.to}&merchant=2003`;
  expect((await fetch(unknown)).status).toBe(404);
});

it('no method reads or changes a record of another merchant', async () => {
  await using sandbox = await createSandbox({ merchants: ['1001', '1002'] });
  await (await loginAs(sandbox, '1001')).openPayment({ referenceCode: 'RC' });
  const { transactionNumber } = await sandbox.merchant('1001').payAs('paid', { payment: 'RC' });
  const { refundNumber } = sandbox.merchant('1001').refundPayment(transactionNumber, { amount: 100 });
  const before = JSON.stringify([sandbox.listPayments(), sandbox.listRefunds()]);
  const other = sandbox.merchant('1002');
  const isOther = `Merchant 1002 has no payment ${transactionNumber}: it is one of merchant 1001.`;
  expect(() => other.refundPayment(transactionNumber)).toThrow(isOther);
  expect(() => other.changeStatus(transactionNumber, 2)).toThrow(isOther);
  expect(() => other.decide(transactionNumber, 'decline')).toThrow(isOther);
  expect(() => other.endAuthorization(transactionNumber, 'void')).toThrow(isOther);
  expect(() => other.capturePayment(transactionNumber)).toThrow(isOther);
  expect(() => other.decideRefund(refundNumber, refundStatusNumber.refunded)).toThrow('has no refund');
  expect(() => other.decidePayout('NONE', 'approve')).toThrow('Merchant 1002 has no payout NONE.');
  await expect(other.payAs('paid', { payment: 'RC' })).rejects.toThrow('has no payment RC');
  await expect(other.payAs('paid')).rejects.toThrow('has no payment yet');
  expect(other.findPayment(transactionNumber)).toBeUndefined();
  expect(other.findRefund(refundNumber)).toBeUndefined();
  expect(other.listCallbacks(transactionNumber)).toEqual([]);
  expect(other.listRefunds(transactionNumber)).toEqual([]);
  expect(JSON.stringify([sandbox.listPayments(), sandbox.listRefunds()])).toBe(before);
});

it.each([
  ['100l', "merchant('100l'): the sandbox has the merchants 1001, 1002; did you mean '1001'?"],
  ['plants', "merchant('plants'): the sandbox has the merchants 1001, 1002."],
  [1001, 'merchant(1001): must be the id of a merchant.'],
  [undefined, 'merchant(…): must be the id of a merchant.'],
])('merchant(%j) names the merchants of the sandbox', async (id, message) => {
  await using sandbox = await createSandbox({ merchants: ['1001', '1002'] });
  // A caller without TypeScript can pass any value.
  expect(() => sandbox.merchant(id as string)).toThrow(message);
});

it.each([
  [{ merchants: [] }, 'needs at least one id'],
  [{ merchants: ['1001', ''] }, 'must not be empty'],
  [{ merchants: ['1001', '1001'] }, 'must have each id once'],
  [{ merchants: [1001] as unknown as string[] }, 'must be the ids of the merchants, such as 1001'],
  [{ merchants: ['1001'], tenants: [otherTenant] }, 'cannot be combined with tenants'],
])('createSandbox(%j) is refused', async (options, message) => {
  await expect(createSandbox(options)).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: `The sandbox was not started: merchants: ${message}.`,
  });
});
