import { expect, test } from 'vitest';
import type { Payment } from '@pgw/express';
import { setUpOffice } from '../set-up-office.ts';
import { submit } from '../submit.ts';

const office = setUpOffice();

const skip = { reason: 'Booked by hand', sure: 'yes' };

/** Requests a refund of a part, whose call of the shop's code fails. */
async function refundWithFailingCode({ reference }: Payment, id: string, amount: number): Promise<void> {
  office.failures.refundHook = true;
  await office.checkout.operator.refunds.create(id, { reference, reason: 'Torn bag', amount });
  await office.checkout.sweep();
  office.failures.refundHook = false;
}

async function createFailedCall(): Promise<Payment> {
  const payment = await office.createPaidPayment();
  await refundWithFailingCode(payment, 'refund-0001', 500);
  return payment;
}

async function getOrderPage({ orderId }: Payment): Promise<string> {
  return normalizeSpaces((await office.clerk.get(`/office/orders/${orderId}`)).text);
}

async function getAttentionPage(): Promise<string> {
  return normalizeSpaces((await office.clerk.get('/office/attention')).text);
}

function normalizeSpaces(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}

/** Sends the form with the calls that the page shows. */
async function postSkip(payment: Payment, form: Record<string, string> = {}) {
  const calls = / name="calls" value="([^"]+)"/.exec(await getOrderPage(payment))?.[1] ?? '';
  return submit(office.clerk, `/office/payments/${payment.reference}/skip`, { calls, ...skip, ...form });
}

const findHooks = async ({ reference }: Payment) =>
  (await office.checkout.operator.payments.inspect(reference))?.hooks ?? [];

test('a failed call of the shop’s code is listed with the calls that wait for it, until a clerk skips it with a reason', async () => {
  const payment = await createFailedCall();
  await refundWithFailingCode(payment, 'refund-0002', 700);
  expect(await getAttentionPage()).toContain('Fix the cause, then run it again, or skip it.');
  const page = await getOrderPage(payment);
  expect(page).toContain(
    'The shop’s code failed too often for “Refund of RM 5.00”.</span> <span>Waiting for it: “Refund of RM 7.00”.',
  );
  expect(page).toContain('<summary>Skip this call…</summary>');
  const { location, text } = await postSkip(payment);
  expect(location).toBe(`/office/orders/${payment.orderId}#${payment.reference}`);
  const after = normalizeSpaces(text);
  expect(after).toContain('The call was skipped. Your reason is in the timeline.');
  expect(after).toContain('An operator has skipped onRefunded: Booked by hand');
  // The call that waited is made.
  await expect.poll(() => findHooks(payment)).toMatchObject([{ state: 'withheld' }]);
  expect(office.refundedIds).toEqual(['refund-0002']);
  expect(await getAttentionPage()).toContain('Nothing needs attention.');
  expect(await getOrderPage(payment)).not.toContain('Skip this call');
});

test.each([
  [{ reason: ' ' }, 'Enter why the call must not run.'],
  [{ sure: '' }, 'Confirm that the call must not run.'],
])(
  'a skip form with %j shows an error at the field, keeps the other values, and skips nothing',
  async (form, message) => {
    const payment = await createFailedCall();
    const { text } = await postSkip(payment, form);
    expect(text).toContain(message);
    expect(text).toMatch(/<details class="panel" open>\s*<summary>Skip this call…/);
    if (!('reason' in form)) expect(text).toContain('value="Booked by hand"');
    if (!('sure' in form)) expect(text).toMatch(/name="sure"\s+value="yes"\s+checked/);
    expect(await findHooks(payment)).toMatchObject([{ state: 'dead' }]);
  },
);

test('a skip form that was loaded before another call failed skips nothing, and says so', async () => {
  const payment = await createFailedCall();
  const { text } = await postSkip(payment, { calls: 'other' });
  expect(text).toContain('Other calls have failed since this page was loaded. Nothing was skipped.');
  expect(await findHooks(payment)).toMatchObject([{ state: 'dead' }]);
});

test('a skip form that is sent twice skips once, and the second response says that no call has failed', async () => {
  const payment = await createFailedCall();
  await postSkip(payment);
  const { text } = await postSkip(payment);
  expect(text).toContain('No call has failed too often. It may have run or been skipped in the meantime');
  expect(text.match(/An operator has skipped onRefunded/g)).toHaveLength(1);
});

test('a clerk can skip a failed fulfillment, which then needs no attention and can still be fulfilled', async () => {
  const payment = await office.createFailedFulfillment();
  expect(await getAttentionPage()).toContain('Not fulfilled');
  await postSkip(payment);
  expect(await getAttentionPage()).toContain('Nothing needs attention.');
  const page = await getOrderPage(payment);
  expect(page).toContain('Fulfillment skipped');
  expect(page).toContain('A clerk has skipped the fulfillment, so the order is not marked as paid.');
  expect(page).not.toContain('already paid');
  await office.clerk.post(`/office/payments/${payment.reference}/requeue`, {});
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
});

test('several failed calls are skipped together', async () => {
  const payment = await createFailedCall();
  office.database.exec(`UPDATE pgw_payments SET fulfillment_state = 'dead';
    INSERT INTO pgw_hooks (account, reference_key, position, key, name, state, attempts)
    SELECT account, reference_key, 0, reference, 'onPaid', 'dead', 12 FROM pgw_payments`);
  expect(await getOrderPage(payment)).toContain('<summary>Skip these calls…</summary>');
  await postSkip(payment);
  expect(await findHooks(payment)).toMatchObject([{ state: 'withheld' }]);
  const stored = await office.checkout.payments.get(payment.reference);
  expect(stored?.fulfillment.state).toBe('withheld');
});

test('a skip form that is sent without a session, or for an unknown payment, skips nothing', async () => {
  const payment = await createFailedCall();
  await office.createVisitor().post(`/office/payments/${payment.reference}/skip`, skip);
  expect(await findHooks(payment)).toMatchObject([{ state: 'dead' }]);
  expect((await office.clerk.post('/office/payments/unknown/skip', skip)).status).toBe(404);
});
