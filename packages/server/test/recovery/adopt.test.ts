import { afterEach, describe, expect, it } from 'vitest';
import type { UnknownPayment } from '../../src/operator/index.ts';
import { readPrefix, References } from '../../src/engine/references.ts';
import {
  gatewayStatus,
  openShop,
  orderTotal,
  sentuh,
  type Shop,
  type ShopOptions,
  type StartedPayment,
} from '../shop.ts';

const shops: Shop[] = [];

afterEach(async () => {
  for (const shop of shops.splice(0).toReversed()) await shop.close();
});

interface LostPayment {
  readonly shop: Shop;
  readonly payment: StartedPayment;
}

/**
 * Opens a shop that has lost a payment of order A1, as after restoring a backup. The shop before it has
 * started the payment, so only the gateway has it.
 */
async function losePayment(
  options: ShopOptions & { outcome?: 'approve' | 'decline' } = {},
): Promise<LostPayment> {
  const { outcome = 'approve', ...shopOptions } = options;
  const shopBefore = await openShop();
  shops.push(shopBefore);
  const payment = await shopBefore.startPayment();
  shopBefore.sandbox.decide(payment.transactionNumber, outcome, { callback: 'never' });
  const shop = await openShop({ gatewayUrl: shopBefore.sandbox.url, ...shopOptions });
  shops.push(shop);
  return { shop, payment };
}

/** The shopper's browser returns to the shop. The shop learns the transaction number from the URL. */
const returnToShop = ({ shop, payment }: LostPayment) =>
  shop.fetch(`/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`);

/** Starts a payment, and returns the code of the problem if the start is refused. */
const readStartCode = async (shop: Shop): Promise<unknown> =>
  ((await (await shop.start()).json()) as { code?: string }).code;

it('operator.unknownTransactions.adopt stores a payment in review from the gateway’s record, for the order that resolveUnknownPayment returns', async () => {
  const unknownPayments: UnknownPayment[] = [];
  const lost = await losePayment({
    resolveUnknownPayment: (unknown) => {
      unknownPayments.push(unknown);
      return ['A2', 'A1'].find(unknown.matches);
    },
  });
  const { shop, payment } = lost;
  await returnToShop(lost);
  const adopted = await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
  expect(adopted).toMatchObject({
    reference: payment.reference,
    orderId: 'A1',
    state: 'review',
    amount: orderTotal,
    currencyCode: 'MYR',
    transactionNumber: payment.transactionNumber,
    gatewayStatus: gatewayStatus.success,
    callbackUrl: `${shop.url}/pgw/callback`,
  });
  expect(unknownPayments).toMatchObject([
    { reference: payment.reference, amount: orderTotal, currencyCode: 'MYR' },
  ]);
  expect(unknownPayments[0]?.createdAt).toBeGreaterThan(Date.now() - 60_000);
  expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  expect(shop.fulfilledReferences).toEqual([]);
  await shop.checkout.operator.reviews.resolve(payment.reference, {
    outcome: 'paid',
    reason: 'Compared with the order.',
  });
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
  const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
  expect(inspection?.timeline.map(({ text }) => text)[0]).toBe(
    `Adopted from the gateway's record of transaction ${payment.transactionNumber}, which is Success (1).`,
  );
});

