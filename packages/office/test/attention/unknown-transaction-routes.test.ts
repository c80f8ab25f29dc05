import { expect, test } from 'vitest';
import { setUpOffice } from '../set-up-office.ts';

const office = setUpOffice();

/** Pays an order, deletes the payment from the shop's store, and opens the return URL. */
async function losePayment() {
  const payment = await office.startPayment();
  const { reference, orderId, transactionNumber } = payment;
  const number = transactionNumber ?? '';
  office.sandbox.decide(number, 'approve', { callback: 'never' });
  for (const table of ['pgw_payments', 'pgw_notes'])
    office.database.prepare(`DELETE FROM ${table} WHERE reference_key = ?`).run(reference.toLowerCase());
  await office.createVisitor().get(`/pgw/return?ReferenceCode=${reference}&TransactionNumber=${number}`);
  return { reference, orderId, number };
}

test('a payment that exists only at the gateway can be added to its order, and is fulfilled after its review', async () => {
  const { reference, orderId, number } = await losePayment();
  const page = (await office.clerk.get('/office/attention')).text;
  expect(page).toContain('Unknown payment');
  expect(page).toContain(number);
  const response = await office.clerk.post('/office/attention/adopt', { transaction: number, order: '' });
  expect(response.location).toBe(`/office/orders/${orderId}#${reference}`);
  expect((await office.clerk.get('/office/attention')).text).not.toContain(
    'Only the gateway has this payment',
  );
  await office.clerk.post(`/office/payments/${reference}/review`, { decision: 'paid', reason: 'Compared.' });
  expect(office.orders.find(orderId)?.state).toBe('paid');
});

test('a payment is not added automatically to an order that is newer than the payment', async () => {
  const { orderId, number } = await losePayment();
  office.database.prepare('UPDATE orders SET created_at = created_at + 60000 WHERE id = ?').run(orderId);
  const response = await office.clerk.post('/office/attention/adopt', { transaction: number, order: '' });
  const page = (await office.clerk.get(response.location ?? '')).text;
  expect(page).toContain('resolveUnknownPayment returned no order');
  const withOrderNumber = await office.clerk.post('/office/attention/adopt', {
    transaction: number,
    order: orderId,
  });
  expect(withOrderNumber.location).toContain(`/office/orders/${orderId}`);
});

test('an unknown payment is dismissed with a reason', async () => {
  const { number } = await losePayment();
  await office.clerk.post('/office/attention/dismiss', { transaction: number, reason: 'A test.' });
  const { text } = await office.clerk.get('/office/attention');
  expect(text).not.toContain('Only the gateway has this payment');
  const stored = office.database.prepare('SELECT reason FROM pgw_unknown_transactions').get();
  expect(stored).toEqual({ reason: 'Aina: A test.' });
});

test('the menu has a link to the list of unknown payments, and one to approvals only if there is a second clerk', async () => {
  const { text } = await office.clerk.get('/office/attention');
  const [menu = ''] = /<nav aria-label="Back office">[^]*?<\/nav>/.exec(text) ?? [];
  expect(menu).toContain('href="/office/attention#unknown"');
  expect(text).toContain('<h2 id="unknown"');
  expect(menu).not.toContain('/office/approvals');
});
