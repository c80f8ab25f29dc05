import { expect, test } from 'vitest';
import { cardChannelId, walletChannelId } from '../open-office.ts';
import { setUpOffice } from '../set-up-office.ts';
import { submitRefund } from '../submit.ts';

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

test('the links of the views show how many orders match the search', async () => {
  const paid = await office.createPaidPayment();
  await office.startPayment();
  const readCounts = async (query: string) =>
    [...(await office.clerk.get(`/office?${query}`)).text.matchAll(/class="count">(\d+)</g)].map(
      ([, count]) => Number(count),
    );
  expect(await readCounts('')).toEqual([2, 1, 1, 0, 0, 0]);
  expect(await readCounts(`q=${paid.orderId}`)).toEqual([1, 1, 0, 0, 0, 0]);
  expect(await readCounts(`q=${paid.reference}`)).toEqual([1, 1, 0, 0, 0, 0]);
});

test('an order whose second payment was refunded is paid, and a refund of the first payment changes that', async () => {
  const buyer = office.createVisitor();
  const first = await office.startPayment(walletChannelId, buyer);
  const second = await office.startPaymentOf(first.orderId, cardChannelId, buyer);
  for (const { reference, transactionNumber } of [first, second]) {
    office.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
    await office.checkout.payments.sync(reference);
  }
  const orderPath = `/office/orders/${first.orderId}`;
  const readStatus = async () =>
    /data-live="order-status">.*?<\/svg> ([^<]+)</s.exec((await office.clerk.get(orderPath)).text)?.[1];
  const isListed = async (view: string) =>
    (await office.clerk.get(`/office?view=${view}`)).text.includes(`${orderPath}"`);
  expect(await readStatus()).toBe('Paid twice');
  const refund = { how: 'all', reason: 'Paid twice' };
  await submitRefund(office.clerk, second, { ...refund, key: 'refund-of-the-second' });
  expect((await office.checkout.payments.get(second.reference))?.state).toBe('refunded');
  expect(await readStatus()).toBe('Paid');
  expect(await isListed('paid')).toBe(true);
  expect(await isListed('refunds')).toBe(true);
  expect((await buyer.get(`/orders/${first.orderId}`)).text).toContain('data-stage="paid"');
  const part = { how: 'part', amount: '10', reason: 'Torn bag', key: 'refund-of-the-first' };
  await submitRefund(office.clerk, first, part);
  expect(await readStatus()).toBe('Part refunded');
  expect(await isListed('paid')).toBe(false);
});

test('an order is paid after a refund of it has failed', async () => {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-failed');
  const refund = { how: 'part', amount: '10', reason: 'Torn bag', key: 'a-failed-refund' };
  await submitRefund(office.clerk, payment, refund);
  const [stored] = (await office.checkout.operator.payments.inspect(payment.reference))?.refunds ?? [];
  expect(stored?.state).toBe('failed');
  expect((await office.clerk.get('/office?view=paid')).text).toContain(`/office/orders/${payment.orderId}"`);
});

test('an approved card empties the bag of the shopper, whose list of orders says when it is charged', async () => {
  const buyer = office.createVisitor();
  const { reference, transactionNumber } = await office.startPayment(cardChannelId, buyer);
  office.sandbox.decide(transactionNumber ?? '', 'authorize', { callback: 'never' });
  await office.checkout.payments.sync(reference);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty.');
  expect((await buyer.get('/orders')).text).toContain('Card approved; charged when we ship');
});
