import { authType, sign } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { allTestCards, defaultTenant, type CardOutcome, type SandboxPreset } from '../src/index.ts';
import { paymentStatusNumber, refundStatusNumber } from '../src/catalogue/status-numbers.ts';
import { faultCodes } from './fault-codes.ts';
import { createPaymentRequest, startSandboxWithMerchant } from './merchant.ts';

describe('with the preset document, a payment has the statuses 0 to 7 only', () => {
  it.each([
    ['approve', 1],
    ['decline', 2],
    ['over-limit', 4],
    ['cancel', 3],
    ['authorize', 0],
    ['expire', 3],
  ] as const)(
    'the outcome %s has the status %d in the query and in the callback',
    async (outcome, status) => {
      await using setup = await startSandboxWithMerchant({ preset: 'document' });
      const callbackUrl = 'http://127.0.0.1:1/callback';
      const { transactionNumber } = (await setup.merchant.openPayment({ callbackUrl })).body.result;
      setup.sandbox.decide(transactionNumber, outcome);
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(status);
      const statuses = setup.sandbox.listCallbacks(transactionNumber).map((callback) => callback.status);
      expect(statuses).toEqual([status]);
    },
  );

  it('a refunded payment stays successful in the query, and the refund query has the status of the refund', async () => {
    await using setup = await startSandboxWithMerchant({ preset: 'document' });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    await setup.merchant.post('refundPayment', {
      transactionNumber,
      reason: 'Broken mug',
      timestamp: Date.now(),
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
    expect(setup.sandbox.findPayment(transactionNumber)?.status).toBe(refundStatusNumber.refunded);
  });
});

describe('the response to a card has the status that a query of the payment returns', () => {
  const { fullPayment, preAuth } = authType;
  it.each<[SandboxPreset, CardOutcome, number, number]>([
    ['document', 'approved', fullPayment, 1],
    ['document', 'declined', fullPayment, 2],
    ['document', 'insufficient-funds', fullPayment, 6],
    ['document', 'challenge-by-url', fullPayment, 0],
    ['document', 'approved', preAuth, 0],
    ['document', 'declined', preAuth, 2],
    ['document', 'challenge-by-script', preAuth, 0],
    ['observed', 'approved', preAuth, 9],
    ['lenient', 'approved', preAuth, 9],
  ])(
    'with the preset %s, for the card %s with AuthType %d it is %d',
    async (preset, outcome, AuthType, status) => {
      await using setup = await startSandboxWithMerchant({ preset });
      const { merchant } = setup;
      const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card })).body.result;
      const cardNumber = allTestCards.find((card) => card.outcome === outcome)?.number ?? '';
      const details = { cardNumber, AuthType };
      const response = (await merchant.processCard(transactionNumber, details, { savePayment: true })).body;
      const record = (await merchant.queryPayment(transactionNumber)).body;
      expect({ response: response.result.status, record: record.status }).toEqual({
        response: status,
        record: status,
      });
      // Only a successful or authorized payment has the token of the saved card. The interface document has none.
      const hasToken = preset !== 'document' && (status === 1 || status === 9);
      expect('paymentToken' in response.result).toBe(hasToken);
      expect('paymentToken' in record).toBe(hasToken);
    },
  );
});

it('with the preset document, a verified card has the status 1, and its payment stays pending', async () => {
  await using setup = await startSandboxWithMerchant({ preset: 'document' });
  const { merchant } = setup;
  const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card })).body.result;
  const response = await merchant.processCard(transactionNumber, { AuthType: authType.verify });
  expect(response.body.result).toMatchObject({ status: 1, type: authType.verify, amount: 0 });
  expect((await merchant.queryPayment(transactionNumber)).body.status).toBe(0);
});

it.each<[SandboxPreset, number]>([
  ['observed', 200],
  ['lenient', 200],
  ['document', 400],
])('with the preset %s, a request without the merchant header gets HTTP %d', async (preset, expected) => {
  await using setup = await startSandboxWithMerchant({ preset });
  const { merchant } = setup;
  const body = createPaymentRequest();
  const signature = sign(merchant.toUrl('requestPayment'), body, defaultTenant.secretKey);
  const { 'Abp-TenantId': _tenant, ...headers } = merchant.createHeaders({ 'cap-signature': signature });
  const response = await merchant.send('requestPayment', { body: JSON.stringify(body), headers });
  expect(response.status).toBe(expected);
  if (expected === 400) expect(response.body.error.code).toBe(faultCodes.tenantNotResolved);
});

it('an unknown preset is refused with the list of the presets', async () => {
  // A program in JavaScript can pass any text.
  const preset = 'strict' as SandboxPreset;
  await expect(startSandboxWithMerchant({ preset })).rejects.toThrow(
    'preset must be one of observed, document, lenient',
  );
});
