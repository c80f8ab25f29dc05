import { expect, it, onTestFinished } from 'vitest';
import { createCallbackPayload, sendCallbackBody, signCallback } from '../../callbacks.ts';
import { createStartRequest, openShop, waitForFulfillments } from '../../shop.ts';

it('the body of a start and of a callback may begin with a byte order mark', async () => {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  const started = await shop.fetch('/pgw/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `\uFEFF${JSON.stringify(createStartRequest())}`,
  });
  expect(started.status).toBe(201);
  const { reference, transactionNumber } = await shop.startPayment({ order: 'A1' });
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const payload = createCallbackPayload({ reference, transactionNumber });
  const callback = await sendCallbackBody(
    shop,
    `\uFEFF${JSON.stringify(payload)}`,
    signCallback(shop, payload),
  );
  expect(callback.status).toBe(200);
  await waitForFulfillments(shop, 1);
});
