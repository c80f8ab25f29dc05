import { afterEach, expect, it } from 'vitest';
import { changeResponses, type Result } from '../changed-responses.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function openWithRecord(change: (record: Result) => Result): Promise<string> {
  shop = await openShop({ gatewayUrl: changeResponses({ queryPayment: change }) });
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  return reference;
}

it.each<[string, (record: Result) => Result]>([
  ['a channel as text', () => ({ channelId: '7' })],
  ['a channel that is no number', () => ({ channelId: 'seven' })],
  ['a status as text', ({ status }) => ({ status: String(status) })],
  ['a padded currency', ({ currencyCode }) => ({ currencyCode: `${String(currencyCode)} ` })],
  ['a padded currency in lower case', () => ({ currencyCode: ' myr' })],
  ['a creation time that is an object', () => ({ creationTime: {} })],
  ['a remark that is a number', () => ({ remark: 7, providerPaymentMethod: [], providerErrorMessage: 1.5 })],
  ['a provider number that is a number', () => ({ providerTransactionNumber: 7 })],
  ['loyalty fields as text', () => ({ paidAmount: '12.00', loyaltyType: 'points', rewardPoint: {} })],
])('a record with %s pays the order', async (_title, change) => {
  const reference = await openWithRecord(change);
  expect((await shop.checkout.payments.sync(reference))?.state).toBe('paid');
});

it.each<[string, (record: Result) => Result]>([
  ['an amount as text', ({ amount }) => ({ amount: String(amount) })],
  ['a status with a leading zero', () => ({ status: '01' })],
  ['a status with a sign', () => ({ status: '+1' })],
  ['a status that is a decimal', () => ({ status: '1.0' })],
  ['a currency that is a number', () => ({ currencyCode: 458 })],
  ['a reference that is a number', () => ({ referenceCode: 7 })],
  ['a transaction number that is a number', () => ({ transactionNumber: 7 })],
])('a record with %s is refused, and the order is not paid', async (_title, change) => {
  const reference = await openWithRecord(change);
  await expect(shop.checkout.payments.sync(reference)).rejects.toMatchObject({ code: 'invalid-response' });
  expect(shop.fulfilledReferences).toEqual([]);
});

it.each<[string, (record: Result) => Result]>([
  ['a padded reference', ({ referenceCode }) => ({ referenceCode: `${String(referenceCode)} ` })],
  ['another currency', () => ({ currencyCode: 'USD ' })],
])('a record with %s is not the payment of the order', async (_title, change) => {
  const reference = await openWithRecord(change);
  await shop.checkout.payments.sync(reference).catch(() => undefined);
  expect(shop.fulfilledReferences).toEqual([]);
});
