import { expect, test } from 'vitest';
import type { Payment } from '@pgw/express';
import { setUpOffice } from '../set-up-office.ts';
import { submit, submitRefund } from '../submit.ts';

const office = setUpOffice();
/** The gateway's status number of a paid payment. */
const successStatus = 1;

function charge({ reference }: Payment, form: Record<string, string> = {}) {
  return submit(office.clerk, `/office/payments/${reference}/capture`, {
    key: 'one-capture-key',
    how: 'all',
    ...form,
  });
}

async function getOrderPage({ orderId }: Payment): Promise<string> {
  return (await office.clerk.get(`/office/orders/${orderId}`)).text.replace(/[\s\u00a0]+/g, ' ');
}

test('an order with an authorized card is listed under "To charge"; the full charge fulfills the order once', async () => {
  const payment = await office.authorizeCard();
  expect((await office.clerk.get('/office?view=chargeable')).text).toContain(payment.orderId);
  expect((await office.clerk.get('/office?view=unpaid')).text).not.toContain(payment.orderId);
  expect(await getOrderPage(payment)).toContain('Card authorized');
  expect((await charge(payment)).location).toBe(`/office/orders/${payment.orderId}#${payment.reference}`);
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
  const page = await getOrderPage(payment);
  expect(page).toContain('RM 82.00 of RM 82.00 charged. Nothing is authorized any more.');
  expect(page).not.toContain('Charge the card…');
  expect((await office.clerk.get('/office?view=chargeable')).text).not.toContain(payment.orderId);
  // The shop adds one row for each call of `onPaid`.
  expect(office.database.prepare('SELECT count(*) AS n FROM ledger').get()).toEqual({ n: 1 });
});

test('after a partial charge the rest stays authorized, and the last charge releases it', async () => {
  const payment = await office.authorizeCard();
  await charge(payment, { how: 'part', amount: '30', key: 'first-capture-key' });
  expect(await getOrderPage(payment)).toContain('RM 30.00 of RM 82.00 charged. RM 52.00 still authorized.');
  expect(office.orders.find(payment.orderId)?.state).toBe('awaiting');
  await charge(payment, { how: 'part', amount: '12.50', last: 'yes', key: 'second-capture-key' });
  const page = await getOrderPage(payment);
  expect(page).toContain('RM 42.50 of RM 82.00 charged. Nothing is authorized any more.');
  // The refund form offers the charged amount.
  expect(page).toContain('Full amount, RM 42.50');
  expect(office.sandbox.findPayment(payment.transactionNumber ?? '')).toMatchObject({
    status: successStatus,
    paidAmount: 4250,
    heldAmount: 0,
  });
});

test('the refunds of a partly charged card are shown as a part of the charged amount', async () => {
  const payment = await office.authorizeCard();
  await charge(payment, { how: 'part', amount: '42.50', last: 'yes' });
  await submitRefund(office.clerk, payment, {
    key: 'one-refund-key',
    how: 'part',
    amount: '12.50',
    reason: 'A damaged bag',
  });
  expect(await getOrderPage(payment)).toContain(
    'RM 12.50 of RM 42.50 refunded or being refunded. RM 30.00 left.',
  );
});

test('a charge form that is sent twice charges once', async () => {
  const payment = await office.authorizeCard();
  await Promise.all([
    charge(payment, { how: 'part', amount: '5' }),
    charge(payment, { how: 'part', amount: '5' }),
  ]);
  await charge(payment, { how: 'part', amount: '5' });
  expect(office.sandbox.findPayment(payment.transactionNumber ?? '')?.paidAmount).toBe(500);
});

test.each([
  ['1,000.00', 'Enter the amount like 12.50, without commas.'],
  ['', 'Enter the amount like 12.50, without commas.'],
  ['82.01', 'Enter an amount from RM 0.01 to RM 82.00, the remaining amount.'],
  ['0', 'Enter an amount from RM 0.01'],
])(
  'a charge of "%s" is rejected, the form keeps the amount, and nothing is charged',
  async (amount, error) => {
    const payment = await office.authorizeCard();
    const response = await charge(payment, { how: 'part', amount });
    const text = response.text.replace(/[\s\u00a0]+/g, ' ');
    expect(text).toContain(error);
    expect(text).toContain(`value="${amount}"`);
    expect(office.sandbox.findPayment(payment.transactionNumber ?? '')?.paidAmount).toBe(0);
  },
);

test('a card whose authorization has ended is not charged, and the charge form disappears', async () => {
  const payment = await office.authorizeCard();
  office.sandbox.endAuthorization(payment.transactionNumber ?? '', 'void', { callback: 'never' });
  await charge(payment);
  expect(await getOrderPage(payment)).not.toContain('Charge the card…');
  expect(office.orders.find(payment.orderId)?.state).toBe('awaiting');
});

test('a charge without a session is rejected', async () => {
  const payment = await office.authorizeCard();
  await office
    .createVisitor()
    .post(`/office/payments/${payment.reference}/capture`, { how: 'all', key: 'capture-key' });
  expect(office.sandbox.findPayment(payment.transactionNumber ?? '')?.paidAmount).toBe(0);
});
