import { createGatewayClient } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openBrowser,
  selectTemplates,
  startLinkedShop,
  type Browser,
  type LinkedShop,
} from './linked-shop.ts';

// Sends requests as two browsers.

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

interface StartedPayment {
  readonly reference: string;
  readonly transactionNumber: string;
}

describe.each(selectTemplates('react'))('a shop of the template %s', (name, template) => {
  let shop: LinkedShop | undefined;
  let url: string;
  let buyer: Browser;
  let id: string;
  beforeAll(async () => {
    shop = await startLinkedShop(name, { gateway: sandbox.url });
    ({ url } = shop);
    buyer = openBrowser(url, '203.0.113.1');
    id = await template.placeOrder(buyer);
  });
  afterAll(() => shop?.stop());

  async function startPayment(): Promise<StartedPayment> {
    const response = await buyer('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        order: id,
        channelId: 5,
        shownAmount: 12_890,
        shownCurrencyCode: 'MYR',
        attempt: 'attempt-of-the-template',
      }),
    });
    expect(response.status).toBe(201);
    // The route responds with a StartResponse, and the sandbox has accepted the payment.
    const { payment } = (await response.json()) as { readonly payment: StartedPayment };
    return payment;
  }

  it('shows an order to the visitor who has placed it, and lets them pay it', async () => {
    const response = await buyer(template.orderPath(id));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Two mugs');
    expect((await buyer(`/pgw/session?order=${id}`)).status).toBe(200);
  });

  it('shows nothing of an order to a browser that knows its id', async () => {
    const stranger = openBrowser(url, '203.0.113.2');
    await template.placeOrder(stranger);
    for (const path of [template.orderPath(id), `/pgw/session?order=${id}`]) {
      const response = await stranger(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('Two mugs');
    }
  });

  it('has a cookie that scripts cannot read, and that is in no URL', async () => {
    const response = await openBrowser(url, '203.0.113.3')(template.formPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^visitor=[0-9a-f-]{36}; .*HttpOnly; SameSite=Lax$/);
  });

  it.each(['', 'x', '""', '%', 'null', '00000000-0000-0000-0000-00000000000g'])(
    'gives a new secret to a browser whose cookie is %j',
    async (value) => {
      const send = (path: string, init: RequestInit = {}): Promise<Response> =>
        fetch(`${url}${path}`, {
          redirect: 'manual',
          ...init,
          headers: {
            ...init.headers,
            'sec-fetch-site': 'same-origin',
            cookie: `visitor=${value}`,
            'x-forwarded-for': '203.0.113.6',
          },
        });
      let secret: string | null = null;
      const placed = await template.placeOrder(async (path, init) => {
        const response = await send(path, init);
        secret = response.headers.get('set-cookie');
        return response;
      });
      expect(secret).toMatch(/^visitor=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12};/);
      expect((await send(template.orderPath(placed))).status).toBe(404);
    },
  );

  it('shows the result and nothing of the order after a return in another browser, and a refund to the visitor', async () => {
    const { reference, transactionNumber } = await startPayment();
    expect(reference).toContain(id);
    sandbox.decide(transactionNumber, 'approve');
    const other = openBrowser(url, '203.0.113.4');
    const { returnUrl = '' } = sandbox.findPayment(reference) ?? {};
    const returned = await other(`${returnUrl}?ReferenceCode=${reference}`);
    expect(returned.status).toBe(303);
    const target = returned.headers.get('location') ?? '';
    expect(target).toContain(`payment=${reference}`);
    expect(await (await other(target)).text()).not.toContain('Two mugs');
    expect((await other(template.orderPath(id))).status).toBe(404);
    await expect
      .poll(async () => (await buyer(template.orderPath(id))).text())
      .toMatch(/: Paid|"state":"Paid"/);
    const gateway = createGatewayClient({
      baseUrl: sandbox.url,
      merchantId: '1001',
      secretKey: 'sandbox-secret-key',
      credentials: { userName: 'merchant@sandbox.example', password: 'sandbox-password' },
    });
    await gateway.refundPayment({ transactionNumber, reason: 'Chipped' });
    await expect
      .poll(async () => (await buyer(template.orderPath(id))).text())
      .toMatch(/: Refunded|"state":"Refunded"/);
  });

  it('refuses an order that another site posts', async () => {
    const response = await buyer(template.formPath, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('refuses further guesses of a network after 100 failures, and no requests that succeed', async () => {
    const guesser = openBrowser(url, '203.0.113.5');
    const statuses = new Set<number>();
    for (let guess = 0; guess < 100; guess += 1) {
      const path = guess % 2 === 0 ? `/pgw/session?order=${guess}` : template.orderPath(`${guess}`);
      statuses.add((await guesser(path)).status);
    }
    expect([...statuses]).toEqual([404]);
    expect((await guesser(template.orderPath('100'))).status).toBe(429);
    expect((await guesser('/pgw/session?order=101')).status).toBe(429);
    for (let request = 0; request < 101; request += 1) await buyer(template.orderPath(id));
    expect((await buyer(template.orderPath(id))).status).toBe(200);
  });
});
