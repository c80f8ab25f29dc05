import { endpoints, type JsonValue } from '@pgw/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  startSandboxWithMerchant,
  createPaymentRequest,
  createPayoutRequest,
  type Merchant,
} from './merchant.ts';

const postEndpoints = [
  'payout',
  'processPayment',
  'inquiryWallet',
  'queryWalletHistory',
  'refundPayment',
] as const;

/** Creates a valid request for an endpoint. Opens a pending payment for it where the endpoint needs one. */
async function createValidRequest(
  name: (typeof postEndpoints)[number],
  merchant: Merchant,
): Promise<Record<string, JsonValue>> {
  const timestamp = Date.now();
  const { transactionNumber } = (await merchant.openPayment({ channelId: 4 })).body.result;
  const requests = {
    payout: createPayoutRequest(),
    processPayment: {
      transactionNumber,
      amount: 12890,
      channelDetails: {},
      savePayment: true,
      LastPayment: true,
    },
    inquiryWallet: { tenantId: 1001, timestamp },
    queryWalletHistory: {
      walletId: 3001,
      dateTimeFrom: '2020-01-01',
      dateTimeTo: '2099-01-01',
      nextRecord: 1,
    },
    refundPayment: { transactionNumber, reason: 'Broken', amount: 1, timestamp },
  };
  return requests[name];
}

describe('any value of any field', () => {
  it.each(postEndpoints)('any value of any field of %s gets 200 or 400, never 500', async (name) => {
    await using setup = await startSandboxWithMerchant();
    const request = await createValidRequest(name, setup.merchant);
    const field = fc.constantFrom(...Object.keys(endpoints[name].request.shape));
    await fc.assert(
      fc.asyncProperty(field, fc.jsonValue(), async (member, value) => {
        const response = await setup.merchant.post(name, { ...request, [member]: value as JsonValue });
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 50 },
    );
  });
});

describe('one path for pay-in and payout', () => {
  it('on the shared path, a request without a payout channel is a pay-in', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const channelId of [null, 7, 999]) {
      const { body } = await setup.merchant.post('requestPayment', { ...createPaymentRequest(), channelId });
      expect(body.result?.redirectUrl ?? '').not.toContain('/payout/');
    }
    expect(setup.sandbox.listPayouts()).toStrictEqual([]);
  });

  it('a profile can change the payout channels and the paths', async () => {
    const profile = { payoutChannelId: { production: 90, staging: 91 } };
    await using setup = await startSandboxWithMerchant({ profile });
    expect((await setup.merchant.openPayout({ channelId: 91 })).body.result.redirectUrl).toContain(
      '/payout/',
    );
    expect((await setup.merchant.openPayout({ channelId: 15 })).status).toBe(400);
  });
});
