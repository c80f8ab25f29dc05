import { afterEach, beforeEach, expect, test } from 'vitest';
import { cameron, mug, openShop } from './open-shop.ts';

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop();
});

afterEach(() => shop.close());

test('fulfilling marks the order, writes one ledger row, and empties the bag of what was ordered', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.order(cameron);
  await buyer.post('/bag/lines', mug);
  shop.pay(id, 8200, 'RC-REF-1');
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'paid' });
  expect(shop.database.prepare('SELECT * FROM ledger').all()).toEqual([
    {
      order_id: id,
      reference: 'RC-REF-1',
      key: 'RC-REF-1',
      amount: 8200,
      currency: 'MYR',
      at: shop.clock.now,
    },
  ]);
  const left = shop.database.prepare('SELECT sku FROM bag_lines').all();
  expect(left).toEqual([{ sku: 'enamel-mug.green' }]);
});

test('fulfilling twice shows as two rows of the ledger', async () => {
  const id = await shop.createVisitor().order(cameron);
  shop.pay(id, 8200);
  shop.pay(id, 8200);
  expect(shop.database.prepare('SELECT count(*) AS rows FROM ledger').get()).toEqual({ rows: 2 });
});

test('money that is not the sum of the order puts it under review, without thanks', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.order(cameron);
  shop.pay(id, 1);
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'review' });
  expect((await buyer.get(`/orders/${id}`)).text).not.toContain('Thank you');
});
