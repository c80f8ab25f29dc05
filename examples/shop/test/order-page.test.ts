import { expect, test } from 'vitest';
import type { PaymentSummary } from '../src/orders/payment-view.ts';
import { findHeading, matchBagLink } from './page-text.ts';
import { cameronAmount, cameronForm, mugForm } from './open-shop.ts';
import { setUpShop } from './set-up-shop.ts';

const shop = setUpShop();

/** Adds a payment of the order, newer than all others. */
function addPayment(
  state: string,
  refunds: PaymentSummary['refunds'] = [],
  other: Partial<PaymentSummary> = {},
): void {
  shop.payments.unshift({
    reference: 'RC-REF',
    state,
    amount: cameronAmount,
    fee: 0,
    channel: { name: 'FPX' },
    bank: null,
    stateChangedAt: null,
    fulfillment: { state: 'none' },
    refunds,
    ...other,
  });
}

test.each([
  ['open', 'Order RC-10482', 'pgw-payment-status'],
  ['authorized', 'Thank you, Aisyah', 'pgw-payment-status'],
  ['failed', 'Your order is saved', 'pgw-checkout'],
  ['expired', 'Your order is saved', 'pgw-checkout'],
  ['refunded', 'Refund for RC-10482', 'pgw-payment-status'],
])(
  'an order whose payment has the state %s has the heading "%s" and contains <%s>',
  async (state, title, element) => {
    const buyer = shop.createVisitor();
    const id = await buyer.placeOrder(cameronForm);
    addPayment(state);
    const { text } = await buyer.get(`/orders/${id}`);
    expect(findHeading(text)).toBe(title);
    expect(text).toContain(`<${element}`);
  },
);

test.each([
  ['open', 'a number'],
  ['unknown', null],
  ['expired', null],
])(
  'the page of an order whose payment is %s and has the number %s promises no delivery',
  async (state, number) => {
    const buyer = shop.createVisitor();
    const id = await buyer.placeOrder(cameronForm);
    addPayment(state, [], { transactionNumber: number });
    const { text } = await buyer.get(`/orders/${id}`);
    expect(text).toContain('Waiting for your payment');
    for (const promise of ['Packing', 'On its way', 'Ships', 'not charged'])
      expect(text).not.toContain(promise);
  },
);

test.each([
  ['open', 'pgw-checkout'],
  ['paid', 'pgw-payment-status'],
])('with ?pay, the page of an order whose payment has the state %s contains <%s>', async (state, element) => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  addPayment(state);
  expect((await buyer.get(`/orders/${id}`)).text).toContain('<pgw-payment-status');
  expect((await buyer.get(`/orders/${id}?pay`)).text).toContain(`<${element}`);
});

test('after a partial refund, the order page shows the amount, the date and the destination of the refund', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  addPayment('paid', [
    { state: 'done', amount: 1250, createdAt: shop.clock.now },
    { state: 'processing', amount: 300, createdAt: shop.clock.now },
    { state: 'failed', amount: 999, createdAt: shop.clock.now },
  ]);
  shop.fulfillOrder(id, cameronAmount);
  const { text } = await buyer.get(`/orders/${id}`);
  expect(findHeading(text)).toBe('Refund for RC-10482');
  expect(text).toMatch(/We returned RM\u00a012.50 to FPX[\s\S]*On 14 Sept? 2026/);
  expect(text).toContain('We will return RM\u00a03.00 to FPX');
  expect(text).not.toContain('RM\u00a09.99');
});

test('the order page shows an additional payment with its amount and its refund', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  const second = { reference: 'RC-SECOND', fee: 50, channel: { name: 'KilatPay' } };
  addPayment('paid', [], { fulfillment: { state: 'done' } });
  addPayment('paid', [], second);
  shop.fulfillOrder(id, cameronAmount);
  const beforeRefund = (await buyer.get(`/orders/${id}`)).text;
  expect(findHeading(beforeRefund)).toBe('Thank you, Aisyah');
  expect(beforeRefund).toContain('You paid twice. Rimba Coffee has been informed.');
  expect(beforeRefund).toContain('RM\u00a082.50, KilatPay, reference RC-SECOND');
  expect(beforeRefund).not.toContain('We will return');
  shop.payments.shift();
  const refund = { state: 'processing', amount: 8250, createdAt: shop.clock.now };
  addPayment('refunding', [refund], second);
  expect((await buyer.get(`/orders/${id}`)).text).toContain('We will return RM\u00a082.50 to KilatPay.');
  shop.payments.shift();
  addPayment('refunded', [{ ...refund, state: 'done' }], second);
  expect((await buyer.get(`/orders/${id}`)).text).toContain('We returned RM\u00a082.50 to KilatPay.');
});

test('after the return from a failed payment, the order page shows its result instead of the checkout', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  addPayment('failed');
  const { text } = await buyer.get(`/orders/${id}?payment=RC-REF`);
  expect(text).toContain('<pgw-payment-status payment="RC-REF"');
  expect(text).not.toContain('<pgw-checkout');
});

test('the parameters of the return URL cannot make the order page say "Thank you"', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  const { text } = await buyer.get(`/orders/${id}?payment=RC-REF&status=1&TransactionStatus=1&paid=true`);
  expect(findHeading(text)).toBe('Your order is saved');
});

test('the page of a fulfilled order thanks the customer by name, and its checkout page redirects to it', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  addPayment('paid');
  shop.fulfillOrder(id, cameronAmount);
  const { text } = await buyer.get(`/orders/${id}`);
  expect(findHeading(text)).toBe('Thank you, Aisyah');
  expect(text).toMatch(matchBagLink(0));
  expect(text).toMatch(/14 Sept? 2026, 2:32\spm/);
  expect(await buyer.get(`/checkout/${id}`)).toMatchObject({ status: 303, location: `/orders/${id}` });
});

test('each line of the order summary has the background of the category of its product', async () => {
  const buyer = shop.createVisitor();
  const filtersForm = { product: 'paper-filters', size: '40', quantity: '1' };
  const id = await buyer.placeOrder(cameronForm, mugForm, filtersForm);
  const { text } = await buyer.get(`/checkout/${id}`);
  const backgrounds = [...text.matchAll(/<span class="tile (\w+)"/g)].map(([, category]) => category);
  expect(backgrounds).toEqual(['beans', 'brewing', 'brewing']);
});

test.each([
  ['en', 'Card approved; charged when we ship'],
  ['ms', 'Kad diluluskan; caj dikenakan apabila pesanan dihantar'],
  ['zh', '卡已授权；发货时扣款'],
  ['ta', 'அட்டை அங்கீகரிக்கப்பட்டது; அனுப்பும்போது கட்டணம் வசூலிப்போம்'],
])('in the language %s, the list says of an order with an approved card: "%s"', async (language, state) => {
  const buyer = shop.createVisitor();
  await buyer.placeOrder(cameronForm);
  addPayment('open');
  const readList = async () =>
    (await buyer.send('/orders', { headers: { 'accept-language': language } })).text;
  expect(await readList()).not.toContain(state);
  addPayment('authorized');
  expect(await readList()).toContain(state);
});

test('the checkout of an order with an approved card redirects to the order', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  addPayment('failed');
  expect((await buyer.get(`/checkout/${id}`)).status).toBe(200);
  addPayment('authorized');
  expect((await buyer.get(`/checkout/${id}`)).location).toBe(`/orders/${id}`);
});
