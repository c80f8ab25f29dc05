import { expect, test } from 'vitest';
import { recordApproval } from '../../src/fulfill.ts';
import { Orders } from '../../src/orders/orders.ts';
import { sampleDetails } from '../../src/orders/details.ts';
import { cameronAmount, cameronForm, houseForm, mugForm, openShop } from '../open-shop.ts';
import { setUpShop } from '../set-up-shop.ts';

const shop = setUpShop();

test('an order and its lines survive a restart of the shop', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm, mugForm);
  const restarted = await openShop({ directory: shop.directory });
  try {
    const stored = restarted.database.prepare('SELECT visitor FROM orders WHERE id = ?').get(id);
    expect(stored).toBeDefined();
    const order = new Orders(restarted.database).findForVisitor(id, String(stored?.['visitor']));
    expect(order).toMatchObject({ id: 'RC-10482', amount: 9400, state: 'awaiting', details: sampleDetails });
    expect(order?.lines.map(({ title, quantity, total }) => [title, quantity, total])).toEqual([
      ['Cameron Dark, 250 g', 2, 7600],
      ['Enamel mug', 1, 1200],
    ]);
  } finally {
    await restarted.close();
  }
});

test('checking out an unchanged bag again updates the details of the same order', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  const { location } = await buyer.post('/checkout', { ...sampleDetails, phone: '019-876 5432' });
  expect(location).toBe(`/checkout/${id}`);
  expect((await buyer.get(location)).text).toContain('019-876 5432');
});

test('checking out a changed bag creates a second order, and the first order keeps its price', async () => {
  const buyer = shop.createVisitor();
  const first = await buyer.placeOrder(cameronForm);
  const second = await buyer.placeOrder(houseForm);
  expect([first, second]).toEqual(['RC-10482', 'RC-10483']);
  const amounts = shop.database.prepare('SELECT amount FROM orders ORDER BY number').all();
  const houseAmount = 3490;
  expect(amounts.map(({ amount }) => amount)).toEqual([cameronAmount, cameronAmount + houseAmount]);
});

test('findPayable returns undefined for a paid order and after the reservation has ended', async () => {
  const orders = new Orders(shop.database, () => shop.clock.now);
  const id = await shop.createVisitor().placeOrder(cameronForm);
  const visitor = String(shop.database.prepare('SELECT visitor FROM orders').get()?.['visitor']);
  expect(orders.findPayable(id, visitor)?.amount).toBe(cameronAmount);
  const reservationMs = 24 * 60 * 60 * 1000;
  shop.clock.now += reservationMs;
  expect(orders.findPayable(id, visitor)).toBeUndefined();
  shop.clock.now -= 1000;
  shop.fulfillOrder(id, cameronAmount);
  expect(orders.findPayable(id, visitor)).toBeUndefined();
});

test('findPayable returns undefined for an order with a refund request', async () => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  const visitor = String(shop.database.prepare('SELECT visitor FROM orders').get()?.['visitor']);
  const orders = new Orders(shop.database, () => shop.clock.now);
  orders.recordRefundRequest(id, 'a-refund');
  expect(orders.findPayable(id, visitor)).toBeUndefined();
});

test('search finds orders by a part of the number, name or email in any letter case, page by page', async () => {
  const first = await shop.createVisitor().placeOrder(cameronForm);
  const second = await shop.createVisitor().placeOrder(mugForm);
  const orders = new Orders(shop.database);
  const findIds = (text: string, page = { limit: 10, offset: 0 }) =>
    orders.search({ text }, page).orders.map(({ id }) => id);
  expect(findIds('rc-10483')).toEqual([second]);
  expect(findIds('AISYAH')).toEqual([second, first]);
  expect(findIds('example.my', { limit: 1, offset: 1 })).toEqual([first]);
  expect(findIds("' OR 1 --")).toEqual([]);
});

test('count returns the number of orders that match every property of the filter', async () => {
  const first = await shop.createVisitor().placeOrder(cameronForm);
  await shop.createVisitor().placeOrder(mugForm);
  const orders = new Orders(shop.database);
  expect(orders.count({ states: ['awaiting'] })).toBe(2);
  expect(orders.count({ states: ['awaiting'], withoutIds: [first] })).toBe(1);
  expect(orders.count({ states: ['paid'], withoutIds: [first] })).toBe(0);
});

test('checking out the same lines again after a card was approved creates a second order', async () => {
  const buyer = shop.createVisitor();
  const first = await buyer.placeOrder(cameronForm);
  const run = (sql: string, ...values: (string | number)[]) => shop.database.prepare(sql).run(...values);
  recordApproval({ orderId: first }, { run });
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty.');
  expect(await buyer.placeOrder(cameronForm)).not.toBe(first);
});
