import { expect, test } from 'vitest';
import { cameronAmount, cameronForm, mugForm } from './open-shop.ts';
import { setUpShop } from './set-up-shop.ts';

const shop = setUpShop();

test('fulfill marks the order as paid, adds one ledger row, and removes the ordered items from the bag', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  await buyer.post('/bag/lines', mugForm);
  shop.fulfillOrder(id, cameronAmount, { reference: 'RC-REF-1' });
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'paid' });
  expect(shop.database.prepare('SELECT * FROM ledger').all()).toEqual([
    {
      order_id: id,
      reference: 'RC-REF-1',
      key: 'RC-REF-1',
      amount: cameronAmount,
      currency: 'MYR',
      at: shop.clock.now,
    },
  ]);
  const bagLines = shop.database.prepare('SELECT sku FROM bag_lines').all();
  expect(bagLines).toEqual([{ sku: 'enamel-mug.green' }]);
});

test('a second fulfillment adds a second row to the ledger', async () => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  shop.fulfillOrder(id, cameronAmount);
  shop.fulfillOrder(id, cameronAmount);
  expect(shop.database.prepare('SELECT count(*) AS rows FROM ledger').get()).toEqual({ rows: 2 });
});