describe('operator.unknownTransactions.adopt reports both sums', () => {
  const readSums = (shop: Shop) => shop.eventsNamed('price-differs');

  it('if the amount is not the price that resolveUnknownPayment returns', async () => {
    const resolveUnknownPayment = () => ({ orderId: 'A1', amount: 99_900, currencyCode: 'myr' });
    const { shop, payment } = await losePayment({ resolveUnknownPayment });
    expect(await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber)).toMatchObject({
      state: 'review',
    });
    expect(readSums(shop)).toMatchObject([
      { amount: orderTotal, orderAmount: 99_900, orderCurrencyCode: 'MYR' },
    ]);
    const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
    expect(inspection?.timeline[0]?.text).toContain('the price of the order is MYR 999.00');
  });

  it('if the amount is not the price of the newest start of the order', async () => {
    const { shop, payment } = await losePayment({
      resolveOrder: () => ({ amount: 70_000, currencyCode: 'MYR' }),
      resolveUnknownPayment: () => ({ orderId: 'A1', amount: orderTotal, currencyCode: 'MYR' }),
    });
    await shop.startPayment({ shownAmount: 70_000 });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
    expect(readSums(shop)).toMatchObject([{ amount: orderTotal, orderAmount: 70_000 }]);
  });

  it('if the browser has chosen an attempt key that resembles the one of an adopted payment', async () => {
    const { shop, payment } = await losePayment({
      resolveOrder: () => ({ amount: 70_000, currencyCode: 'MYR' }),
      resolveUnknownPayment: () => ({ orderId: 'A1', amount: orderTotal, currencyCode: 'MYR' }),
    });
    await shop.startPayment({ shownAmount: 70_000, attempt: 'adopted-12345678' });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
    expect(readSums(shop)).toMatchObject([{ amount: orderTotal, orderAmount: 70_000 }]);
  });

  it('if the amount is not the price that getPrice returns, in place of every other price', async () => {
    const calls: string[] = [];
    const { shop, payment } = await losePayment({
      getPrice: (orderId, { tx }) => {
        calls.push(orderId);
        const [row] = tx.all('SELECT 80000 AS amount');
        return { amount: Number(row?.['amount']), currencyCode: 'MYR' };
      },
      resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }),
      resolveUnknownPayment: () => ({ orderId: 'A1', amount: orderTotal, currencyCode: 'MYR' }),
    });
    await shop.startPayment();
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
    expect(readSums(shop)).toMatchObject([{ amount: orderTotal, orderAmount: 80_000 }]);
    expect(calls).toEqual(['A1']);
  });

  it('if getPrice returns undefined, because the order is gone', async () => {
    const { shop, payment } = await losePayment({ getPrice: () => undefined });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    const [event] = shop.eventsNamed('price-differs');
    expect(event?.message).toContain('it does not exist any more');
    expect(event?.message).toContain('call operator.reviews.resolve');
  });

  it('if an operator gives the order, with the price that resolveUnknownPayment returns for this order', async () => {
    const resolveUnknownPayment = () => ({ orderId: 'A1', amount: 99_900, currencyCode: 'MYR' });
    const { shop, payment } = await losePayment({ resolveUnknownPayment });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    expect(readSums(shop)).toMatchObject([{ amount: orderTotal, orderAmount: 99_900 }]);
  });

  it('not with the price that resolveUnknownPayment returns for another order than the given one', async () => {
    const resolveUnknownPayment = () => ({ orderId: 'A2', amount: 99_900, currencyCode: 'MYR' });
    const { shop, payment } = await losePayment({ resolveUnknownPayment });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    expect(readSums(shop)).toEqual([]);
  });

  it('of a second adopted payment with the price of the shop, not with the amount of the first', async () => {
    const shopBefore = await openShop();
    shops.push(shopBefore);
    const first = await shopBefore.startPayment();
    const second = await shopBefore.startPayment({ channelId: sentuh });
    for (const { transactionNumber } of [first, second])
      shopBefore.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    const resolveUnknownPayment = () => ({ orderId: 'A1', amount: 99_900, currencyCode: 'MYR' });
    const shop = await openShop({ gatewayUrl: shopBefore.sandbox.url, resolveUnknownPayment });
    shops.push(shop);
    for (const { transactionNumber } of [first, second])
      await shop.checkout.operator.unknownTransactions.adopt(transactionNumber);
    expect(readSums(shop)).toMatchObject([{ orderAmount: 99_900 }, { orderAmount: 99_900 }]);
  });

  it('also if the payment is above the price, and leaves the decision to an operator', async () => {
    const getPrice = () => ({ amount: 100, currencyCode: 'MYR' });
    const { shop, payment } = await losePayment({ getPrice });
    await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    const [event] = shop.eventsNamed('price-differs');
    expect(event?.message).toContain('is in review and not fulfilled');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('The database of the shop is down.'))],
    ['returns an invalid price', () => ({ amount: 1.5, currencyCode: 'MYR' })],
  ])('or stores nothing if getPrice %s, and can be repeated', async (_case, failing) => {
    let isBroken = true;
    const { shop, payment } = await losePayment({
      getPrice: () => (isBroken ? failing() : { amount: orderTotal, currencyCode: 'MYR' }),
    });
    const adopt = () =>
      shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    await expect(adopt()).rejects.toThrow();
    expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
    isBroken = false;
    expect(await adopt()).toMatchObject({ state: 'review' });
    expect(readSums(shop)).toEqual([]);
  });

  it('and nothing if the amount is the price, or if no price is known', async () => {
    for (const resolveUnknownPayment of [
      () => 'A1',
      () => ({ orderId: 'A1', amount: orderTotal, currencyCode: 'MYR' }),
    ]) {
      const { shop, payment } = await losePayment({ resolveUnknownPayment });
      await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
      expect(readSums(shop)).toEqual([]);
    }
  });
});

