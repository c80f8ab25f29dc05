import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Payment } from '@pgw/express';
import { openOffice, type OpenOffice } from './open-office.ts';

let office: OpenOffice;
let operator: Awaited<ReturnType<OpenOffice['signedIn']>>;
beforeEach(async () => {
  office = await openOffice();
  operator = await office.signedIn();
});
afterEach(() => office.close());

const cards = 4;
const key = 'lost-capture-key';
const known = { decision: 'done', reason: 'Charge 4711 in the gateway’s list', sure: 'yes' };

/** An authorised card of RM 82.00, of which a charge of RM 30.00 had no answer. */
async function withLostCharge(): Promise<Payment> {
  const { reference, transactionNumber } = await office.begin(cards);
  office.sandbox.decide(transactionNumber ?? '', 'authorize', { callback: 'never' });
  const payment = await office.checkout.payments.settle(reference);
  if (payment?.state !== 'authorized') throw new Error(`The payment is ${payment?.state}.`);
  office.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  await operator.post(`/office/payments/${reference}/capture`, { key, how: 'part', amount: '30' });
  return payment;
}

function resolve({ reference }: Payment, form: Record<string, string>, of = key) {
  return operator.post(`/office/payments/${reference}/captures/${of}`, form);
}

async function orderPage({ orderId }: Payment): Promise<string> {
  return plain((await operator.get(`/office/orders/${orderId}`)).text);
}

function plain(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}

test('a charge whose answer was lost asks a person, and nothing more is charged meanwhile', async () => {
  const page = await orderPage(await withLostCharge());
  expect(page).toContain('Record the outcome of the charge of RM 30.00');
  expect(page).toContain('RM 0.00 of RM 82.00 charged, RM 30.00 may be charged. RM 52.00 still authorised.');
  expect(page).not.toContain('Charge the card…');
});

test('a charge whose response was lost needs attention until a clerk stores its outcome', async () => {
  const attention = async () => (await operator.get('/office/attention')).text;
  const toLookAt = async () => (await operator.get('/office?view=attention')).text;
  expect(await attention()).toContain('Nothing needs attention.');
  const payment = await withLostCharge();
  const link = `/office/orders/${payment.orderId}#${payment.reference}`;
  expect(await attention()).toMatch(new RegExp(`Charge: response lost[^]*${link}`));
  expect(await toLookAt()).toContain(payment.orderId);
  await resolve(payment, known);
  expect(await attention()).not.toContain('Charge: response lost');
  expect(await toLookAt()).not.toContain(payment.orderId);
});

test.each([
  ['done', 'RM 30.00 of RM 82.00 charged. RM 52.00 still authorised.'],
  ['refused', 'RM 0.00 of RM 82.00 charged. RM 82.00 still authorised.'],
])(
  'one that is %s is told by the timeline with its reason, and the rest can be charged',
  async (decision, money) => {
    const payment = await withLostCharge();
    const { to } = await resolve(payment, { ...known, decision });
    expect(to).toBe(`/office/orders/${payment.orderId}?did=known#${payment.reference}`);
    const page = await orderPage(payment);
    expect(page).toContain(money);
    expect(page).toMatch(
      new RegExp(`The capture is ${decision}: Charge 4711 in the gateway’s list</p>.{0,200}Back office`),
    );
    expect(page).not.toMatch(/Record the outcome of the charge|may have been processed/);
    expect(page).toContain('Charge the card…');
    await operator.post(`/office/payments/${payment.reference}/capture`, { key: 'the-rest-key', how: 'all' });
    expect(office.orders.find(payment.orderId)?.state).toBe('paid');
  },
);

