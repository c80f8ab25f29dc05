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

const wallet = 5;

function refund({ reference }: Payment, form: Record<string, string>) {
  const whole = { key: 'one-refund-key', how: 'all', reason: 'Torn bag', ...form };
  return operator.post(`/office/payments/${reference}/refund`, whole);
}

async function orderPage({ orderId }: Payment): Promise<string> {
  return (await operator.get(`/office/orders/${orderId}`)).text;
}

test('a payment is shown with its timeline, the source of each entry, and its callbacks', async () => {
  const payment = await office.paid();
  const text = await orderPage(payment);
  expect(text).toContain(payment.reference);
  expect(text).toContain(payment.transactionNumber);
  expect(text).toMatch(/open became paid[\s\S]*Back office/);
  expect(text).toContain('None yet.');
});

test('a refund of a part leaves the rest, and both the office and the customer see it', async () => {
  const buyer = office.person();
  const payment = await office.paid(wallet, buyer);
  const response = await refund(payment, { how: 'part', amount: '12.50' });
  expect(response.to).toBe(`/office/orders/${payment.orderId}?did=refund#refunds-${payment.reference}`);
  expect(office.sandbox.listRefunds()).toMatchObject([{ amount: 1250 }]);
  const text = await orderPage(payment);
  expect(text).toContain('Part refunded');
  expect(text.replace(/[\s\u00a0]+/g, ' ')).toContain(
    'RM 12.50 of RM 82.00 refunded or being refunded. RM 69.50 left.',
  );
  expect((await operator.get('/office?view=refunds')).text).toContain(payment.orderId);
  expect((await buyer.get(`/orders/${payment.orderId}`)).text).toContain(`Refund for ${payment.orderId}`);
});

test('a form sent twice is one refund', async () => {
  const payment = await office.paid();
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
  [{ how: 'part', amount: '0' }, 'Enter an amount from RM 0.01 to RM\u00a082.00, which is what is left.'],
  [{ how: 'part', amount: '82.01' }, 'which is what is left.'],
  [{ reason: ' ' }, 'Enter a reason.'],
])('a refund with %j is refused at its field, and nothing is sent', async (form, message) => {
  const payment = await office.paid();
  const { status, text } = await refund(payment, form);
  expect(status).toBe(422);
  expect(text).toContain(message);
  expect(text).toContain('<details class="panel" open>');
  expect(office.sandbox.listRefunds()).toEqual([]);
});

test('a refund that is processing is followed by the page until it is done', async () => {
  office.sandbox.scenario('refund-processing');
  const payment = await office.paid();
  await refund(payment, {});
  const before = await orderPage(payment);
  expect(before).toContain('Processing');
  expect(before).toContain('data-poll');
  await expect
    .poll(async () => {
      office.clock.aheadMs += 60_000;
      await office.checkout.payments.sweep();
      return (await office.checkout.operator.inspect(payment.reference))?.refunds[0]?.state;
    })
    .toBe('done');
  const after = await orderPage(payment);
  expect(after).not.toContain('data-poll');
  expect(after).toContain('Refunded');
});

test('while a refund is running, a second one is not offered, and a form in another window requests nothing', async () => {
  office.sandbox.scenario('refund-processing');
  const payment = await office.paid();
  await refund(payment, { how: 'part', amount: '5' });
  const page = await orderPage(payment);
  expect(page).toContain('A refund of RM\u00a05.00 is still running.');
  expect(page).not.toContain(`/office/payments/${payment.reference}/refund"`);
  const second = await refund(payment, { how: 'part', amount: '6', key: 'second-refund' });
  expect(second.status).toBe(303);
  expect(office.sandbox.listRefunds()).toHaveLength(1);
});

test('a refund whose answer was lost is said to be unknown, and is not offered again', async () => {
  const payment = await office.paid();
  office.sandbox.scenario('refund-timeout');
  await refund(payment, {});
  const text = await orderPage(payment);
  expect(text).toContain('it may have been refunded or not');
  expect(text).toContain('Don’t refund it again.');
  expect(text).not.toContain('<summary>Refund…</summary>');
});

