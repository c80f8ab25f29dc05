import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Product } from '../src/catalogue.ts';
import { products } from '../src/products.ts';
import type { PaymentSummary } from '../src/payment-view.ts';
import { sampleDetails } from '../src/details.ts';
import { cameronForm, houseForm, mugForm, openShop } from './open-shop.ts';

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop();
});

afterEach(() => shop.close());

function findHeading(text: string): string | undefined {
  return /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1]?.trim();
}

/** Matches the link to the bag with this number of items. */
function matchBagLink(count: number): RegExp {
  return new RegExp(`>Bag</span\\s*>\\s*\\(${count}\\)`);
}

/** Adds a payment of the order, newer than all others. */
function addPayment(
  state: string,
  refunds: PaymentSummary['refunds'] = [],
  other: Partial<PaymentSummary> = {},
): void {
  shop.payments.unshift({
    reference: 'RC-REF',
    state,
    amount: 8200,
    fee: 0,
    channel: { name: 'FPX' },
    bank: null,
    settledAt: null,
    fulfilment: { state: 'none' },
    refunds,
    ...other,
  });
}

test('a visitor gets from a product to the checkout of the order', async () => {
  const buyer = shop.createVisitor();
  expect((await buyer.get('/products/cameron-dark')).status).toBe(200);
  expect(await buyer.post('/bag/lines', cameronForm)).toMatchObject({
    status: 303,
    location: '/products/cameron-dark?added',
  });
  await buyer.post('/bag/lines', houseForm);
  await buyer.post('/bag/lines', mugForm);
  const bag = (await buyer.get('/bag')).text;
  expect(bag).toMatch(matchBagLink(4));
  expect(bag).toContain('RM\u00a0128.90');
  const { location } = await buyer.post('/checkout', sampleDetails);
  const { text, status } = await buyer.get(location);
  expect(status).toBe(200);
  expect(text).toMatch(/<pgw-checkout order="RC-10482">/);
  expect(text).toMatch(/<script src="\/pgw\/checkout.js" nonce="[^"]+"><\/script>/);
});

test('a price sent by the browser is ignored', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', { ...cameronForm, price: '1', amount: '1', total: '1' });
  await buyer.post('/checkout', { ...sampleDetails, amount: '1', total: '1', currency: 'IDR' });
  const order = shop.database.prepare('SELECT amount, currency FROM orders').get();
  expect(order).toEqual({ amount: 8200, currency: 'MYR' });
});

test.each([
  { ...cameronForm, quantity: '0' },
  { ...cameronForm, quantity: '-1' },
  { ...cameronForm, quantity: '1.5' },
  { ...cameronForm, quantity: '21' },
  { ...cameronForm, size: '2t' },
  { ...cameronForm, product: 'gold' },
])('the form %j adds nothing to the bag', async (line) => {
  const buyer = shop.createVisitor();
  expect((await buyer.post('/bag/lines', line)).status).toBe(400);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty');
});

test('an order of another visitor has the same response as one that does not exist', async () => {
  const id = await shop.createVisitor().placeOrder(cameronForm);
  const otherVisitor = shop.createVisitor();
  await otherVisitor.post('/bag/lines', cameronForm);
  for (const path of ['/orders/', '/checkout/']) {
    const existing = await otherVisitor.get(path + id);
    const missing = await otherVisitor.get(`${path}RC-99999`);
    expect(existing.status).toBe(404);
    const removeNonce = (text: string): string => text.replace(/nonce="[^"]+"/g, '');
    expect(removeNonce(existing.text)).toBe(removeNonce(missing.text));
    expect(existing.text).not.toContain('Aisyah');
  }
  expect((await otherVisitor.get('/orders')).text).not.toContain(id);
});

test('invalid details are listed above the form and at their fields, and the form keeps the values', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', cameronForm);
  const { status, text } = await buyer.post('/checkout', {
    ...sampleDetails,
    email: 'aisyah',
    postcode: '1',
  });
  expect(status).toBe(422);
  expect(text).toContain('Check 2 fields');
  expect(text).toContain('<a href="#email">');
  expect(text).toMatch(
    /id="email"[^>]*value="aisyah"[^>]*aria-invalid="true"[^>]*aria-describedby="email-hint email-error"/,
  );
  expect((await buyer.get('/checkout')).text).toContain('value="aisyah"');
  expect(shop.database.prepare('SELECT count(*) AS orders FROM orders').get()).toEqual({ orders: 0 });
});

test('the entered details are escaped on every page', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', cameronForm);
  const attack = '"><script>alert(1)</script>';
  const form = await buyer.post('/checkout', { ...sampleDetails, name: attack, postcode: '1' });
  expect(form.text).not.toContain('<script>alert');
  const { location } = await buyer.post('/checkout', { ...sampleDetails, address: attack, name: attack });
  expect((await buyer.get(location)).text).not.toContain('<script>alert');
  shop.fulfilOrder(location.replace('/checkout/', ''), 8200);
  expect((await buyer.get(location.replace('checkout', 'orders'))).text).not.toContain('<script>alert');
});

