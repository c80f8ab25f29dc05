import type { StartResponse, StorefrontPayment } from '@pgw/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLossyConnection } from '../lossy-connection.ts';
import { createTestClient, openShop, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
let payment: StorefrontPayment;
afterEach(() => shop.close());

async function open(options?: ShopOptions): Promise<void> {
  shop = await openShop(options);
  ({ payment } = (await (await shop.start()).json()) as StartResponse);
}

const back = (query = `ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`) =>
  shop.fetch(`/pgw/return?${query}`);

describe('the return of the browser', () => {
  it('settles a payment without a callback, and redirects to the shop’s page', async () => {
    await open({ orderUrl: (orderId) => `/orders/${orderId}?tab=1#top` });
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
    const response = await back();
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/orders/A1?tab=1&payment=${payment.reference}#top`);
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('reads its parameters in any letter case', async () => {
    await open({ orderUrl: () => '/o' });
    const response = await back(`referencecode=${payment.reference.toLowerCase()}`);
    expect(response.headers.get('location')).toBe(`/o?payment=${payment.reference}`);
  });

  it('of an unpaid payment fulfils nothing', async () => {
    await open();
    await back(`ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}&status=1`);
    expect((await shop.checkout.payments.find(payment.reference))?.state).toBe('open');
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('with the number of another, paid payment does not settle this one', async () => {
    await open();
    const other = (await (await shop.start({ order: 'A2' })).json()) as StartResponse;
    shop.sandbox.decide(other.payment.transactionNumber!, 'approve', { callback: 'never' });
    await back(`ReferenceCode=${payment.reference}&TransactionNumber=${other.payment.transactionNumber}`);
    expect((await shop.checkout.payments.find(payment.reference))?.state).toBe('open');
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('finds a payment whose number was lost, by the number in the URL', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    shop = await openShop({ gatewayUrl });
    loseNextResponse('requestPayment');
    const { reference } = (await (await shop.start()).json()) as { reference: string };
    await expect.poll(() => shop.sandbox.findPayment(reference)).toBeDefined();
    const transactionNumber = shop.sandbox.findPayment(reference)!.transactionNumber;
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    await back(`ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`);
    expect(shop.fulfilledReferences).toEqual([reference]);
  });

  it('shows a page of the checkout if the shop has none, which reloads without scripts while the payment is pending', async () => {
    await open();
    const response = await back();
    const html = await response.text();
    expect(html).toContain('<h1>Confirming your payment</h1>');
    expect(html).toContain('<noscript><meta http-equiv="refresh"');
    expect(html).toContain(`payment="${payment.reference}"`);
    const [, nonce] =
      /<script src="\/pgw\/checkout\.js\?[^"]+" integrity="sha384-[^"]+" nonce="([^"]+)">/.exec(html) ?? [];
    expect(response.headers.get('content-security-policy')).toContain(
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    );
  });

  it('of an unknown payment shows a page without data of a payment', async () => {
    await open();
    const response = await back('ReferenceCode=%3Cscript%3E');
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('We can’t find that payment');
    expect(html).not.toContain('<script>');
  });

  it('with a reference that only the gateway has shows that the payment is being checked, and reports it', async () => {
    await open();
    const elsewhere = await openShop({ gatewayUrl: shop.sandbox.url });
    const started = (await (await elsewhere.start()).json()) as StartResponse;
    await elsewhere.close();
    const { reference, transactionNumber } = started.payment;
    const query = `ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`;
    for (let n = 0; n < 2; n += 1) {
      const response = await back(query);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<h1>Your payment is being checked</h1>');
    }
    const unknown = await shop.checkout.operator.unknownTransactions();
    expect(unknown).toMatchObject([{ reference, transactionNumber, source: 'return', orderPrefix: 'A1' }]);
    const reported = shop.events.filter(({ event }) => event === 'return-for-unknown-payment');
    expect(reported).toMatchObject([{ level: 'error', ids: { reference, transactionNumber } }]);
  });

  it('with the transaction number of another reference is not found, and stores nothing', async () => {
    await open();
    const response = await back(
      `ReferenceCode=A1-0000000000000000&TransactionNumber=${payment.transactionNumber}`,
    );
    expect(response.status).toBe(404);
    expect(await shop.checkout.operator.unknownTransactions()).toEqual([]);
  });

  it('with an unknown reference during an outage of the gateway shows that the payment cannot be checked now', async () => {
    shop = await openShop({ gatewayUrl: 'http://127.0.0.1:1' });
    const response = await shop.fetch('/pgw/return?ReferenceCode=A1-0000000000000000&TransactionNumber=T1');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('don’t pay again');
  });

  it('with an invalid transaction number is not found', async () => {
    await open();
    const path = `/pgw/return?ReferenceCode=A1-0000000000000000&TransactionNumber=${'x'.repeat(200)}`;
    expect((await shop.fetch(path)).status).toBe(404);
    expect(shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('with unknown references queries the gateway at most five times a second', async () => {
    shop = await openShop();
    const gateway = createTestClient(shop.sandbox.url);
    const queries = vi.spyOn(gateway, 'queryPayment');
    const limited = await openShop({ gateway, now: () => 1_700_000_000_000 });
    const path = (n: number) => `/pgw/return?ReferenceCode=R${n}&TransactionNumber=T${n}`;
    const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => limited.fetch(path(n))));
    await limited.close();
    expect(queries).toHaveBeenCalledTimes(5);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(5);
    const notChecked = responses.filter(({ status }) => status === 429);
    expect(notChecked).toHaveLength(25);
    expect(notChecked[0]?.headers.get('retry-after')).toBe('5');
    expect(await notChecked[0]?.text()).toContain('<h1>We can’t check your payment right now</h1>');
  });
});
