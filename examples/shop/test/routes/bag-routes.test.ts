import { expect, test } from 'vitest';
import { deliveryPrice } from '../../src/orders/bag.ts';
import { sampleDetails } from '../../src/orders/details.ts';
import { matchBagLink } from '../page-text.ts';
import { cameronAmount, cameronForm, mugForm } from '../open-shop.ts';
import { setUpShop } from '../set-up-shop.ts';

const shop = setUpShop();

test('a price sent by the browser is ignored', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', { ...cameronForm, price: '1', amount: '1', total: '1' });
  await buyer.post('/checkout', { ...sampleDetails, amount: '1', total: '1', currency: 'IDR' });
  const order = shop.database.prepare('SELECT amount, currency FROM orders').get();
  expect(order).toEqual({ amount: cameronAmount, currency: 'MYR' });
});

test.each([
  { ...cameronForm, quantity: '0' },
  { ...cameronForm, quantity: '-1' },
  { ...cameronForm, quantity: '1.5' },
  { ...cameronForm, quantity: '21' },
  { ...cameronForm, size: '2t' },
  { ...cameronForm, product: 'gold' },
])('the form %j adds nothing to the bag', async (line) => {
  const buyer = shop.createVisitor();
  expect((await buyer.post('/bag/lines', line)).status).toBe(400);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty');
});

test('after a line was removed, the bag offers to undo the removal', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  const { location } = await buyer.post('/bag/lines/enamel-mug.green/remove', {});
  const { text } = await buyer.get(location);
  expect(text).toContain('Enamel mug removed.');
  expect(text).toContain('Your bag is empty');
  await buyer.post('/bag/lines/enamel-mug.green/restore', {});
  expect((await buyer.get('/bag')).text).toMatch(matchBagLink(1));
});

test('the bag names a sold-out line and does not link to the checkout', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  shop.changeProduct('enamel-mug', { stock: 0 });
  const { text } = await buyer.get('/bag');
  expect(text).toContain('Enamel mug is sold out.');
  expect(text).not.toContain('href="/checkout"');
  expect(await buyer.post('/checkout', sampleDetails)).toMatchObject({ status: 303, location: '/bag' });
});

test('after a price change, the bag shows the old price struck through, and the order has the new price', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  shop.changeProduct('enamel-mug', { price: 1500 });
  const { text } = await buyer.get('/bag');
  expect(text).toMatch(/<del>[\s\S]*RM\u00a012.00[\s\S]*<\/del>[\s\S]*RM\u00a015.00/);
  await buyer.post('/checkout', sampleDetails);
  expect(shop.database.prepare('SELECT amount FROM orders').get()).toEqual({ amount: 1500 + deliveryPrice });
});

test('the page of a sold-out product has no button to add it', async () => {
  const { text } = await shop.createVisitor().get('/products/liberica-johor');
  expect(text).toContain('Sold out');
  expect(text).not.toContain('Add to bag');
});

test('a form that another site posts is rejected', async () => {
  const buyer = shop.createVisitor();
  const response = await buyer.post('/bag/lines', mugForm, { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty');
});
