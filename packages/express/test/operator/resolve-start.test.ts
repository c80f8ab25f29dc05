import type { StartResponse } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { createLossyConnection } from '../lossy-connection.ts';
import { openShop, waitForFulfilments, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Starts a payment at the gateway, whose response does not arrive. Returns its reference. */
async function loseStartResponse(): Promise<string> {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  expect((await shop.start()).status).toBe(504);
  const [payment] = await shop.checkout.operator.list({ states: ['unknown'] });
  return payment!.reference;
}

it('resolveStart ends a payment of unknown outcome as refused, with the reason in its timeline', async () => {
  const reference = await loseStartResponse();
  const payment = await shop.checkout.operator.resolveStart(reference, 'Not in the list of the gateway');
  expect(payment).toMatchObject({ state: 'refused', schedule: { nextQueryAt: null } });
  const { timeline } = (await shop.checkout.operator.inspect(reference))!;
  expect(timeline.at(-1)).toMatchObject({
    source: 'operator',
    text: 'An operator recorded that it was not started: Not in the list of the gateway',
  });
});

it('a payment that resolveStart has ended is fulfilled when the gateway reports it as paid later', async () => {
  const reference = await loseStartResponse();
  await shop.checkout.operator.resolveStart(reference, 'Not in the list of the gateway');
  const [atGateway] = shop.sandbox.listPayments();
  shop.sandbox.decide(atGateway!.transactionNumber, 'approve');
  await waitForFulfilments(shop, 1);
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('resolveStart rejects an empty reason, and the payment stays unknown', async () => {
  const reference = await loseStartResponse();
  await expect(shop.checkout.operator.resolveStart(reference, ' ')).rejects.toThrow(/a reason is required/);
  expect((await shop.checkout.payments.find(reference))?.state).toBe('unknown');
});

it('resolveStart rejects a payment that the gateway has opened', async () => {
  shop = await openShop();
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  await expect(shop.checkout.operator.resolveStart(payment.reference, 'By mistake')).rejects.toThrow(
    /it is open; only an unknown start can be resolved/,
  );
  expect((await shop.checkout.payments.find(payment.reference))?.state).toBe('open');
});
