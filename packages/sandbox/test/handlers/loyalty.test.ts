import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { refundStatusNumber } from '../../src/status-numbers.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

const loyaltyProperties = [
  'loyaltyType',
  'redemptionPoint',
  'redemptionAmount',
  'rewardPoint',
  'paidAmount',
  'loyaltyRedemptionStatus',
  'loyaltyRewardStatus',
] as const;

async function fetchLoyaltyValues(outcome: 'approve' | 'decline' | 'close', status?: number) {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (await setup.merchant.openPayment({ channelId: channelIds.bintangRewards }))
    .body.result;
  setup.sandbox.decide(transactionNumber, outcome);
  if (status !== undefined) setup.sandbox.changeStatus(transactionNumber, status);
  const { body } = await setup.merchant.queryPayment(transactionNumber);
  const record = endpoints.queryPayment.response.parse(body);
  return loyaltyProperties.map((name) => record[name]);
}

it('a paid loyalty payment has redeemed points and reward points', async () => {
  expect(await fetchLoyaltyValues('approve')).toStrictEqual([1, 2578, 2578, 103, 12_890 - 2578, 1, 1]);
});

it('a pending loyalty payment has no points yet', async () => {
  expect(await fetchLoyaltyValues('close')).toStrictEqual([1, 0, 0, 0, 0, 0, 0]);
});

it('a declined loyalty payment has no points, and its loyalty statuses are failed', async () => {
  expect(await fetchLoyaltyValues('decline')).toStrictEqual([1, 0, 0, 0, 0, 2, 2]);
});

it('a voided loyalty payment keeps its points, and its loyalty statuses are void', async () => {
  expect(await fetchLoyaltyValues('approve', refundStatusNumber.voided)).toStrictEqual([
    1,
    2578,
    2578,
    103,
    12_890 - 2578,
    3,
    3,
  ]);
});

it('a payment of another channel has no loyalty properties', async () => {
  await using setup = await startSandboxWithMerchant();
  const { body } = await setup.merchant.queryPayment(await setup.merchant.openApprovedPayment(setup.sandbox));
  for (const name of loyaltyProperties) expect(body).not.toHaveProperty(name);
});
