import { expect, test } from 'vitest';
import { channelIds } from '../../../sandbox/src/catalogue/channel-ids.ts';
import { normalizeSpaces } from '../normalize-spaces.ts';
import { setUpOffice } from '../set-up-office.ts';
import { submit } from '../submit.ts';

const office = setUpOffice();

test('the page of an order shows the timeline of a payment, the source of each entry, and the callbacks', async () => {
  const payment = await office.createPaidPayment();
  const text = (await office.clerk.get(`/office/orders/${payment.orderId}`)).text;
  expect(text).toContain(payment.reference);
  expect(text).toContain(payment.transactionNumber);
  expect(text).toMatch(
    /Payment created for order[\s\S]*Marked as paid: the gateway reports Success \(1\)[\s\S]*Back office[\s\S]*Order fulfilled\./,
  );
  expect(text).toContain('None yet.');
});

test('the page of an order and the list of orders show the sum that the shopper paid, and its parts', async () => {
  const payment = await office.createPaidPayment();
  const sum = 'RM 82.50 <span class="sum-parts">(order RM 82.00 + fee RM 0.50)</span>';
  const page = normalizeSpaces((await office.clerk.get(`/office/orders/${payment.orderId}`)).text);
  expect(page).toContain(`<dt>Amount</dt> <dd>${sum}</dd>`);
  expect(page).toMatch(
    new RegExp(`<dt>Reference</dt> <dd><span class="reference" ><code>${payment.reference}<`),
  );
  expect(normalizeSpaces((await office.clerk.get('/office')).text)).toContain(sum);
});

test('a failed fulfillment needs attention, and "Fulfill again" fulfills the order after the cause was fixed', async () => {
  office.failures.fulfillment = true;
  const payment = await office.createPaidPayment();
  expect((await office.clerk.get('/office/attention')).text).toMatch(
    new RegExp(`Not fulfilled[^]*${payment.orderId}`),
  );
  expect((await office.clerk.get('/office/attention')).text).toContain(payment.orderId);
  office.failures.fulfillment = false;
  const response = await office.clerk.post(`/office/payments/${payment.reference}/requeue`, {});
  expect((await office.clerk.get(response.location)).text).toContain('Fulfillment was started again.');
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
});

test('"Fulfill again" for a fulfilled payment is rejected, and the reason has the labels of the page', async () => {
  const payment = await office.createPaidPayment();
  const { text } = await submit(office.clerk, `/office/payments/${payment.reference}/requeue`, {});
  expect(text).toContain('its fulfillment is “Done”. The fulfillment must be “Failed” or “On hold”.');
  expect(text).not.toMatch(/dead|withheld/);
});

test('the closing of a review of a paid payment is rejected, and the reason has the labels of the page', async () => {
  const { reference } = await office.createPaidPayment();
  const form = { decision: 'paid', reason: 'Compared by hand' };
  const { text } = await submit(office.clerk, `/office/payments/${reference}/review`, form);
  expect(text).toContain('because the payment is “Paid”. It must be “In review”.');
});

test.each([
  ['paid', 'paid'],
  ['canceled', 'awaiting'],
])('after a review is closed as %s with a reason, the order is %s', async (decision, state) => {
  const { reference, orderId } = await office.startPayment();
  office.database.prepare(`UPDATE pgw_payments SET state = 'review' WHERE order_id = ?`).run(orderId);
  expect((await office.clerk.get('/office/attention')).text).toContain('In review');
  const path = `/office/payments/${reference}/review`;
  await submit(office.clerk, path, { decision, reason: '' });
  expect((await office.checkout.payments.get(reference))?.state).toBe('review');
  await submit(office.clerk, path, { decision, reason: 'Compared by hand' });
  const { text } = await office.clerk.get(`/office/orders/${orderId}`);
  expect(text).toContain(`The review ended as ${decision}: Compared by hand`);
  expect(office.orders.find(orderId)?.state).toBe(state);
});

test('"Refresh status" syncs a payment whose callback did not arrive', async () => {
  const payment = await office.startPayment();
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  const response = await office.clerk.post(`/office/payments/${payment.reference}/sync`, {});
  expect((await office.clerk.get(response.location)).text).toContain('The status was refreshed.');
  expect(office.orders.find(payment.orderId)?.state).toBe('paid');
});

test('a reconciliation queries every payment since a time and shows how many changed', async () => {
  const payment = await office.startPayment();
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  const { location } = await office.clerk.post('/office/reconcile', { since: '2020-01-01T00:00' });
  expect((await office.clerk.get(location.replace(/#.*/, ''))).text).toContain(
    'Queried 1 payment; 1 changed.',
  );
  const wrong = await office.clerk.post('/office/reconcile', { since: 'yesterday' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('Enter a date and time in the past.');
});

test('a callback with an invalid signature is listed as rejected, and its body is escaped', async () => {
  const payment = await office.startPayment();
  const body = JSON.stringify({
    referenceCode: payment.reference,
    transactionNumber: payment.transactionNumber,
    status: 1, // success
    note: '<img src=x>',
  });
  const headers = { 'content-type': 'application/json', 'cap-signature': 'forged' };
  await fetch(`${office.url}/pgw/callback`, { method: 'POST', headers, body });
  const { text } = await office.clerk.get('/office/attention');
  expect(text).toContain('Callback rejected');
  expect(text).not.toContain('<img src=x>');
});

test('no page of the back office contains a secret, inline code or a second h1', async () => {
  const { orderId } = await office.createPaidPayment();
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
    const { text, headers } = await office.clerk.get(`/office${path}`);
    expect(text.match(/<h1/g), path).toHaveLength(1);
    expect(text, path).not.toMatch(/sandbox-secret-key|sandbox-password|rimba-office|Bearer/);
    expect(text, path).not.toMatch(/ style=|<style|<script>| on[a-z]+="/);
    expect(headers.get('cache-control'), path).toBe('no-store');
  }
});

test('a payment with points shows what was paid with points, and what with money', async () => {
  // The sandbox redeems a fifth of the amount.
  const { orderId, loyalty } = await office.createPaidPayment(channelIds.bintangRewards);
  expect(loyalty).toMatchObject({ pointsAmount: 1640, moneyAmount: 6560 });
  const page = normalizeSpaces((await office.clerk.get(`/office/orders/${orderId}`)).text);
  expect(page).toMatch(/<dt>Paid with points<\/dt> <dd>RM 16\.40<\/dd>/);
  expect(page).toMatch(/<dt>Paid with money<\/dt> <dd>RM 65\.60<\/dd>/);
  const other = await office.createPaidPayment();
  expect((await office.clerk.get(`/office/orders/${other.orderId}`)).text).not.toContain('Paid with points');
});

test.each([
  ['SGD', ['SGD 82.00', 'Amount in SGD']],
  ['JPY', ['JP¥8,200', 'Amount in JP¥']],
])('a payment in %s is shown in its currency', async (currency, texts) => {
  const payment = await office.createPaidPayment();
  office.database
    .prepare('UPDATE pgw_payments SET currency_code = ? WHERE reference = ?')
    .run(currency, payment.reference);
  const page = normalizeSpaces((await office.clerk.get(`/office/orders/${payment.orderId}`)).text);
  for (const text of texts) expect(page).toContain(text);
  expect(page).not.toContain('RM ');
  expect(normalizeSpaces((await office.clerk.get('/office')).text)).toContain(texts[0]);
});
