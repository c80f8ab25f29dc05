import { expect, test } from 'vitest';
import { recordApproval } from '../../src/fulfill.ts';
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
    const order = await restarted.orders.findForVisitor(id, String(stored?.['visitor']));
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
  const id = await shop.createVisitor().placeOrder(cameronForm);
  const visitor = String(shop.database.prepare('SELECT visitor FROM orders').get()?.['visitor']);
  expect((await shop.orders.findPayable(id, visitor))?.amount).toBe(cameronAmount);
  const reservationMs = 24 * 60 * 60 * 1000;
  shop.clock.now += reservationMs;
  expect(await shop.orders.findPayable(id, visitor)).toBeUndefined();
  shop.clock.now -= 1000;
  shop.fulfillOrder(id, cameronAmount);
  expect(await shop.orders.findPayable(id, visitor)).toBeUndefined();
});

test('findPayable returns undefined for an order with a refund request', async () => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  const visitor = String(shop.database.prepare('SELECT visitor FROM orders').get()?.['visitor']);
  await shop.orders.recordRefundRequest(id, 'a-refund');
  expect(await shop.orders.findPayable(id, visitor)).toBeUndefined();
});

test('search finds orders by a part of the number, name or email in any letter case', async () => {
  const first = await shop.createVisitor().placeOrder(cameronForm);
  const second = await shop.createVisitor().placeOrder(mugForm);
  expect(await shop.orders.search('rc-10483')).toEqual([second]);
  expect(await shop.orders.search('AISYAH')).toEqual([second, first]);
  for (const text of ["' OR 1 --", '%', '_', '\\'])
    expect([text, await shop.orders.search(text)]).toEqual([text, []]);
});

test('checking out the same lines again after a card was approved creates a second order', async () => {
  const buyer = shop.createVisitor();
  const first = await buyer.placeOrder(cameronForm);
  for (const [sql, ...values] of recordApproval({ orderId: first }))
    shop.database.prepare(sql).run(...values);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty.');
  expect(await buyer.placeOrder(cameronForm)).not.toBe(first);
});
