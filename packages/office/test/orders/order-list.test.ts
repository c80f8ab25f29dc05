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
  expect(await findListed(`q=${open.orderId}`)).toEqual([open]);
  expect(await findListed(`q=${paid.reference.toLowerCase()}`)).toEqual([paid]);
  expect(await findListed('q=aisyah')).toEqual([paid, open]);
  expect(await findListed('view=unpaid&q=aisyah')).toEqual([open]);
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

test('after a refund of the fulfilled payment, the second one pays the order: list, page, shop and element tell the same', async () => {
  const buyer = office.createVisitor();
  const first = await office.startPayment(walletChannelId, buyer);
  const second = await office.startPaymentOf(first.orderId, cardChannelId, buyer);
  for (const { reference, transactionNumber } of [first, second]) {
    office.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
    await office.checkout.payments.sync(reference);
  }
  const refund = { how: 'all', reason: 'Returned', key: 'refund-of-the-first' };
  const path = `/office/payments/${first.reference}/refund`;
  const question = (await office.clerk.post(path, refund)).text;
  expect(question).toContain('The order was fulfilled by this payment, and paid twice.');
  expect(question).toMatch(/<a class="button" href="[^"]+">Refund the second payment<\/a>/);
  expect(question).toContain('<button class="button quiet" name="step" value="confirmed">');
  const page = async () => (await office.clerk.get(`/office/orders/${first.orderId}`)).text;
  expect(await page()).toContain('<details class="panel leading"');
  await submitRefund(office.clerk, first, refund);
  expect((await office.checkout.payments.get(first.reference))?.state).toBe('refunded');
  expect(await page()).toContain('so this payment pays the order.');
  expect(await page()).not.toContain('Paid twice</span>');
  const order = (await buyer.get(`/orders/${first.orderId}`)).text;
  expect(order).toContain('data-stage="paid"');
  expect(order).toContain(`payment="${second.reference}"`);
  const shown = JSON.parse((await buyer.get(`/pgw/payments/${second.reference}`)).text) as object;
  expect(shown).toMatchObject({ state: 'paid' });
  expect(shown).not.toHaveProperty('second');
});

test('the search finds an order by its sum as the list shows it, with and without the fee', async () => {
  const { orderId } = await office.createPaidPayment();
  const find = async (text: string): Promise<boolean> =>
    (await office.clerk.get(`/office?q=${encodeURIComponent(text)}`)).text.includes(`orders/${orderId}"`);
  for (const text of ['RM 82.50', 'RM\u00a082.50', '82.50', '82.00'])
    expect([text, await find(text)]).toEqual([text, true]);
  expect(await find('82.51')).toBe(false);
});

test('the search by a sum accepts each way to write it, and finds it only in the currency and with its decimals', async () => {
  const { orderId, reference } = await office.createPaidPayment();
  const store = office.database.prepare(
    'UPDATE pgw_payments SET amount = ?, fee = 0, currency_code = ? WHERE reference = ?',
  );
  const rows = [
    [
      2500,
      'MYR',
      ['25', '25.0', '25.00', 'MYR 25', '25 myr', 'RM25', 'rm 25.00'],
      ['25.5', '2500', 'SGD 25', '0.25'],
    ],
    [2550, 'MYR', ['25.5', '25.50', 'RM 25.5'], ['25', '25.05', '25.500.0']],
    [125_000, 'MYR', ['1,250', '1,250.00', '1250', 'MYR 1,250.00'], ['12,50', '1,25', '1.250,00', '125000']],
    [2500, 'JPY', ['2500', '2,500', 'JPY 2500', 'JP¥2,500'], ['25', '25.00', 'RM 2,500', '2500.00']],
    [2550, 'KWD', ['2.55', '2.550', 'KWD 2.55'], ['25.50', '2.5', 'RM 2.55']],
  ] as const;
  for (const [amount, currencyCode, finding, others] of rows) {
    store.run(amount, currencyCode, reference);
    const find = async (text: string) => {
      const { text: page } = await office.clerk.get(`/office?q=${encodeURIComponent(text)}`);
      return [amount, currencyCode, text, page.includes(`orders/${orderId}"`)];
    };
    for (const text of finding) expect(await find(text)).toEqual([amount, currencyCode, text, true]);
    for (const text of others) expect(await find(text)).toEqual([amount, currencyCode, text, false]);
  }
});

test('a whole number finds payments of this sum, and orders with a part of the number', async () => {
  const [one, other] = [await office.createPaidPayment(), await office.createPaidPayment()];
  const number = other.orderId.replace(/\D/g, '');
  office.database
    .prepare('UPDATE pgw_payments SET amount = ?, fee = 0 WHERE reference = ?')
    .run(Number(number) * 100, one.reference);
  const { text } = await office.clerk.get(`/office?q=${number}`);
  for (const { orderId } of [one, other]) expect(text).toContain(`orders/${orderId}"`);
});

test('an order whose card was never sent is not paid, in the office and in the shop', async () => {
  const buyer = office.createVisitor();
  const { reference, orderId } = await office.startPayment(cardChannelId, buyer);
  office.database.exec(
    `UPDATE pgw_payments SET card_state = 'awaited', card_round = 0, card_auth_type = 2 WHERE reference = '${reference}'`,
  );
  expect((await office.clerk.get(`/office/orders/${orderId}`)).text).toContain('Not paid</span>');
  expect((await buyer.get(`/orders/${orderId}`)).text).toContain('data-stage="not-paid"');
  expect((await buyer.get('/orders')).text).toContain('Pay now');
});