it.each(['adopted:12345678', 'form:12345678', 'gateway:12345678', 'second:12345678:0'])(
  'a browser cannot start a payment with the attempt key %s, because keys of the server have a colon',
  async (attempt) => {
    const shop = await openShop();
    shops.push(shop);
    expect((await shop.start({ attempt })).status).toBe(400);
  },
);

it.each([{}, { orderId: 5 }, { orderId: null }])(
  'a price of resolveUnknownPayment without the id of its order, such as %j, is an invalid configuration',
  async (fields) => {
    // The types allow no such result. The function of a shop in JavaScript can return it.
    const resolveUnknownPayment = () => ({ amount: orderTotal, currencyCode: 'MYR', ...fields }) as never;
    const { shop, payment } = await losePayment({ resolveUnknownPayment });
    await expect(
      shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber),
    ).rejects.toMatchObject({
      code: 'invalid-configuration',
      message: expect.stringContaining('resolveUnknownPayment returned an invalid order'),
    });
  },
);

it('concurrent calls of operator.unknownTransactions.adopt store one payment', async () => {
  const { shop, payment } = await losePayment();
  const adopt = () =>
    shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
  const adopted = await Promise.all([adopt(), adopt(), adopt()]);
  expect(new Set(adopted.map(({ reference }) => reference)).size).toBe(1);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toHaveLength(1);
  expect(shop.eventsNamed('payment-adopted')).toHaveLength(1);
});

it('operator.unknownTransactions.adopt syncs a payment that the store already has', async () => {
  const shop = await openShop();
  shops.push(shop);
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const adopted = await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber);
  expect(adopted.state).toBe('paid');
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('operator.unknownTransactions.adopt refuses a transaction that the gateway does not have, and an order that does not match the reference', async () => {
  const { shop, payment } = await losePayment();
  const { operator, payments } = shop.checkout;
  const unknownNumber = '2005671137F81FD81D8251122';
  await expect(operator.unknownTransactions.adopt(unknownNumber)).rejects.toThrow(
    'the gateway has no transaction',
  );
  await expect(operator.unknownTransactions.adopt(payment.transactionNumber)).rejects.toThrow(
    'the option resolveUnknownPayment is not set',
  );
  await expect(
    operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A2' }),
  ).rejects.toThrow('cannot belong to order A2');
  expect(await payments.list({ orderId: 'A1' })).toEqual([]);
});

it('a start of an order with an unknown transaction responds payment-being-checked before and after the payment is adopted', async () => {
  const lost = await losePayment();
  const { shop, payment } = lost;
  await returnToShop(lost);
  expect(await readStartCode(shop)).toBe('payment-being-checked');
  await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
  expect(await readStartCode(shop)).toBe('payment-being-checked');
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toHaveLength(1);
});

it('a start continues if the unknown transaction of its order was declined at the gateway', async () => {
  const lost = await losePayment({ outcome: 'decline' });
  await returnToShop(lost);
  expect((await lost.shop.start()).status).toBe(201);
});

it('a start continues if resolveUnknownPayment does not assign the unknown transaction to its order', async () => {
  const lost = await losePayment({ resolveUnknownPayment: () => undefined });
  await returnToShop(lost);
  expect((await lost.shop.start()).status).toBe(201);
});

it.each([
  ['a/12 b', 'A-12-B'],
  ['RC-1', 'RC-1'],
  ['x'.repeat(40), 'X'.repeat(30)],
])('the references of the order %s begin with %s', (orderId, prefix) => {
  expect(readPrefix(new References().create(orderId))).toBe(prefix);
});
