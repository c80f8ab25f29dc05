import type { Payment } from '@pgw/express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLossyConnection } from '../../../server/test/lossy-connection.ts';
import { cardChannelId, openOffice, walletChannelId, type OpenOffice } from '../open-office.ts';
import { sendAs } from '../send-as.ts';
import { submit } from '../submit.ts';

let office: OpenOffice;
let clerk: Awaited<ReturnType<OpenOffice['signIn']>>;
let loseNextResponse: ReturnType<typeof createLossyConnection>['loseNextResponse'];
beforeEach(async () => {
  const connection = createLossyConnection();
  ({ loseNextResponse } = connection);
  office = await openOffice({}, connection);
  clerk = await office.signIn();
});
afterEach(() => office.close());

async function readAttentionPage(): Promise<string> {
  return (await clerk.get('/office/attention')).text;
}

/** Authorizes a started card payment. */
async function authorizeCard(started: Payment): Promise<Payment> {
  const { reference, transactionNumber } = started;
  office.sandbox.decide(transactionNumber ?? '', 'authorize', { callback: 'never' });
  const payment = await office.checkout.payments.sync(reference);
  expect(payment?.state).toBe('authorized');
  return payment!;
}

test('a payment below the price of its order needs attention until a clerk accepts it, and the shop does not say "Thank you"', async () => {
  const buyer = office.createVisitor();
  const { orderId, reference, transactionNumber } = await office.startPayment(walletChannelId, buyer);
  office.database.prepare('UPDATE orders SET amount = amount + 100 WHERE id = ?').run(orderId);
  office.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
  expect((await office.checkout.payments.sync(reference))?.state).toBe('review');
  expect((await buyer.get(`/orders/${orderId}`)).text).not.toContain('Thank you');
  const page = await readAttentionPage();
  expect(page).toContain('In review');
  expect(page).toContain(`#${reference}`);
  const form = { decision: 'paid', reason: 'A voucher of the shop' };
  expect((await submit(clerk, `/office/payments/${reference}/review`, form)).text).toContain('is closed');
  await office.checkout.sweep();
  expect(office.orders.find(orderId)?.state).toBe('paid');
  expect(await readAttentionPage()).toContain('Nothing needs attention.');
});

test('an order about which only the shop warns needs attention, and its page has the warning', async () => {
  const { orderId: id } = await office.createPaidPayment();
  const warnings = [
    { id, name: 'Siti <b>', warning: 'The last bag is <i>sold out</i>.' },
    { id: 'A2', name: 'Without a warning' },
  ];
  const options = { listWarnings: () => warnings, describeOrders: () => warnings };
  const ben = { id: '7', name: 'Ben', may: ['view'] } as const;
  const send = (path: string, headers = {}) =>
    sendAs(office.checkout, ben, { method: 'GET', path, options, headers });
  const { text } = await send('/attention');
  for (const part of ['Warning of the shop', `Order ${id}`, 'Siti &lt;b&gt;', `href="/office/orders/${id}"`])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Without a warning|Nothing needs/);
  expect(text).toContain('The last bag is &lt;i&gt;sold out&lt;/i&gt;.');
  expect((await send(`/orders/${id}`)).text).toContain('The last bag is &lt;i&gt;sold out&lt;/i&gt;.');
  const malay = (await send('/attention', { 'accept-language': 'ms' })).text;
  for (const part of ['Amaran kedai', 'Buka pesanan']) expect(malay).toContain(part);
});

test('only the second of two authorized payments of an order needs attention', async () => {
  const buyer = office.createVisitor();
  const first = await office.startPayment(cardChannelId, buyer);
  office.clock.aheadMs += 1000;
  const second = await office.startPaymentOf(first.orderId, walletChannelId, buyer);
  await authorizeCard(first);
  expect(await readAttentionPage()).toContain('Nothing needs attention.');
  await authorizeCard(second);
  const page = await readAttentionPage();
  expect(page).toContain('Authorized twice');
  expect(page).toContain(`#${second.reference}`);
  expect(page).not.toContain(`#${first.reference}`);
});

test('an authorized payment of an order that another payment has paid needs attention', async () => {
  const buyer = office.createVisitor();
  const paid = await office.startPayment(walletChannelId, buyer);
  const authorized = await authorizeCard(await office.startPaymentOf(paid.orderId, cardChannelId, buyer));
  office.sandbox.decide(paid.transactionNumber ?? '', 'approve', { callback: 'never' });
  await office.checkout.payments.sync(paid.reference);
  const page = await readAttentionPage();
  expect(page).toContain('Authorized twice');
  expect(page).toContain(`#${authorized.reference}`);
});

