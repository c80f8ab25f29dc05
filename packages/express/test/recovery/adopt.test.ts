import type { StorefrontPayment } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import type { UnknownPayment } from '../../src/index.ts';
import { toOrderPrefix } from '../../src/payments/order-prefix.ts';
import { openShop, orderTotal, type Shop, type ShopOptions } from '../shop.ts';

const openShops: Shop[] = [];

afterEach(async () => {
  for (const shop of openShops.splice(0).toReversed()) await shop.close();
});

interface LostPayment {
  readonly shop: Shop;
  readonly payment: StorefrontPayment;
  readonly number: string;
}

/**
 * Opens a shop that has lost a payment of order A1, as after restoring a backup. Only the gateway has the
 * payment.
 */
async function losePayment(
  options: ShopOptions & { outcome?: 'approve' | 'decline' } = {},
): Promise<LostPayment> {
  const { outcome = 'approve', ...shopOptions } = options;
  const lostShop = await openShop();
  openShops.push(lostShop);
  const payment = await lostShop.startPayment();
  const number = payment.transactionNumber;
  lostShop.sandbox.decide(number, outcome, { callback: 'never' });
  const shop = await openShop({ gatewayUrl: lostShop.sandbox.url, ...shopOptions });
  openShops.push(shop);
  return { shop, payment, number };
}

/** The shopper's browser returns to the shop. The shop learns the transaction number from the URL. */
const returnToShop = ({ shop, payment, number }: LostPayment) =>
  shop.fetch(`/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${number}`);

const startCode = async (shop: Shop): Promise<unknown> =>
  ((await (await shop.start()).json()) as { code?: string }).code;

it('adopt stores a payment in review from the gateway’s record, for the order that orderOfPayment returns', async () => {
  const unknownPayments: UnknownPayment[] = [];
  const lost = await losePayment({
    orderOfPayment: (unknown) => {
      unknownPayments.push(unknown);
      return ['A2', 'A1'].find(unknown.matches);
    },
  });
  const { shop, payment, number } = lost;
  await returnToShop(lost);
  const adopted = await shop.checkout.operator.adopt(number);
  expect(adopted).toMatchObject({
    reference: payment.reference,
    orderId: 'A1',
    state: 'review',
    amount: orderTotal,
    currencyCode: 'MYR',
    transactionNumber: number,
    gatewayStatus: 1,
    callbackUrl: `${shop.url}/pgw/callback`,
  });
  expect(unknownPayments).toMatchObject([
    { reference: payment.reference, amount: orderTotal, currencyCode: 'MYR' },
  ]);
  expect(unknownPayments[0]?.createdAt).toBeGreaterThan(Date.now() - 60_000);
  expect(await shop.checkout.operator.unknownTransactions()).toEqual([]);
  expect(shop.fulfilledReferences).toEqual([]);
  await shop.checkout.operator.resolveReview(payment.reference, 'paid', 'Compared with the order.');
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
  const inspection = await shop.checkout.operator.inspect(payment.reference);
  expect(inspection?.timeline.map(({ text }) => text)[0]).toBe(
    `Adopted from the gateway's record of transaction ${number}, which is Success (1).`,
  );
});

it('concurrent calls of adopt store one payment', async () => {
  const { shop, number } = await losePayment();
  const adopt = () => shop.checkout.operator.adopt(number, { orderId: 'A1' });
  const adopted = await Promise.all([adopt(), adopt(), adopt()]);
  expect(new Set(adopted.map(({ reference }) => reference)).size).toBe(1);
  expect(await shop.checkout.payments.ofOrder('A1')).toHaveLength(1);
  expect(shop.eventsNamed('payment-adopted')).toHaveLength(1);
});

it('adopt settles a payment that the store already has', async () => {
  const shop = await openShop();
  openShops.push(shop);
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const adopted = await shop.checkout.operator.adopt(payment.transactionNumber);
  expect(adopted.state).toBe('paid');
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('adopt refuses a transaction that the gateway does not have, and an order that does not match the reference', async () => {
  const { shop, number } = await losePayment();
  const { operator, payments } = shop.checkout;
  await expect(operator.adopt('2005671137F81FD81D8251122')).rejects.toThrow('the gateway has no transaction');
  await expect(operator.adopt(number)).rejects.toThrow('the option orderOfPayment is not set');
  await expect(operator.adopt(number, { orderId: 'A2' })).rejects.toThrow('cannot belong to order A2');
  expect(await payments.ofOrder('A1')).toEqual([]);
});

it('a start of an order with an unknown transaction responds payment-being-checked before and after the payment is adopted', async () => {
  const lost = await losePayment();
  const { shop, number } = lost;
  await returnToShop(lost);
  expect(await startCode(shop)).toBe('payment-being-checked');
  await shop.checkout.operator.adopt(number, { orderId: 'A1' });
  expect(await startCode(shop)).toBe('payment-being-checked');
  expect(await shop.checkout.payments.ofOrder('A1')).toHaveLength(1);
});

it('a start continues if the unknown transaction of its order was declined at the gateway', async () => {
  const lost = await losePayment({ outcome: 'decline' });
  await returnToShop(lost);
  expect((await lost.shop.start()).status).toBe(201);
});

it('a start continues if orderOfPayment does not assign the unknown transaction to its order', async () => {
  const lost = await losePayment({ orderOfPayment: () => undefined });
  await returnToShop(lost);
  expect((await lost.shop.start()).status).toBe(201);
});

it.each([
  ['a/12 b', 'A-12-B'],
  ['RC-1', 'RC-1'],
  ['x'.repeat(40), 'X'.repeat(30)],
])('the references of the order %s begin with %s', (orderId, prefix) => {
  expect(toOrderPrefix(orderId)).toBe(prefix);
});
