import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, selectTemplates, startLinkedShop, type LinkedShop } from './linked-shop.ts';

// Sends requests that no page of the shop sends. Each gets a response for a visitor, and the shop goes on.

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** Bodies of orders, with their media type. */
const bodies = {
  'a form that is no multipart form': ['multipart/form-data; boundary=x', 'abc'],
  'broken JSON': ['application/json', '{"product":'],
  'JSON that is no object': ['application/json', 'null'],
  'a form of a megabyte': ['application/x-www-form-urlencoded', `product=${'x'.repeat(1_000_000)}`],
  'an unknown media type': ['application/octet-stream', 'product=two-mugs'],
  'a product with a member of every object': ['application/x-www-form-urlencoded', 'product=__proto__'],
} as const;

describe.each(selectTemplates('express'))('a shop of the template %s', (name, template) => {
  let shop: LinkedShop;
  beforeAll(async () => {
    shop = await startLinkedShop(name, { gateway: sandbox.url });
  });
  afterAll(() => shop.stop());

  /** Expects an error of the client, as a text without code. */
  async function expectRefusal(response: Response): Promise<void> {
    const text = await response.text();
    expect([response.status >= 400 && response.status < 500, text]).toEqual([true, text]);
    expect(text, 'no stack and no path of the server').not.toMatch(/\n? +at |node_modules|file:/);
  }

  it.each(Object.entries(bodies))('refuses an order with %s', async (_what, [type, body]) => {
    const browser = openBrowser(shop.url, '203.0.113.1');
    const headers = { 'content-type': type, connection: 'close' };
    await expectRefusal(await browser(template.formPath, { method: 'POST', headers, body }));
    expect((await browser('/')).status).toBe(200);
  });

  it.each(['/checkout/%E0%A4%A', '/orders/%E0%A4%A', '/api/orders/%E0%A4%A', '/pgw/%E0%A4%A', '/..%2f.env'])(
    'has no page %s, and its response shows no code',
    async (path) => {
      const response = await openBrowser(shop.url, '203.0.113.2')(path);
      // The pages of the template for React are the same file for every order.
      if (response.status !== 200) await expectRefusal(response);
      else expect(await response.text()).toContain('<title>Two Mugs</title>');
    },
  );
});
