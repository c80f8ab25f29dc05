import type { StartResponse, StorefrontProblem } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { openShop, sentuh, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function started(pending: Promise<Response>): Promise<StartResponse> {
  const response = await pending;
  expect(response.status).toBe(201);
  return (await response.json()) as StartResponse;
}

describe('starting an order’s payment', () => {
  it('from ten tabs at the same time makes one payment, and every tab is redirected to it', async () => {
    shop = await openShop();
    const responses = await Promise.all(Array.from({ length: 10 }, () => started(shop.start())));
    expect(new Set(responses.map(({ payment }) => payment.reference)).size).toBe(1);
    expect(shop.sandbox.listPayments()).toHaveLength(1);
  });

  it('from two tabs for two channels makes two payments, one after the other', async () => {
    shop = await openShop();
    const [one, two] = await Promise.all([started(shop.start()), started(shop.start({ channelId: sentuh }))]);
    expect(one.payment.reference).not.toBe(two.payment.reference);
  });

  it('after a missing response requests the same reference again, and the first payment is paid', async () => {
    shop = await openShop();
    shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 1 });
    const lost = (await (await shop.start({ attempt: 'one-press' })).json()) as StorefrontProblem;
    expect(lost.code).toBe('outcome-unknown');
    const again = await started(shop.start({ attempt: 'one-press' }));
    expect(again.payment.reference).toBe(lost.reference);
    expect(shop.sandbox.listPayments()).toHaveLength(1);
  });

  it('after a missing response to a processed request expires that payment, and makes another one', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    shop = await openShop({ gatewayUrl });
    loseNextResponse('requestPayment');
    const lost = (await (await shop.start()).json()) as StorefrontProblem;
    expect(lost.code).toBe('outcome-unknown');
    const next = await started(shop.start());
    expect(next.payment.reference).not.toBe(lost.reference);
    expect(await shop.checkout.payments.find(lost.reference!)).toMatchObject({ state: 'expired' });
    const inspected = await shop.checkout.operator.inspect(lost.reference!);
    expect(inspected?.timeline.map(({ text }) => text)).toContain(
      'The gateway has this payment, and no browser was redirected to it: it expires.',
    );
  });

  it('fails with a clear problem while the gateway is down, and works when it is available again', async () => {
    shop = await openShop();
    await started(shop.start({ order: 'A2' }));
    shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 2 });
    const codes = [];
    for (let press = 0; press < 3; press += 1) codes.push((await shop.start()).status);
    expect(codes).toEqual([504, 504, 201]);
  });

  it('with an attempt that is older than fifty payments returns the payment of that attempt', async () => {
    const store = memoryStore();
    shop = await openShop({ store });
    for (let nth = 0; nth <= 50; nth += 1) {
      const reference = `OLD-${nth}`;
      const payment = samplePayment({
        reference,
        orderId: 'A1',
        attempt: `attempt-${nth}`,
        state: 'refused',
        createdAt: nth,
      });
      await store.insertPayment(payment, { reference, at: nth, source: 'start', text: 'Stored.' });
    }
    const response = (await (await shop.start({ attempt: 'attempt-0' })).json()) as StorefrontProblem;
    expect(response).toMatchObject({ code: 'payment-refused', reference: 'OLD-0' });
    expect(shop.sandbox.listPayments()).toEqual([]);
  });

  it('by a plain form redirects to the hosted page, and the second time to the same one', async () => {
    shop = await openShop();
    const press = () =>
      shop.fetch('/pgw/start', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
        body: 'order=A1',
      });
    const first = await press();
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toMatch(new RegExp(`^${shop.sandbox.url}/pay/`));
    expect((await press()).headers.get('location')).toBe(first.headers.get('location'));
  });

  it.each([
    ['of another site', { origin: 'https://attacker.example' }],
    ['that hides where it comes from', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('by a form %s is refused', async (_what, headers) => {
    shop = await openShop();
    const response = await shop.fetch('/pgw/start', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'order=A1',
    });
    expect(response.status).toBe(400);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });
});
