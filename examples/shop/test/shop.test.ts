import { expect, test } from 'vitest';
import { sampleDetails } from '../src/orders/details.ts';
import { findHeading, matchBagLink } from './page-text.ts';
import { cameronForm, houseForm, mugForm } from './open-shop.ts';
import { setUpShop } from './set-up-shop.ts';

const shop = setUpShop();

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
  expect(text).toMatch(/<script type="module" src="\/pgw\/checkout.mjs" nonce="[^"]+"><\/script>/);
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

test('the icon of the shop is also the icon of the pages of the checkout, which name none', async () => {
  const visitor = shop.createVisitor();
  const { status, location } = await visitor.get('/favicon.ico');
  expect([status, location]).toEqual([301, '/pictures/leaf.svg']);
  expect((await visitor.get(location)).status).toBe(200);
});