test('after the response of a start was lost, a clerk closes the payment with a reason, and it needs no attention any more', async () => {
  loseNextResponse('requestPayment');
  const { orderId, reference } = await office.startPayment();
  expect(await readAttentionPage()).toContain('Start unclear');
  expect((await clerk.get(`/office/orders/${orderId}`)).text).toContain(
    '<summary>Close the payment</summary>',
  );
  const reason = 'Not in the list of the gateway';
  const response = await clerk.post(`/office/payments/${reference}/start`, { reason });
  expect(response.location).toBe(`/office/orders/${orderId}#${reference}`);
  const orderPage = (await clerk.get(response.location ?? '')).text;
  expect(orderPage).toContain('The payment is closed. Your reason is in the timeline.');
  expect(orderPage).toContain(reason);
  expect(await readAttentionPage()).toContain('Nothing needs attention.');
});

test('after the response of a start was lost, the payment cannot be closed if the gateway has reported its outcome', async () => {
  loseNextResponse('requestPayment');
  const { reference } = await office.startPayment();
  const [payment] = office.sandbox.listPayments();
  office.sandbox.decide(payment!.transactionNumber, 'approve', { callback: 'now' });
  await expect.poll(async () => (await office.checkout.payments.get(reference))?.state).toBe('paid');
  const { text } = await submit(clerk, `/office/payments/${reference}/start`, { reason: 'Not found' });
  expect(text).toContain('The payment can’t be closed, because it is “Paid”.');
});

test('the page of a second authorized payment has a warning in place of the form that charges the card', async () => {
  const buyer = office.createVisitor();
  const paid = await office.startPayment(walletChannelId, buyer);
  await authorizeCard(await office.startPaymentOf(paid.orderId, cardChannelId, buyer));
  const chargeForm = '<summary>Charge the card…</summary>';
  const pageBefore = (await clerk.get(`/office/orders/${paid.orderId}`)).text;
  expect(pageBefore).toContain(chargeForm);
  office.sandbox.decide(paid.transactionNumber ?? '', 'approve', { callback: 'never' });
  await office.checkout.payments.sync(paid.reference);
  const pageAfter = (await clerk.get(`/office/orders/${paid.orderId}`)).text;
  expect(pageAfter).toContain('Another payment covers the order. Don’t charge this card');
  expect(pageAfter).not.toContain(chargeForm);
  expect((await clerk.get('/office?view=chargeable')).text).not.toContain(`/office/orders/${paid.orderId}"`);
});

test('a payment whose money was taken back needs attention until a clerk records the decision', async () => {
  const { orderId, reference, transactionNumber } = await office.createPaidPayment();
  office.sandbox.changeStatus(transactionNumber ?? '', 2, { callback: 'never' });
  await office.checkout.payments.sync(reference);
  office.clock.aheadMs += 60_000;
  await office.checkout.payments.sync(reference);
  const page = await readAttentionPage();
  expect(page).toContain('Money taken back');
  expect(page).toContain(`/office/orders/${orderId}#${reference}`);
  expect((await clerk.get(`/office/orders/${orderId}`)).text).toContain('The money is lost');
  const form = { decision: 'canceled', reason: 'The bank has confirmed the charge-back' };
  await clerk.post(`/office/payments/${reference}/review`, form);
  expect(await readAttentionPage()).toContain('Nothing needs attention.');
});

test('a payout with the reference of a payment needs attention until a clerk accepts the difference', async () => {
  office.sandbox.scenario('request-lost', { endpoint: 'requestPayment' });
  const { orderId, reference } = await office.startPayment();
  office.sandbox.clearScenarios();
  const { transactionNumber } = await office.requestPayoutElsewhere(reference);
  office.sandbox.decidePayout(transactionNumber, 'approve', { callback: 'now' });
  await expect.poll(readAttentionPage).toContain('Differs from the gateway');
  const page = await readAttentionPage();
  expect(page).toContain(`Transaction ${transactionNumber} is a payout`);
  expect(page).toContain(`/office/orders/${orderId}#${reference}`);
  expect(page).not.toContain('Health');
  const form = { reference, code: 'payout-reference', reason: 'A typing error' };
  expect((await clerk.post('/office/attention/accept', form)).location).toBe('/office/attention');
  expect(await readAttentionPage()).not.toContain('Differs from the gateway');
  const repeated = await clerk.post('/office/attention/accept', form);
  expect((await clerk.get(repeated.location)).text).toContain('no longer differs from the gateway');
});
