import { redirectionType, type StorefrontProblem } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { createCallbackPayload, sendCallback } from './callbacks.ts';
import { openFakeGateway, type FakeGateway } from './fake-gateway.ts';
import { gatewayStatus, waitForFulfillments, kilatPay, openShop, type Shop } from './shop.ts';

// Tests transaction numbers of 25 characters, as a real gateway has, and of 100 characters, which is the
// limit.

let gateway: FakeGateway;
let shop: Shop;
afterEach(async () => {
  await shop.close();
  await gateway.close();
});

const channels = [{ id: kilatPay, name: 'KilatPay', isProviderHostChannel: false }];

async function openShopWithNumber(transactionNumber: string): Promise<void> {
  gateway = await openFakeGateway({
    requestPayment: ({ amount, currencyCode, channelId }) => ({
      amount,
      currencyCode,
      channelId,
      transactionNumber,
      redirectionType: redirectionType.url,
      redirectUrl: `${gateway.url}/pay`,
    }),
    queryPayment: ({ amount, currencyCode, channelId, referenceCode }) => ({
      amount,
      currencyCode,
      channelId,
      referenceCode,
      transactionNumber,
      status: gatewayStatus.success,
    }),
  });
  shop = await openShop({ gatewayUrl: gateway.url, channels });
}

it.each(['2004B8D7E2EE1DE5C61250625', `2004B8D7E2EE1DE5C612${'F'.repeat(80)}`])(
  'a payment with the transaction number %s is started, synced by a callback, fulfilled and shown',
  async (transactionNumber) => {
    await openShopWithNumber(transactionNumber);
    const payment = await shop.startPayment();
    expect(payment.transactionNumber).toBe(transactionNumber);

    const { reference } = payment;
    const callbackResponse = await sendCallback(
      shop,
      createCallbackPayload(payment, { paymentSessionNumber: '2037D293E60AEB67B59251030' }),
    );
    expect(callbackResponse.status).toBe(200);
    await waitForFulfillments(shop, 1);
    expect(gateway.queriedNumbers).toContain(transactionNumber);

    const returned = await shop.fetch(
      `/pgw/return?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`,
    );
    expect(returned.status).toBe(200);
    expect(await (await shop.fetch(`/pgw/payments/${reference}`)).json()).toMatchObject({
      state: 'paid',
      transactionNumber,
    });
    expect(await shop.checkout.operator.payments.inspect(reference)).toMatchObject({
      payment: { transactionNumber, state: 'paid' },
    });
  },
);

it('the event about an invalid response of the gateway names the field and the rule', async () => {
  await openShopWithNumber('F'.repeat(101));
  const response = await shop.start();
  expect(response.status).toBe(504);
  const problem = (await response.json()) as StorefrontProblem;
  expect(problem).toMatchObject({ code: 'outcome-unknown' });
  expect(problem.detail).not.toMatch(/lost/);
  const [event] = shop.eventsNamed('request-failed');
  expect(event).toMatchObject({ code: 'outcome-unknown', causeCode: 'outcome-unknown', status: 504 });
  expect(event?.message).toMatch(/the gateway responded, but its response .* is invalid/);
  expect(event?.message).toMatch(/transactionNumber must have at most 100 characters/);
  const inspection = await shop.checkout.operator.payments.inspect(problem.reference ?? '');
  expect(inspection?.payment.state).toBe('unknown');
  expect(inspection?.timeline.map(({ text }) => text).join()).toMatch(
    /The response of the gateway does not match its interface: transactionNumber/,
  );
});
