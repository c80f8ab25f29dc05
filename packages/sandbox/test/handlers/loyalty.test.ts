import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { openShop } from '../merchant.ts';

const loyaltyChannelId = 13;
const names = [
  'loyaltyType',
  'redemptionPoint',
  'redemptionAmount',
  'rewardPoint',
  'paidAmount',
  'loyaltyRedemptionStatus',
  'loyaltyRewardStatus',
] as const;

async function recordAfter(outcome: 'approve' | 'decline' | 'close', status?: number) {
  await using shop = await openShop();
  const { transactionNumber } = (await shop.merchant.pay({ channelId: loyaltyChannelId })).body.result;
  shop.sandbox.decide(transactionNumber, outcome);
  if (status !== undefined) shop.sandbox.changeStatus(transactionNumber, status);
  const { body } = await shop.merchant.query(transactionNumber);
  const record = endpoints.queryPayment.response.parse(body);
  return names.map((name) => record[name]);
}

it('a paid loyalty payment has redeemed points and reward points', async () => {
  expect(await recordAfter('approve')).toStrictEqual([1, 2578, 2578, 103, 12_890 - 2578, 1, 1]);
});

it('a pending loyalty payment has no points yet', async () => {
  expect(await recordAfter('close')).toStrictEqual([1, 0, 0, 0, 0, 0, 0]);
});

it('the points of a declined loyalty payment have failed', async () => {
  expect(await recordAfter('decline')).toStrictEqual([1, 0, 0, 0, 0, 2, 2]);
});

it('the points of a voided loyalty payment are void', async () => {
  expect(await recordAfter('approve', 18)).toStrictEqual([1, 2578, 2578, 103, 12_890 - 2578, 3, 3]);
});

it('a payment of another channel has no loyalty properties', async () => {
  await using shop = await openShop();
  const { body } = await shop.merchant.query(await shop.merchant.paid(shop.sandbox));
  for (const name of names) expect(body).not.toHaveProperty(name);
});