test('a refund that the gateway refuses is shown in its words, and may be tried again', async () => {
  const payment = await office.paid();
  office.sandbox.scenario('refund-unavailable');
  await refund(payment, {});
  const text = await orderPage(payment);
  expect(text).toContain('the provider is unavailable');
  expect(text).toContain('<summary>Refund…</summary>');
});

test('after a refund that failed at the provider, the office says where the money is and what to do when the gateway refuses', async () => {
  const payment = await office.paid();
  office.sandbox.scenario('refund-failed');
  await refund(payment, {});
  office.sandbox.clearScenarios();
  const failed = await orderPage(payment);
  expect(failed).toContain('The provider could not refund it. The money is still with you.');
  expect(failed).toContain('The gateway may reject another refund; then ask its support');
  expect(failed).toMatch(/82\.00\s+left\./);
  await refund(payment, { key: 'second-refund-key' });
  const refused = await orderPage(payment);
  expect(refused).toContain('this one is in FailedRefund (13) after an earlier refund');
  expect(refused).toMatch(/82\.00\s+left\./);
  expect(refused).not.toContain('Transaction Not Found');
});

test('an order is found by the number of its transaction, in any letter case, and the list says so where the gateway has none', async () => {
  const payment = await office.paid();
  const other = await office.begin();
  expect(payment.transactionNumber).toMatch(/^\w{25}$/);
  const found = (await operator.get(`/office?q=${payment.transactionNumber?.toLowerCase()}`)).text;
  expect(found).toContain(`/office/orders/${payment.orderId}"`);
  expect(found).not.toContain(`/office/orders/${other.orderId}"`);
  const none = await operator.get(`/office?q=${'F'.repeat(25)}`);
  expect(none.status).toBe(200);
  expect(none.text).not.toContain('/office/orders/');
});

test('what a person writes as a reason is shown as text, never as markup', async () => {
  const payment = await office.paid();
  const attack = '"><script>alert(1)</script>';
  expect((await refund(payment, { reason: attack, how: 'part', amount: 'x' })).text).not.toContain(
    '<script>alert',
  );
  await refund(payment, { reason: attack });
  expect(await orderPage(payment)).toContain('&lt;script&gt;alert(1)');
});

test('a dead fulfilment is listed, and is run again after its cause was fixed', async () => {
  office.broken.isFulfilment = true;
  const payment = await office.paid();
  expect((await operator.get('/office/attention')).text).toMatch(/Not fulfilled[\s\S]*RC-10482/);
  expect((await operator.get('/office?view=attention')).text).toContain(payment.orderId);
  office.broken.isFulfilment = false;
  const response = await operator.post(`/office/payments/${payment.reference}/requeue`, {});
  expect(response.to).toContain('did=requeued');
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
});

test('what can’t be done is refused with the reason', async () => {
  const payment = await office.paid();
  const { status, text } = await operator.post(`/office/payments/${payment.reference}/requeue`, {});
  expect(status).toBe(422);
  expect(text).toContain('only dead and withheld ones can be requeued');
});

test.each([
  ['paid', 'paid'],
  ['cancelled', 'awaiting'],
])('a review ends as %s with a reason, and the order is %s', async (decision, state) => {
  const { reference, orderId } = await office.begin();
  office.database.prepare(`UPDATE pgw_payments SET state = 'review' WHERE order_id = ?`).run(orderId);
  expect((await operator.get('/office/attention')).text).toContain('In review');
  const path = `/office/payments/${reference}/review`;
  expect((await operator.post(path, { decision, reason: '' })).status).toBe(422);
  expect((await operator.post(path, { decision, reason: 'Compared by hand' })).status).toBe(303);
  const { text } = await operator.get(`/office/orders/${orderId}`);
  expect(text).toContain(`The review ended as ${decision}: Compared by hand`);
  expect(office.orders.find(orderId)?.state).toBe(state);
});

test('asking the gateway now finds what no callback told', async () => {
  const payment = await office.begin();
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  const response = await operator.post(`/office/payments/${payment.reference}/settle`, {});
  expect(response.to).toContain('did=refreshed');
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
});

