import { afterEach, describe, expect, it } from 'vitest';
import type { Difference, ReconciliationSummary } from '../../src/operator/index.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { openShop, orderTotal, type Shop, type ShopOptions, type StartedPayment } from '../shop.ts';

// Shop A and shop B use the same merchant account. B's marks are B, and KB before that.
const marksOfA = { own: ['sa', 'KA'], otherShops: ['SB', 'kb'] };

const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0).toReversed()) await shop.close();
});

async function open(options: ShopOptions): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  return shop;
}

/** A payment of order A1 that another store started, at the gateway of shop A. */
interface OtherPayment {
  readonly shop: Shop;
  readonly payment: StartedPayment;
}

/** Opens shop A, and starts a payment of a shop whose references have this mark. Null for no mark. */
async function startElsewhere(mark: string | null, options: ShopOptions = {}): Promise<OtherPayment> {
  const otherShop = await open(mark === null ? {} : { referenceMarks: { own: mark } });
  const payment = await otherShop.startPayment();
  otherShop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const shop = await open({ gatewayUrl: otherShop.sandbox.url, referenceMarks: marksOfA, ...options });
  return { shop, payment };
}

const returnToShop = ({ shop, payment }: OtherPayment): Promise<Response> =>
  shop.fetch(`/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`);

describe('the references of a shop with marks', () => {
  it.each([
    ['A1', /^SA-A1-[0-9A-Z]{17}$/],
    ['a'.repeat(60), /^SA-A{29}-[0-9A-Z]{17}$/],
  ])('begin with its first mark in upper case: order %s', async (order, pattern) => {
    const shop = await open({
      referenceMarks: marksOfA,
      resolveOrder: () => ({ amount: 100, currencyCode: 'MYR' }),
    });
    const { reference } = await shop.startPayment({ order, shownAmount: 100 });
    expect(reference).toMatch(pattern);
    expect(reference.length).toBeLessThanOrEqual(50);
  });

  it('have at most 50 characters with a mark of six characters', async () => {
    const shop = await open({
      referenceMarks: { own: 'SHOP01' },
      resolveOrder: () => ({ amount: 100, currencyCode: 'MYR' }),
    });
    const { reference } = await shop.startPayment({ order: 'a'.repeat(60), shownAmount: 100 });
    expect(reference).toMatch(/^SHOP01-A+-[0-9A-Z]{17}$/);
    expect(reference).toHaveLength(50);
  });

  it.each([
    [{ own: 'SEVENTH' }],
    [{ own: '' }],
    [{ own: [] }],
    [{ own: 'A-B' }],
    [{ own: 'SA', otherShops: ['sa'] }],
  ])('cannot have the marks %j', async (referenceMarks) => {
    await expect(openShop({ referenceMarks })).rejects.toThrow('referenceMarks');
  });
});

describe.each(['SB', 'kb'])('a transaction with the known mark %s of another shop', (mark) => {
  it('is not queried or stored after a return, raises no event and does not block the order', async () => {
    const other = await startElsewhere(mark);
    const response = await returnToShop(other);
    expect(response.status).toBe(404);
    expect(await other.shop.checkout.operator.unknownTransactions.list()).toEqual([]);
    expect(other.shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
    expect((await other.shop.start()).status).toBe(201);
  });

  it('is not adopted', async () => {
    const { shop, payment } = await startElsewhere(mark, { resolveUnknownPayment: () => 'A1' });
    await expect(shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber)).rejects.toThrow(
      `the mark ${mark.toUpperCase()} of another shop`,
    );
    expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
  });

  it('is refused as a callback without a stored row or an event', async () => {
    const { shop, payment } = await startElsewhere(mark);
    const response = await sendCallback(shop, createCallbackPayload(payment));
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'unknown-payment' }]);
    expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
    expect(await shop.checkout.operator.rejectedCallbacks.list()).toEqual([]);
    expect(shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('is counted by a reconciliation and is not a difference', async () => {
    const { shop, payment } = await startElsewhere(mark);
    const { differences, summary } = await reconcile(shop, payment);
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ records: 0, otherShopRecords: 1 });
  });
});

