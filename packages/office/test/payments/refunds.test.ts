import { expect, test } from 'vitest';
import type { Payment } from '@pgw/express';
import { normalizeSpaces } from '../normalize-spaces.ts';
import { refundDelayMs, walletChannelId } from '../open-office.ts';
import { setUpOffice } from '../set-up-office.ts';
import { submit, submitRefund } from '../submit.ts';

const office = setUpOffice();

/** The gateway's status number of a refunded payment. */
const refundedStatus = 11;

function refund(payment: Payment, form: Record<string, string>) {
  const fields = { key: 'one-refund-key', how: 'all', reason: 'Torn bag', ...form };
  return submitRefund(office.clerk, payment, fields);
}

async function getOrderPage({ orderId }: Payment): Promise<string> {
  return (await office.clerk.get(`/office/orders/${orderId}`)).text;
}

test('a partial refund is shown to the clerk and the customer, and the rest stays refundable', async () => {
  const buyer = office.createVisitor();
  const payment = await office.createPaidPayment(walletChannelId, buyer);
  const response = await refund(payment, { how: 'part', amount: '12.50' });
  expect(response.location).toBe(`/office/orders/${payment.orderId}#refunds-${payment.reference}`);
  expect(office.sandbox.listRefunds()).toMatchObject([{ amount: 1250 }]);
  const text = await getOrderPage(payment);
  expect(text).toContain('Part refunded');
  expect(text.replace(/[\s\u00a0]+/g, ' ')).toContain(
    'RM 12.50 of RM 82.00 refunded or being refunded. RM 69.50 left.',
  );
  expect((await office.clerk.get('/office?view=refunds')).text).toContain(payment.orderId);
  expect((await buyer.get(`/orders/${payment.orderId}`)).text).toContain(`Refund for ${payment.orderId}`);
});

test('a refund is confirmed once, by a button with its sum', async () => {
  const payment = await office.createPaidPayment();
  const path = `/office/payments/${payment.reference}/refund`;
  const form = { key: 'one-refund-key', how: 'part', amount: '10', reason: 'Torn bag' };
  const { status, text } = await submit(office.clerk, path, form);
  expect(status).toBe(200);
  expect(office.sandbox.listRefunds()).toEqual([]);
  const question = normalizeSpaces(text);
  expect(question).toContain('<h1>Refund RM 10.00?</h1>');
  expect(question).toMatch(/<button class="button" name="step" value="confirmed">Refund RM 10\.00</);
  expect(question).toContain('RM 82.50 <span class="sum-parts">(order RM 82.00 + fee RM 0.50)</span>');
  expect(question).toContain(payment.reference);
  await submitRefund(office.clerk, payment, form);
  expect(office.sandbox.listRefunds()).toMatchObject([{ amount: 1000 }]);
  // The Back button of the browser shows the question again.
  expect((await submit(office.clerk, path, form)).location).toBe(
    `/office/orders/${payment.orderId}#refunds-${payment.reference}`,
  );
});

test('"Change" opens the refund form with its values, and a sum that has changed is confirmed again', async () => {
  const payment = await office.createPaidPayment();
  const path = `/office/payments/${payment.reference}/refund`;
  const form = { key: 'one-refund-key', how: 'part', amount: '12.50', reason: 'Torn bag' };
  const changed = await submit(office.clerk, path, { ...form, step: 'change' });
  expect(changed.text).toMatch(/<details class="panel" open>\s*<summary>Refund…/);
  expect(changed.text).toContain('value="12.50"');
  const answer = { ...form, how: 'all', step: 'confirmed', sum: '4000' };
  expect((await submit(office.clerk, path, answer)).text).toContain('<h1>Refund RM\u00a082.00?</h1>');
  expect(office.sandbox.listRefunds()).toEqual([]);
});

test('a refund form that is sent twice requests one refund', async () => {
  const payment = await office.createPaidPayment();
  await Promise.all([
    refund(payment, { how: 'part', amount: '5' }),
    refund(payment, { how: 'part', amount: '5' }),
  ]);
  await refund(payment, { how: 'part', amount: '5' });
  expect(office.sandbox.listRefunds()).toHaveLength(1);
});

test.each([
  [{ how: 'part', amount: '1,000.00' }, 'Enter the amount like 12.50, without commas.'],
  [{ how: 'part', amount: '' }, 'Enter the amount like 12.50'],
  [{ how: 'part', amount: '0' }, 'Enter an amount from RM\u00a00.01 to RM\u00a082.00, the remaining amount.'],
  [{ how: 'part', amount: '82.01' }, 'the remaining amount.'],
  [{ reason: ' ' }, 'Enter a reason.'],
])('a refund form with %j shows an error at the field, and nothing is sent', async (form, message) => {
  const payment = await office.createPaidPayment();
  const { status, text } = await refund(payment, form);
  expect(status).toBe(422);
  expect(text).toContain(message);
  expect(text).toContain('<details class="panel" open>');
  expect(office.sandbox.listRefunds()).toEqual([]);
});

