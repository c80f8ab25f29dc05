import { afterEach, expect, it } from 'vitest';
import type { StorefrontPayment } from '@pgw/protocol';
import { decidePayment } from '../../src/sync/decisions/payment.ts';
import { kilatPay, openShop, orderTotal, type Shop } from '../shop.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';

const bintangRewards = 13;
let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const payBy = async (own: Shop, channelId: number): Promise<string> => {
  const { reference, transactionNumber } = await own.startPayment({ channelId });
  own.sandbox.decide(transactionNumber, 'approve');
  await own.checkout.payments.sync(reference);
  return reference;
};

it('a loyalty payment has what was paid with points and with money, for the shop and for the shopper', async () => {
  shop = await openShop();
  const reference = await payBy(shop, bintangRewards);
  // The sandbox redeems a fifth of the amount.
  const amounts = { pointsAmount: orderTotal / 5, moneyAmount: orderTotal - orderTotal / 5 };
  expect(await shop.checkout.payments.get(reference)).toMatchObject({
    state: 'paid',
    loyalty: { ...amounts, redeemedPoints: orderTotal / 5, rewardPoints: 103 },
  });
  // The route responds with a StorefrontPayment.
  const payment = (await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment;
  expect(payment.loyalty).toEqual(amounts);
});

it('a payment without points has no loyalty', async () => {
  shop = await openShop();
  const reference = await payBy(shop, kilatPay);
  expect(await shop.checkout.payments.get(reference)).toMatchObject({ state: 'paid', loyalty: null });
  expect(await (await shop.fetch(`/pgw/payments/${reference}`)).json()).not.toHaveProperty('loyalty');
});

it.each([
  ['decimals of the currency', { redemptionAmount: 23.45, paidAmount: 100 }],
  ['another sum than the amount', { redemptionAmount: 2_345, paidAmount: 9_999 }],
  ['a negative amount', { redemptionAmount: -5, paidAmount: 12_350 }],
  ['no redeemed points', { redemptionAmount: 0, paidAmount: 12_345 }],
  ['no type', { loyaltyType: null, redemptionAmount: 2_345, paidAmount: 10_000 }],
  ['no amounts', { redemptionAmount: null, paidAmount: null }],
])('a record with %s does not change the loyalty', (_case, fields) => {
  const record = {
    transactionNumber: 'T-1',
    referenceCode: 'RC-1',
    status: 1,
    currencyCode: 'MYR',
    amount: 12_345,
    loyaltyType: 1,
    ...fields,
  };
  expect(decidePayment(samplePayment(), record, { now: 5_000 })).not.toHaveProperty('loyalty');
});
