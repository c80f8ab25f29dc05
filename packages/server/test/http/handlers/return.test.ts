import { afterEach, expect, it, vi } from 'vitest';
import { createLossyConnection } from '../../lossy-connection.ts';
import {
  createTestClient,
  openShop,
  type Shop,
  type ShopOptions,
  type StartedPayment,
  unreachableUrl,
} from '../../shop.ts';

let shop: Shop;
let payment: StartedPayment;
afterEach(() => shop.close());

async function openTestShop(options?: ShopOptions): Promise<void> {
  shop = await openShop(options);
  payment = await shop.startPayment();
}

const returnToShop = (
  query = `ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`,
) => shop.fetch(`/pgw/return?${query}`);

it('the return of the browser syncs a payment without a callback, and redirects to the shop’s page', async () => {
  await openTestShop({ getOrderUrl: (orderId) => `/orders/${orderId}?tab=1#top` });
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const response = await returnToShop();
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/orders/A1?tab=1&payment=${payment.reference}#top`);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('the names and values of the parameters of the return URL can have any letter case', async () => {
  await openTestShop({ getOrderUrl: () => '/o' });
  const response = await returnToShop(`referencecode=${payment.reference.toLowerCase()}`);
  expect(response.headers.get('location')).toBe(`/o?payment=${payment.reference}`);
});

it('a return URL with status=1, the status of a paid payment, does not fulfill an unpaid payment', async () => {
  await openTestShop();
  await returnToShop(
    `ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}&status=1`,
  );
  expect((await shop.checkout.payments.get(payment.reference))?.state).toBe('open');
  expect(shop.fulfilledReferences).toEqual([]);
});

it('a return URL with the transaction number of a paid payment does not make another payment paid', async () => {
  await openTestShop();
  const other = await shop.startPayment({ order: 'A2' });
  shop.sandbox.decide(other.transactionNumber, 'approve', { callback: 'never' });
  await returnToShop(`ReferenceCode=${payment.reference}&TransactionNumber=${other.transactionNumber}`);
  expect((await shop.checkout.payments.get(payment.reference))?.state).toBe('open');
  expect(shop.fulfilledReferences).toEqual([]);
});

it('if the store has no transaction number, the return of the browser syncs the payment by the number in the URL', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const { reference } = (await (await shop.start()).json()) as { reference: string };
  await expect.poll(() => shop.sandbox.findPayment(reference)).toBeDefined();
  const transactionNumber = shop.sandbox.findPayment(reference)!.transactionNumber;
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await returnToShop(`ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`);
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('without getOrderUrl the browser returns to a page of the checkout, which reloads itself if scripts are turned off and the payment is pending', async () => {
  await openTestShop();
  const response = await returnToShop();
  const html = await response.text();
  expect(html).toContain('<h1>Confirming your payment</h1>');
  expect(html).toContain('<noscript><meta http-equiv="refresh"');
  expect(html).toContain(`payment="${payment.reference}"`);
  const [, nonce] =
    /<script type="module" [^>]*nonce="([^"]+)"><\/script><script src="\/pgw\/checkout\.js\?[^"]+" integrity="sha384-[^"]+" nonce="\1" async>/.exec(
      html,
    ) ?? [];
  expect(response.headers.get('content-security-policy')).toContain(
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
  );
});

it('the return page of an unknown payment has no data of a payment', async () => {
  await openTestShop();
  const response = await returnToShop('ReferenceCode=%3Cscript%3E');
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toMatch(/ payment="unknown".*We can’t find that payment/);
  expect(html).not.toContain('<script>');
});

it('the return page of a payment that only the gateway has shows that it is being checked, and an event reports it', async () => {
  await openTestShop();
  const otherShop = await openShop({ gatewayUrl: shop.sandbox.url });
  const { reference, transactionNumber } = await otherShop.startPayment();
  await otherShop.close();
  const query = `ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`;
  // The shopper reloads the page. One event reports both requests.
  for (let n = 0; n < 2; n += 1) {
    const response = await returnToShop(query);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1>Your payment is being checked</h1>');
  }
  const unknown = await shop.checkout.operator.unknownTransactions.list();
  expect(unknown).toMatchObject([{ reference, transactionNumber, source: 'return', orderPrefix: 'A1' }]);
  const reported = shop.eventsNamed('return-for-unknown-payment');
  expect(reported).toMatchObject([{ level: 'error', reference, transactionNumber }]);
});

it('a return URL with the transaction number of another reference responds 404 and stores nothing', async () => {
  await openTestShop();
  const response = await returnToShop(
    `ReferenceCode=A1-0000000000000000&TransactionNumber=${payment.transactionNumber}`,
  );
  expect(response.status).toBe(404);
  expect(await shop.checkout.operator.unknownTransactions.list()).toEqual([]);
});

it('during an outage the return page of an unknown reference shows that the payment cannot be checked now', async () => {
  shop = await openShop({ gatewayUrl: unreachableUrl });
  const response = await shop.fetch('/pgw/return?ReferenceCode=A1-0000000000000000&TransactionNumber=T1');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('don’t pay again');
});

it('a return URL with an invalid transaction number responds 404', async () => {
  await openTestShop();
  const path = `/pgw/return?ReferenceCode=A1-0000000000000000&TransactionNumber=${'x'.repeat(200)}`;
  expect((await shop.fetch(path)).status).toBe(404);
  expect(shop.events.filter(({ level }) => level !== 'info')).toEqual([]);
});

it('return URLs with unknown references cause at most five queries of the gateway in a second', async () => {
  // The client of the second shop queries the sandbox of this shop.
  shop = await openShop();
  const gateway = createTestClient(shop.sandbox.url);
  const queries = vi.spyOn(gateway, 'queryPayment');
  // The clock does not advance, so that the 30 requests are in the same second.
  const limitedShop = await openShop({ gateway, now: () => 1_700_000_000_000 });
  const createPath = (n: number) => `/pgw/return?ReferenceCode=R${n}&TransactionNumber=T${n}`;
  const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => limitedShop.fetch(createPath(n))));
  await limitedShop.close();
  expect(queries).toHaveBeenCalledTimes(5);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(5);
  const notChecked = responses.filter(({ status }) => status === 429);
  expect(notChecked).toHaveLength(25);
  expect(notChecked[0]?.headers.get('retry-after')).toBe('5');
  expect(await notChecked[0]?.text()).toContain('<h1>We can’t check your payment right now</h1>');
});
