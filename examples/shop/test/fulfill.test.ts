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

test.each([
  ['a payment above the price', cameronAmount + 1, {}],
  ['a lower payment that a clerk has accepted', 1, { acceptedAt: 1_000 }],
  [
    'a payment in another currency that a clerk has accepted',
    cameronAmount,
    { currencyCode: 'SGD', acceptedAt: 0 },
  ],
])('%s marks the order as paid', async (_case, amount, fields) => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  shop.fulfillOrder(id, amount, fields);
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'paid' });
});

test('a payment in another currency sets the order to "review"', async () => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  shop.fulfillOrder(id, cameronAmount, { currencyCode: 'SGD' });
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'review' });
});

test('a payment of a lower amount sets the order to "review", and the page does not say "Thank you"', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  shop.fulfillOrder(id, 1);
  expect(shop.database.prepare('SELECT state FROM orders').get()).toEqual({ state: 'review' });
  expect((await buyer.get(`/orders/${id}`)).text).not.toContain('Thank you');
});