test.each([
  [{ decision: '' }, 'Choose the outcome of the charge.'],
  [{ decision: 'paid' }, 'Choose the outcome of the charge.'],
  [{ reason: ' ' }, 'Enter where you found the outcome.'],
  [{ sure: '' }, 'Confirm that you have checked it.'],
])('a form with %j is refused at its field, keeps the rest, and decides nothing', async (form, message) => {
  const payment = await withLostCharge();
  const { status, text } = await resolve(payment, { ...known, ...form });
  expect(status).toBe(422);
  expect(text).toContain(message);
  expect(text).toContain('<details class="panel" open>');
  if (!('reason' in form)) expect(text).toContain('value="Charge 4711 in the gateway’s list"');
  const [capture] = (await office.checkout.operator.inspect(payment.reference))?.captures ?? [];
  expect(capture?.state).toBe('unknown');
});

test('a form sent twice decides once, and one that says otherwise afterwards is refused', async () => {
  const payment = await withLostCharge();
  await resolve(payment, known);
  expect((await resolve(payment, known)).status).toBe(303);
  const other = await resolve(payment, { ...known, decision: 'refused' });
  expect(other.status).toBe(422);
  expect(other.text).toContain('the capture is done already');
  expect((await orderPage(payment)).match(/The capture is done:/g)).toHaveLength(1);
});

test('a charge of another payment, or none, is not decided here', async () => {
  const payment = await withLostCharge();
  const other = await office.begin(cards);
  expect((await resolve(other, known)).to).toBe(`/office/orders/${other.orderId}#${other.reference}`);
  expect((await resolve(payment, known, 'no-such-capture')).status).toBe(303);
  const [capture] = (await office.checkout.operator.inspect(payment.reference))?.captures ?? [];
  expect(capture?.state).toBe('unknown');
});

test('a decision without a session is refused', async () => {
  const payment = await withLostCharge();
  await office.person().post(`/office/payments/${payment.reference}/captures/${key}`, known);
  const [capture] = (await office.checkout.operator.inspect(payment.reference))?.captures ?? [];
  expect(capture?.state).toBe('unknown');
});

/** A paid order of RM 82.00, whose refund had no answer, two minutes ago. */
async function withLostRefund(): Promise<Payment> {
  const payment = await office.paid();
  office.sandbox.scenario('refund-timeout');
  await operator.post(`/office/payments/${payment.reference}/refund`, {
    key: 'lost-refund-key',
    how: 'all',
    reason: 'Broken on the way',
  });
  office.clock.aheadMs += 121_000;
  return payment;
}

test.each([
  ['refused', true],
  ['done', false],
] as const)('a refund whose answer was lost and that was %s is written down', async (decision, isOffered) => {
  const payment = await withLostRefund();
  const page = await orderPage(payment);
  expect(page).toContain('Record the outcome of the refund of RM');
  expect(page).not.toContain('<summary>Refund…</summary>');
  const { to } = await operator.post(`/office/payments/${payment.reference}/refunds/lost-refund-key`, {
    ...known,
    decision,
  });
  expect(to).toBe(`/office/orders/${payment.orderId}?did=known#${payment.reference}`);
  const [refund] = (await office.checkout.operator.inspect(payment.reference))?.refunds ?? [];
  expect(refund?.state).toBe(decision);
  const after = await orderPage(payment);
  expect(after).toContain(`The refund is ${decision}: Charge 4711 in the gateway’s list`);
  expect(after).not.toContain('Record the outcome of the refund');
  expect(after.includes('<summary>Refund…</summary>')).toBe(isOffered);
});

test('a refund whose response was lost needs attention until a clerk stores its outcome', async () => {
  const attention = async () => (await operator.get('/office/attention')).text;
  const payment = await withLostRefund();
  const link = `/office/orders/${payment.orderId}#${payment.reference}`;
  expect(await attention()).toMatch(new RegExp(`Refund: response lost[^]*${link}`));
  expect((await operator.get('/office?view=attention')).text).toContain(payment.orderId);
  await operator.post(`/office/payments/${payment.reference}/refunds/lost-refund-key`, known);
  expect(await attention()).not.toContain('Refund: response lost');
});

test('a refund that was asked for just now is left to the gateway', async () => {
  const payment = await withLostRefund();
  office.clock.aheadMs = 0;
  expect(await orderPage(payment)).not.toContain('Record the outcome of the refund');
  expect((await operator.get('/office/attention')).text).not.toContain('Refund: response lost');
});
