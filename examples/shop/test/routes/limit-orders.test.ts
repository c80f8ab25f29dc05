import { expect, onTestFinished, test } from 'vitest';
import { sampleDetails } from '../../src/orders/details.ts';
import { cameronForm, openShop } from '../open-shop.ts';

test('with a real gateway a network can place 30 orders in ten minutes, and then sees a page that says so', async () => {
  const shop = await openShop({ isSandbox: false });
  onTestFinished(() => shop.close());
  const place = async (address: string) => {
    const visitor = shop.createVisitor();
    await visitor.post('/bag/lines', cameronForm);
    return visitor.post('/checkout', sampleDetails, { 'x-forwarded-for': address });
  };
  for (let count = 1; count <= 30; count++) expect((await place('203.0.113.7')).status).toBe(303);
  const refused = await place('203.0.113.7');
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('Too many orders');
  expect((await place('203.0.113.8')).status).toBe(303);
  expect(shop.database.prepare('SELECT count(*) AS placed FROM orders').get()).toEqual({ placed: 31 });
});