test('the page polls while a refund is processing, and stops when the refund is done', async () => {
  office.sandbox.scenario('refund-processing');
  const payment = await office.createPaidPayment();
  const { text: before } = await refund(payment, {});
  expect(before).toContain('Processing');
  expect(before).toContain('data-poll');
  office.sandbox.advanceClock(refundDelayMs);
  await expect
    .poll(async () => {
      office.clock.aheadMs += 60_000;
      await office.checkout.sweep();
      return (await office.checkout.operator.payments.inspect(payment.reference))?.refunds[0]?.state;
    })
    .toBe('done');
  const after = await getOrderPage(payment);
  expect(after).not.toContain('data-poll');
  expect(after).toContain('Refunded');
});

test('while a refund is pending, the refund form is hidden, and a refund form that is open in another window requests no refund', async () => {
  office.sandbox.scenario('refund-processing');
  const payment = await office.createPaidPayment();
  await refund(payment, { how: 'part', amount: '5' });
  const page = await getOrderPage(payment);
  expect(page).toContain('A refund of RM\u00a05.00 is still pending.');
  expect(page).not.toContain(`/office/payments/${payment.reference}/refund"`);
  const second = await refund(payment, { how: 'part', amount: '6', key: 'second-refund' });
  expect(second.location).toBe(`/office/orders/${payment.orderId}#refunds-${payment.reference}`);
  expect(office.sandbox.listRefunds()).toHaveLength(1);
});

test('after the response of a refund was lost, the page says that the refund may have been made, and hides the form', async () => {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-timeout');
  await refund(payment, {});
  const text = await getOrderPage(payment);
  expect(text).toContain('the refund may have been made');
  expect(text).toContain('Don’t refund it again.');
  expect(text).not.toContain('<summary>Refund…</summary>');
});

test('after the gateway rejects a refund, the page shows its message and the refund form', async () => {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-unavailable');
  await refund(payment, {});
  const text = await getOrderPage(payment);
  expect(text).toContain('the provider is unavailable');
  expect(text).toContain('<summary>Refund…</summary>');
});

test('after a refund failed at the provider, the page says where the money is and what to do if the gateway rejects another refund', async () => {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-failed');
  await refund(payment, {});
  office.sandbox.clearScenarios();
  const afterFailure = await getOrderPage(payment);
  expect(afterFailure).toContain('The provider could not refund the payment. You still have the money.');
  expect(afterFailure).toContain('If the gateway rejects another refund, ask its support');
  expect(afterFailure).toMatch(/82\.00\s+left\./);
  await refund(payment, { key: 'second-refund-key' });
  const afterRejection = await getOrderPage(payment);
  expect(afterRejection).toContain('this one is in FailedRefund (13) after an earlier refund');
  expect(afterRejection).toMatch(/82\.00\s+left\./);
  expect(afterRejection).not.toContain('Transaction Not Found');
});

test('the reason of a refund is escaped on every page', async () => {
  const payment = await office.createPaidPayment();
  const attack = '"><script>alert(1)</script>';
  expect((await refund(payment, { reason: attack, how: 'part', amount: 'x' })).text).not.toContain(
    '<script>alert',
  );
  await refund(payment, { reason: attack });
  expect(await getOrderPage(payment)).toContain('&lt;script&gt;alert(1)');
});

test('the view "Refunds" lists refunds of the shop and of the gateway, but not rejected refunds', async () => {
  const { operator } = office.checkout;
  const [byOffice, byOperator, atGateway, rejected] = [
    await office.createPaidPayment(),
    await office.createPaidPayment(),
    await office.createPaidPayment(),
    await office.createPaidPayment(),
  ];
  await refund(byOffice, { how: 'part', amount: '5', key: 'by-the-office' });
  const { reference } = byOperator;
  await operator.refunds.create('by-the-operator', { reference, reason: 'Torn', amount: 500 });
  office.sandbox.changeStatus(atGateway.transactionNumber ?? '', refundedStatus, { callback: 'never' });
  await operator.payments.reconcile({ since: 0 });
  // A key of fewer than 8 characters is rejected.
  await refund(rejected, { key: 'short' });
  const { text } = await office.clerk.get('/office?view=refunds');
  for (const { orderId } of [byOffice, byOperator]) expect(text).toContain(`/orders/${orderId}"`);
  expect((await office.clerk.get('/office?view=returned')).text).toContain(`/orders/${atGateway.orderId}"`);
  expect(text).not.toContain(`/orders/${rejected.orderId}"`);
  expect((await office.clerk.get('/office?view=paid')).text).toContain(`/orders/${rejected.orderId}"`);
});

test('a paid or refunded order offers no way to pay: its session has only the payment, and only for its browser', async () => {
  const buyer = office.createVisitor();
  const payment = await office.createPaidPayment(walletChannelId, buyer);
  const path = `/pgw/session?order=${payment.orderId}`;
  const getSession = async (): Promise<unknown> => JSON.parse((await buyer.get(path)).text);
  expect(await getSession()).toMatchObject({ channels: [], openPayment: { state: 'paid' } });
  await refund(payment, {});
  expect(await getSession()).toMatchObject({ channels: [], openPayment: { state: 'refunded' } });
  expect((await office.createVisitor().get(path)).status).toBe(404);
});
