import { endpoints, sign, type JsonValue } from '@pgw/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import {
  startSandboxWithMerchant,
  createPaymentRequest,
  createPayoutRequest,
  type Merchant,
  walletIds,
  unknownChannelId,
  payoutChannelId,
} from '../merchant.ts';

/** The tested endpoints. `request-payment.test.ts` has the same test for requestPayment. */
const testedEndpoints = [
  'payout',
  'processPayment',
  'inquiryWallet',
  'queryWalletHistory',
  'refundPayment',
] as const;

/** Opens a pending payment, and creates a valid request for an endpoint. */
async function createValidRequest(
  name: (typeof testedEndpoints)[number],
  merchant: Merchant,
): Promise<Record<string, JsonValue>> {
  const timestamp = Date.now();
  const { transactionNumber } = (await merchant.openPayment({ channelId: channelIds.card })).body.result;
  const requests = {
    payout: createPayoutRequest(),
    processPayment: {
      transactionNumber,
      amount: 12890,
      channelDetails: {},
      savePayment: true,
      LastPayment: true,
    },
    inquiryWallet: { tenantId: Number(merchant.tenant.id), timestamp },
    queryWalletHistory: {
      walletId: walletIds.basic,
      dateTimeFrom: '2020-01-01',
      dateTimeTo: '2099-01-01',
      nextRecord: 1,
    },
    refundPayment: { transactionNumber, reason: 'Broken', amount: 1, timestamp },
  };
  return requests[name];
}

describe('any value of any field', () => {
  it.each(testedEndpoints)('any value of any field of %s gets HTTP 200 or 400, never 500', async (name) => {
    await using setup = await startSandboxWithMerchant();
    const request = await createValidRequest(name, setup.merchant);
    const anyField = fc.constantFrom(...Object.keys(endpoints[name].request.shape));
    await fc.assert(
      fc.asyncProperty(anyField, fc.jsonValue(), async (field, value) => {
        const response = await setup.merchant.post(name, { ...request, [field]: value as JsonValue });
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the path of both pay-in and payout', () => {
  it('requestPayment and payout have the same path, and a request without a payout channel is a pay-in', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const channelId of [null, channelIds.pasarPay, unknownChannelId]) {
      const { body } = await setup.merchant.post('requestPayment', { ...createPaymentRequest(), channelId });
      expect(JSON.stringify(body)).not.toContain('/payout/');
    }
    expect(setup.sandbox.listPayouts()).toStrictEqual([]);
  });

  it('with another payout channel in the profile, only that channel accepts payouts', async () => {
    const otherPayoutChannelId = 91;
    const profile = { payoutChannelId: { production: 90, staging: otherPayoutChannelId } };
    await using setup = await startSandboxWithMerchant({ profile });
    expect(
      (await setup.merchant.openPayout({ channelId: otherPayoutChannelId })).body.result.redirectUrl,
    ).toContain('/payout/');
    expect((await setup.merchant.openPayout({ channelId: payoutChannelId })).status).toBe(400);
  });
});

it('the body of a request may begin with a byte order mark, as ASP.NET accepts it', async () => {
  await using setup = await startSandboxWithMerchant();
  const { merchant } = setup;
  const body = createPaymentRequest();
  const response = await fetch(merchant.toUrl('requestPayment'), {
    method: 'POST',
    headers: merchant.createHeaders({
      'cap-signature': sign(merchant.toUrl('requestPayment'), body, merchant.tenant.secretKey),
    }),
    body: `\uFEFF${JSON.stringify(body)}`,
  });
  expect(response.status).toBe(200);
});