it('the known mark of another shop in other letters, such as the Kelvin sign for K, is recognized', async () => {
  const { shop, payment } = await startElsewhere('kb');
  for (const mark of ['\u212Ab', '\u212AB', 'kB']) {
    const reference = encodeURIComponent(payment.reference.replace(/^KB/, mark));
    const response = await shop.fetch(
      `/pgw/return?ReferenceCode=${reference}&TransactionNumber=${payment.transactionNumber}`,
    );
    expect(response.status).toBe(404);
  }
  expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
  expect(shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
});

describe.each([
  ['without a mark', null],
  ['with an unknown mark', 'XX'],
])('a transaction %s', (_case, mark) => {
  it('does not block the order, and stays in the list of unknown transactions and in a reconciliation', async () => {
    const other = await startElsewhere(mark);
    const { shop, payment } = other;
    expect(await (await returnToShop(other)).text()).toContain('Your payment is being checked');
    expect(shop.eventsNamed('return-for-unknown-payment')).toHaveLength(1);
    expect((await shop.start()).status).toBe(201);
    const unknown = await shop.checkout.operator.unknownTransactions.list();
    expect(unknown.map(({ reference }) => reference)).toEqual([payment.reference]);
    const { differences } = await reconcile(shop, payment);
    expect(differences).toMatchObject([{ type: 'unknown', gateway: { reference: payment.reference } }]);
  });

  it('can be adopted for its order', async () => {
    const { shop, payment } = await startElsewhere(mark);
    const { operator } = shop.checkout;
    await expect(
      operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A2' }),
    ).rejects.toThrow('cannot belong');
    const adopted = await operator.unknownTransactions.adopt(payment.transactionNumber, { orderId: 'A1' });
    expect(adopted).toMatchObject({ orderId: 'A1', state: 'review' });
  });
});

describe.each(['SB-7', 'sb/7', 'SB', 'kb_x'])(
  'a transaction without a mark, whose order id %s begins like the mark of another shop',
  (order) => {
    const anyOrder: ShopOptions = { resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }) };

    async function startOldPayment(): Promise<OtherPayment> {
      const olderShop = await open(anyOrder);
      const payment = await olderShop.startPayment({ order });
      olderShop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
      const options = { ...anyOrder, referenceMarks: marksOfA };
      return { shop: await open({ gatewayUrl: olderShop.sandbox.url, ...options }), payment };
    }

    it('is in the list of unknown transactions and in a reconciliation, and can be adopted', async () => {
      const other = await startOldPayment();
      const { shop, payment } = other;
      expect(await (await returnToShop(other)).text()).toContain('Your payment is being checked');
      expect(await shop.checkout.operator.unknownTransactions.list()).toMatchObject([
        { reference: payment.reference },
      ]);
      const { differences, summary } = await reconcile(shop, payment);
      expect([differences.length, summary.otherShopRecords]).toEqual([1, 0]);
      const adopted = await shop.checkout.operator.unknownTransactions.adopt(payment.transactionNumber, {
        orderId: order,
      });
      expect(adopted).toMatchObject({ orderId: order, state: 'review' });
    });
  },
);

it('a transaction without a mark, whose order id begins like the own mark, does not block another order', async () => {
  const olderShop = await open({ resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }) });
  const payment = await olderShop.startPayment({ order: 'SA-A1' });
  olderShop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const shop = await open({ gatewayUrl: olderShop.sandbox.url, referenceMarks: marksOfA });
  await returnToShop({ shop, payment });
  expect((await shop.start()).status).toBe(201);
});

it.each(['SA', 'ka'])('an unknown transaction with the own mark %s blocks its order', async (mark) => {
  const other = await startElsewhere(mark);
  await returnToShop(other);
  const problem = (await (await other.shop.start()).json()) as { code?: string };
  expect(problem.code).toBe('payment-being-checked');
  expect((await other.shop.start({ order: 'A2' })).status).toBe(201);
});

async function reconcile(
  shop: Shop,
  { reference, transactionNumber }: StartedPayment,
): Promise<{ differences: Difference[]; summary: ReconciliationSummary }> {
  const record = {
    kind: 'payment',
    transactionNumber,
    reference,
    amount: 1,
    currencyCode: 'MYR',
    status: 1,
  } as const;
  await shop.checkout.ready;
  const now = Date.now();
  const reconciliation = shop.checkout.operator.records.compare({
    records: [record],
    from: now - 1_000,
    to: now,
  });
  const differences: Difference[] = [];
  for (;;) {
    const next = await reconciliation.next();
    if (next.done === true) return { differences, summary: next.value };
    differences.push(next.value);
  }
}
