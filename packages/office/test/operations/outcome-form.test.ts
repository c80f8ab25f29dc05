import { expect, test } from 'vitest';
import type { Payment } from '@pgw/express';
import { setUpOffice } from '../set-up-office.ts';
import { submit, submitRefund } from '../submit.ts';

const office = setUpOffice();

const key = 'lost-capture-key';
const outcome = { decision: 'done', reason: 'Charge 4711 in the gateway’s list', sure: 'yes' };

/** Authorizes a card for RM 82.00, and loses the response of a charge of RM 30.00. */
async function loseChargeResponse(): Promise<Payment> {
  const payment = await office.authorizeCard();
  office.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  await office.clerk.post(`/office/payments/${payment.reference}/capture`, {
    key,
    how: 'part',
    amount: '30',
  });
  return payment;
}

function postOutcome({ reference }: Payment, form: Record<string, string>, captureKey = key) {
  return submit(office.clerk, `/office/payments/${reference}/captures/${captureKey}`, form);
}

async function getOrderPage({ orderId }: Payment): Promise<string> {
  return normalizeSpaces((await office.clerk.get(`/office/orders/${orderId}`)).text);
}

function normalizeSpaces(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}

test('after the response of a charge was lost, the clerk must record the outcome before the next charge', async () => {
  const page = await getOrderPage(await loseChargeResponse());
  expect(page).toContain('Record the outcome of the charge of RM 30.00');
  expect(page).toContain(
    'RM 0.00 of RM 82.00 charged, RM 30.00 may have been charged. RM 52.00 still authorized.',
  );
  expect(page).not.toContain('Charge the card…');
});

test('a charge whose response was lost needs attention until a clerk records its outcome', async () => {
  const getAttentionPage = async () => (await office.clerk.get('/office/attention')).text;
  const getOrdersNeedingAttention = async () => (await office.clerk.get('/office/attention')).text;
  expect(await getAttentionPage()).toContain('Nothing needs attention.');
  const payment = await loseChargeResponse();
  const link = `/office/orders/${payment.orderId}#${payment.reference}`;
  expect(await getAttentionPage()).toMatch(new RegExp(`Charge: response lost[^]*${link}`));
  expect(await getOrdersNeedingAttention()).toContain(payment.orderId);
  await postOutcome(payment, outcome);
  expect(await getAttentionPage()).not.toContain('Charge: response lost');
  expect(await getOrdersNeedingAttention()).not.toContain(payment.orderId);
});

test.each([
  ['done', 'RM 30.00 of RM 82.00 charged. RM 52.00 still authorized.'],
  ['refused', 'RM 0.00 of RM 82.00 charged. RM 82.00 still authorized.'],
])(
  'a charge that is recorded as %s is in the timeline with the reason, and the rest can be charged',
  async (decision, summary) => {
    const payment = await loseChargeResponse();
    const { location } = await postOutcome(payment, { ...outcome, decision });
    expect(location).toBe(`/office/orders/${payment.orderId}#${payment.reference}`);
    const page = await getOrderPage(payment);
    expect(page).toContain(summary);
    expect(page).toMatch(
      new RegExp(`The capture is ${decision}: Charge 4711 in the gateway’s list</p>.{0,200}Back office`),
    );
    expect(page).not.toMatch(/Record the outcome of the charge|may have been processed/);
    expect(page).toContain('Charge the card…');
    await office.clerk.post(`/office/payments/${payment.reference}/capture`, {
      key: 'the-rest-key',
      how: 'all',
    });
    expect(office.orders.find(payment.orderId)?.state).toBe('paid');
  },
);

test.each([
  [{ decision: '' }, 'Choose the outcome of the charge.'],
  [{ decision: 'paid' }, 'Choose the outcome of the charge.'],
  [{ reason: ' ' }, 'Enter where you found the outcome.'],
  [{ sure: '' }, 'Confirm that you have checked it.'],
])(
  'an outcome form with %j shows an error at the field, keeps the other values, and records nothing',
  async (form, message) => {
    const payment = await loseChargeResponse();
    const { text } = await postOutcome(payment, { ...outcome, ...form });
    expect(text).toContain(message);
    expect(text).toContain('<details class="panel" open>');
    if (!('reason' in form)) expect(text).toContain('value="Charge 4711 in the gateway’s list"');
    const [capture] = (await office.checkout.operator.payments.inspect(payment.reference))?.captures ?? [];
    expect(capture?.state).toBe('unknown');
  },
);

