import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { refundStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { startSandboxWithMerchant, type Merchant } from '../../merchant.ts';

const loyaltyPending = 0;
const loyaltySuccess = 1;
const loyaltyFailed = 2;
const loyaltyVoid = 3;

const amount = 12_890;
/** The shopper pays a fifth of the amount with points. One point is worth one minor unit. */
const redemptionAmount = 2578;
const paidAmount = amount - redemptionAmount;
const paidLoyaltyProperties = {
  loyaltyType: 1,
  redemptionPoint: redemptionAmount,
  redemptionAmount,
  // The shopper earns one point for each whole unit of the paid 103.12 MYR.
  rewardPoint: 103,
  paidAmount,
  loyaltyRedemptionStatus: loyaltySuccess,
  loyaltyRewardStatus: loyaltySuccess,
};
const unpaidLoyaltyProperties = {
  loyaltyType: 1,
  redemptionPoint: 0,
  redemptionAmount: 0,
  rewardPoint: 0,
  paidAmount: 0,
  loyaltyRedemptionStatus: loyaltyPending,
  loyaltyRewardStatus: loyaltyPending,
};

async function openLoyaltyPayment({ merchant }: { merchant: Merchant }): Promise<string> {
  const response = await merchant.openPayment({ channelId: channelIds.bintangRewards, amount });
  return response.body.result.transactionNumber;
}

async function queryRecord({ merchant }: { merchant: Merchant }, transactionNumber: string) {
  const { body } = await merchant.queryPayment(transactionNumber);
  return endpoints.queryPayment.response.parse(body);
}

it('a paid loyalty payment has redeemed points and reward points', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openLoyaltyPayment(setup);
  setup.sandbox.decide(transactionNumber, 'approve');
  expect(await queryRecord(setup, transactionNumber)).toMatchObject(paidLoyaltyProperties);
});

it('a pending loyalty payment has no points yet', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openLoyaltyPayment(setup);
  expect(await queryRecord(setup, transactionNumber)).toMatchObject(unpaidLoyaltyProperties);
});

it('a declined loyalty payment has no points, and its loyalty statuses are failed', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openLoyaltyPayment(setup);
  setup.sandbox.decide(transactionNumber, 'decline');
  expect(await queryRecord(setup, transactionNumber)).toMatchObject({
    ...unpaidLoyaltyProperties,
    loyaltyRedemptionStatus: loyaltyFailed,
    loyaltyRewardStatus: loyaltyFailed,
  });
});

it('a voided loyalty payment keeps its points, and its loyalty statuses are void', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openLoyaltyPayment(setup);
  setup.sandbox.decide(transactionNumber, 'approve');
  setup.sandbox.changeStatus(transactionNumber, refundStatusNumber.voided);
  expect(await queryRecord(setup, transactionNumber)).toMatchObject({
    ...paidLoyaltyProperties,
    loyaltyRedemptionStatus: loyaltyVoid,
    loyaltyRewardStatus: loyaltyVoid,
  });
});

it('a payment of another channel has no loyalty properties', async () => {
  await using setup = await startSandboxWithMerchant();
  const { body } = await setup.merchant.queryPayment(await setup.merchant.openApprovedPayment(setup.sandbox));
  for (const name of Object.keys(paidLoyaltyProperties)) expect(body).not.toHaveProperty(name);
});
