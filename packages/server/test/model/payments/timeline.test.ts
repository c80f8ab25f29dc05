import { sign } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, expect, it } from 'vitest';
import { openShop, waitForFulfillments, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function readTimeline(reference: string): Promise<string[]> {
  const inspection = await shop.checkout.operator.payments.inspect(reference);
  return inspection?.timeline.map(({ text }) => text) ?? [];
}

it('the timeline of a paid payment names its creation, callback, new state and fulfillment', async () => {
  shop = await openShop();
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  await expect
    .poll(() => readTimeline(reference))
    .toEqual([
      'Payment created for order A1.',
      `The gateway opened transaction ${transactionNumber}.`,
      'Callback received: Success (signature valid).',
      'Marked as paid: the gateway reports Success (1).',
      'Order fulfilled.',
    ]);
});

it('the timeline has the number of a callback status that the interface does not define', async () => {
  shop = await openShop();
  const { reference, transactionNumber } = await shop.startPayment();
  const payload = {
    amount: 12_890,
    currencyCode: 'MYR',
    referenceCode: reference,
    status: 42,
    transactionNumber,
  };
  const url = `${shop.url}/pgw/callback`;
  const headers = { 'cap-signature': sign(url, payload, defaultTenant.secretKey) };
  await shop.fetch('/pgw/callback', { method: 'POST', body: JSON.stringify(payload), headers });
  await expect
    .poll(() => readTimeline(reference))
    .toContain('Callback received: status 42 (signature valid).');
});