test('an outcome that is sent twice is recorded once, and a different outcome is rejected afterwards', async () => {
  const payment = await loseChargeResponse();
  await postOutcome(payment, outcome);
  expect((await postOutcome(payment, outcome)).text).toContain('The outcome was recorded.');
  const other = await postOutcome(payment, { ...outcome, decision: 'refused' });
  expect(other.text).toContain('the capture is done already');
  expect((await getOrderPage(payment)).match(/The capture is done:/g)).toHaveLength(1);
});

test('an outcome for a charge of another payment, or for an unknown charge, is ignored', async () => {
  const payment = await loseChargeResponse();
  const other = await office.startPayment();
  expect((await postOutcome(other, outcome)).location).toBe(
    `/office/orders/${other.orderId}#${other.reference}`,
  );
  await postOutcome(payment, outcome, 'no-such-capture');
  const [capture] = (await office.checkout.operator.payments.inspect(payment.reference))?.captures ?? [];
  expect(capture?.state).toBe('unknown');
});

test('an outcome that is sent without a session is rejected', async () => {
  const payment = await loseChargeResponse();
  await office.createVisitor().post(`/office/payments/${payment.reference}/captures/${key}`, outcome);
  const [capture] = (await office.checkout.operator.payments.inspect(payment.reference))?.captures ?? [];
  expect(capture?.state).toBe('unknown');
});

/** Pays an order of RM 82.00, loses the response of its refund, and advances the clock by two minutes. */
async function loseRefundResponse(): Promise<Payment> {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-timeout');
  await submitRefund(office.clerk, payment, {
    key: 'lost-refund-key',
    how: 'all',
    reason: 'Broken on the way',
  });
  office.clock.aheadMs += 121_000;
  return payment;
}

test.each([
  ['refused', 'can be refunded again', true],
  ['done', 'cannot be refunded again', false],
] as const)(
  'after the outcome of a refund is recorded as %s, the payment %s',
  async (decision, _effect, isFormShown) => {
    const payment = await loseRefundResponse();
    const page = await getOrderPage(payment);
    expect(page).toContain('Record the outcome of the refund of RM');
    expect(page).not.toContain('<summary>Refund…</summary>');
    const { location } = await office.clerk.post(
      `/office/payments/${payment.reference}/refunds/lost-refund-key`,
      {
        ...outcome,
        decision,
      },
    );
    expect(location).toBe(`/office/orders/${payment.orderId}#${payment.reference}`);
    const [refund] = (await office.checkout.operator.payments.inspect(payment.reference))?.refunds ?? [];
    expect(refund?.state).toBe(decision);
    const after = await getOrderPage(payment);
    expect(after).toContain(`The refund is ${decision}: Charge 4711 in the gateway’s list`);
    expect(after).not.toContain('Record the outcome of the refund');
    expect(after.includes('<summary>Refund…</summary>')).toBe(isFormShown);
  },
);

test('a refund whose response was lost needs attention until a clerk records its outcome', async () => {
  const getAttentionPage = async () => (await office.clerk.get('/office/attention')).text;
  const payment = await loseRefundResponse();
  const link = `/office/orders/${payment.orderId}#${payment.reference}`;
  expect(await getAttentionPage()).toMatch(new RegExp(`Refund: response lost[^]*${link}`));
  expect((await office.clerk.get('/office/attention')).text).toContain(payment.orderId);
  await office.clerk.post(`/office/payments/${payment.reference}/refunds/lost-refund-key`, outcome);
  expect(await getAttentionPage()).not.toContain('Refund: response lost');
});

test('the clerk cannot record the outcome of a refund that was requested less than two minutes ago', async () => {
  const payment = await loseRefundResponse();
  office.clock.aheadMs = 0;
  expect(await getOrderPage(payment)).not.toContain('Record the outcome of the refund');
  expect((await office.clerk.get('/office/attention')).text).not.toContain('Refund: response lost');
});
