import { expect, test } from 'vitest';
import { setUpOffice } from '../set-up-office.ts';

const office = setUpOffice();

test('the search finds an order by its transaction number in any letter case, and finds nothing for an unknown number', async () => {
  const payment = await office.createPaidPayment();
  const other = await office.startPayment();
  expect(payment.transactionNumber).toMatch(/^\w{25}$/);
  const results = (await office.clerk.get(`/office?q=${payment.transactionNumber?.toLowerCase()}`)).text;
  expect(results).toContain(`/office/orders/${payment.orderId}"`);
  expect(results).not.toContain(`/office/orders/${other.orderId}"`);
  const none = await office.clerk.get(`/office?q=${'F'.repeat(25)}`);
  expect(none.status).toBe(200);
  expect(none.text).not.toContain('/office/orders/');
});

test('the list filters orders by state, and searches by number, name and payment reference', async () => {
  const paid = await office.createPaidPayment();
  const open = await office.startPayment();
  const findListed = async (query: string) => {
    const { text } = await office.clerk.get(`/office?${query}`);
    return [paid, open].filter(({ orderId }) => text.includes(`/office/orders/${orderId}"`));
  };
  expect(await findListed('')).toEqual([paid, open]);
  expect(await findListed('view=paid')).toEqual([paid]);
  expect(await findListed('view=unpaid')).toEqual([open]);
  expect(await findListed('view=attention')).toEqual([]);
  expect(await findListed(`q=${open.orderId}`)).toEqual([open]);
  expect(await findListed(`q=${paid.reference.toLowerCase()}`)).toEqual([paid]);
  expect(await findListed('q=aisyah')).toEqual([paid, open]);
  expect(await findListed('view=unpaid&q=aisyah')).toEqual([open]);
});