test('after a line was removed, the bag offers to undo the removal', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  const { location } = await buyer.post('/bag/lines/enamel-mug.green/remove', {});
  const { text } = await buyer.get(location);
  expect(text).toContain('Enamel mug removed.');
  expect(text).toContain('Your bag is empty');
  await buyer.post('/bag/lines/enamel-mug.green/restore', {});
  expect((await buyer.get('/bag')).text).toMatch(matchBagLink(1));
});

test('the bag names a sold-out line and does not link to the checkout', async () => {
  await shop.close();
  const shopProducts: Product[] = products.map((product) => ({ ...product }));
  shop = await openShop({ products: shopProducts });
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  shopProducts.splice(4, 1, { ...shopProducts[4]!, stock: 0 });
  const { text } = await buyer.get('/bag');
  expect(text).toContain('Enamel mug is sold out.');
  expect(text).not.toContain('href="/checkout"');
  expect(await buyer.post('/checkout', sampleDetails)).toMatchObject({ status: 303, location: '/bag' });
});

test('after a price change, the bag shows the old price struck through, and the order has the new price', async () => {
  await shop.close();
  const shopProducts: Product[] = products.map((product) => ({ ...product }));
  shop = await openShop({ products: shopProducts });
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  shopProducts.splice(4, 1, { ...shopProducts[4]!, price: 1500 });
  const { text } = await buyer.get('/bag');
  expect(text).toMatch(/<del>[\s\S]*RM\u00a012.00[\s\S]*<\/del>[\s\S]*RM\u00a015.00/);
  await buyer.post('/checkout', sampleDetails);
  expect(shop.database.prepare('SELECT amount FROM orders').get()).toEqual({ amount: 2100 });
});

test('the page of a sold-out product has no button to add it', async () => {
  const { text } = await shop.createVisitor().get('/products/liberica-johor');
  expect(text).toContain('Sold out');
  expect(text).not.toContain('Add to bag');
});

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
  shop.fulfilOrder(id, 8200);
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
  addPayment('paid', [], { fulfilment: { state: 'done' } });
  addPayment('paid', [], second);
  shop.fulfilOrder(id, 8200);
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
  shop.fulfilOrder(id, 8200);
  const { text } = await buyer.get(`/orders/${id}`);
  expect(findHeading(text)).toBe('Thank you, Aisyah');
  expect(text).toMatch(matchBagLink(0));
  expect(text).toMatch(/14 Sept? 2026, 2:32\spm/);
  expect(await buyer.get(`/checkout/${id}`)).toMatchObject({ status: 303, location: `/orders/${id}` });
});

test('a form that another site posts is rejected', async () => {
  const buyer = shop.createVisitor();
  const response = await buyer.post('/bag/lines', mugForm, { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect((await buyer.get('/bag')).text).toContain('Your bag is empty');
});

test('the visitor’s cookie is HttpOnly and SameSite=Lax', async () => {
  const { headers } = await shop.createVisitor().post('/bag/lines', mugForm);
  expect(headers.get('set-cookie')).toMatch(/^rimba_visitor=[0-9a-f-]{36};.*HttpOnly; SameSite=Lax$/);
});

test('every page has one h1, a title and a skip link, and no inline code', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  const paths = ['/', '/beans', '/brewing', '/products/enamel-mug', '/bag', '/checkout', `/checkout/${id}`];
  for (const path of [...paths, '/orders', `/orders/${id}`, '/nowhere']) {
    const { text } = await buyer.get(path);
    expect(text.match(/<h1/g), path).toHaveLength(1);
    expect(text, path).toMatch(/<title>.+ – Rimba Coffee<\/title>/);
    expect(text, path).toContain('href="#content"');
    expect(text, path).not.toMatch(/ style=|<style|<script>| on[a-z]+="/);
  }
});

test('every link of the shop opens an existing page', async () => {
  const buyer = shop.createVisitor();
  const id = await buyer.placeOrder(cameronForm);
  const visited = new Set<string>();
  const queue = ['/', `/orders/${id}`, `/checkout/${id}`];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const { status, text } = await buyer.get(path);
    expect(status, path).toBe(200);
    for (const [, href = ''] of text.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
      if (!href.startsWith('/pgw/')) queue.push(href);
    }
  }
  expect(visited.size).toBeGreaterThan(15);
});

test('/healthz responds with "ready"', async () => {
  expect(await shop.createVisitor().get('/healthz')).toMatchObject({ status: 200, text: 'ready\n' });
});

test('a URL with invalid percent-encoding has status 400, and a form that is too large has status 413', async () => {
  const buyer = shop.createVisitor();
  const address = await buyer.get('/orders/%E0%A4%A');
  expect([address.status, findHeading(address.text)]).toEqual([400, 'The request failed']);
  const form = await buyer.post('/checkout', { ...sampleDetails, name: 'A'.repeat(20_000) });
  expect([form.status, findHeading(form.text)]).toEqual([413, 'The request failed']);
});