test('reconciling since a moment asks about every payment and says how many changed', async () => {
  const payment = await office.begin();
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  const { to } = await operator.post('/office/attention/reconcile', { since: '2020-01-01T00:00' });
  expect((await operator.get(to.replace(/#.*/, ''))).text).toContain('Queried 1 payment; 1 changed.');
  const wrong = await operator.post('/office/attention/reconcile', { since: 'yesterday' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('Enter a date and time in the past.');
});

test('a callback without a valid signature is listed as refused, and its body is text', async () => {
  const payment = await office.begin();
  const body = JSON.stringify({
    referenceCode: payment.reference,
    transactionNumber: payment.transactionNumber,
    status: 1,
    note: '<img src=x>',
  });
  const headers = { 'content-type': 'application/json', 'cap-signature': 'forged' };
  await fetch(`${office.url}/pgw/callback`, { method: 'POST', headers, body });
  const { text } = await operator.get('/office/attention');
  expect(text).toContain('Callback rejected');
  expect(text).not.toContain('<img src=x>');
});

test('orders are filtered by how they stand and found by number, name and payment reference', async () => {
  const paid = await office.paid();
  const open = await office.begin();
  const list = async (query: string) => {
    const { text } = await operator.get(`/office?${query}`);
    return [paid, open].filter(({ orderId }) => text.includes(`/office/orders/${orderId}"`));
  };
  expect(await list('')).toEqual([paid, open]);
  expect(await list('view=paid')).toEqual([paid]);
  expect(await list('view=unpaid')).toEqual([open]);
  expect(await list('view=attention')).toEqual([]);
  expect(await list(`q=${open.orderId}`)).toEqual([open]);
  expect(await list(`q=${paid.reference.toLowerCase()}`)).toEqual([paid]);
  expect(await list('q=aisyah')).toEqual([paid, open]);
  expect(await list('view=unpaid&q=aisyah')).toEqual([open]);
});

test('orders with refunds are listed, whoever asked for them; one whose refund was never made is not', async () => {
  const { operator: direct } = office.checkout;
  const [byOffice, elsewhere, atGateway, refused] = [
    await office.paid(),
    await office.paid(),
    await office.paid(),
    await office.paid(),
  ];
  await refund(byOffice, { how: 'part', amount: '5', key: 'by-the-office' });
  await direct.refund({ reference: elsewhere.reference, key: 'elsewhere', reason: 'Torn', amount: 500 });
  office.sandbox.changeStatus(atGateway.transactionNumber ?? '', 11, { callback: 'never' });
  await office.checkout.operator.reconcile(0);
  await refund(refused, { key: 'short' });
  const { text } = await operator.get('/office?view=refunds');
  for (const { orderId } of [byOffice, elsewhere, atGateway]) expect(text).toContain(`/orders/${orderId}"`);
  expect(text).not.toContain(`/orders/${refused.orderId}"`);
  expect(text).toMatch(/Refunds <span class="count">3</);
  expect((await operator.get('/office?view=paid')).text).toContain(`/orders/${refused.orderId}"`);
});

test('an order that is paid or refunded has no price any more', async () => {
  const buyer = office.person();
  const payment = await office.paid(wallet, buyer);
  const session = () => buyer.get(`/pgw/session?order=${payment.orderId}`);
  expect((await session()).status).toBe(404);
  await refund(payment, {});
  expect((await session()).status).toBe(404);
});

test('no page of the office holds a secret, anything inline, or a second h1', async () => {
  const { orderId } = await office.paid();
  const paths = [
    '',
    `/orders/${orderId}`,
    '/attention',
    '/payouts',
    '/payouts/new',
    '/wallets',
    '/wallets/3003',
  ];
  for (const path of [...paths, '/nowhere']) {
    const { text, headers } = await operator.get(`/office${path}`);
    expect(text.match(/<h1/g), path).toHaveLength(1);
    expect(text, path).not.toMatch(/sandbox-secret-key|sandbox-password|rimba-office|Bearer/);
    expect(text, path).not.toMatch(/ style=|<style|<script>| on[a-z]+="/);
    expect(headers.get('cache-control'), path).toBe('no-store');
  }
});
