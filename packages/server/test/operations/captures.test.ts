import { updateOperation, updatePayment } from '../stores/contract/writes.ts';
import { authType } from '@pgw/protocol';
import { afterEach, expect, test } from 'vitest';
import type { Operation } from '../../src/index.ts';
import type { CaptureOptions } from '../../src/operator/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { openCardShop, type CardShop } from '../card-shop.ts';
import { changeResponses, type Result } from '../changed-responses.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { createTestClient, gatewayStatus, orderTotal, type ShopOptions } from '../shop.ts';

let shop: CardShop;

afterEach(() => shop.close());

async function authorizePayment(options: ShopOptions = {}): Promise<string> {
  shop = await openCardShop({ cards: { authType: 'pre-auth' }, ...options });
  const { body } = await shop.payByCard('approved');
  expect(body.payment.state).toBe('authorized');
  expect(shop.fulfilledReferences).toEqual([]);
  return body.payment.reference;
}

const capture = (
  reference: string,
  options: Partial<CaptureOptions> = {},
  id = 'capture-0001',
): Promise<Operation> => shop.checkout.operator.captures.create(id, { reference, ...options });

const inspect = (reference: string) => shop.checkout.operator.payments.inspect(reference);

test('a full capture is sent once for repeated requests, and the payment is fulfilled', async () => {
  const reference = await authorizePayment();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => capture(reference)));
  expect(first).toMatchObject({ state: 'done', amount: orderTotal, isLast: true });
  expect(others.map(({ id }) => id)).toEqual([first?.id, first?.id]);
  const payment = await shop.checkout.payments.get(reference);
  expect(payment).toMatchObject({
    state: 'paid',
    capturedAmount: orderTotal,
    fulfillment: { state: 'done' },
  });
  expect(shop.fulfilledReferences).toEqual([reference]);
  expect((await capture(reference)).id).toBe(first?.id);
});

test('partial captures charge parts of the amount, the last one releases the rest, and only the charged amount can be refunded', async () => {
  const reference = await authorizePayment();
  const { operator } = shop.checkout;
  await capture(reference, { amount: 5_000 }, 'parcel-0001');
  expect(await capture(reference, { amount: 5_000 }, 'parcel-0001')).toMatchObject({
    state: 'done',
  });
  expect((await shop.checkout.payments.get(reference))?.state).toBe('authorized');
  const remaining = orderTotal - 5_000;
  await expect(capture(reference, { amount: remaining + 1 }, 'parcel-0002')).rejects.toThrow(
    `from 1 to ${remaining}`,
  );
  await capture(reference, { amount: 2_000, isLast: true }, 'parcel-0002');
  const inspection = await operator.payments.inspect(reference);
  expect(inspection?.payment).toMatchObject({ state: 'paid', capturedAmount: 7_000 });
  expect(inspection?.captures.map(({ isLast }) => isLast)).toEqual([false, true]);
  expect(inspection?.timeline.filter(({ source }) => source === 'capture')).not.toHaveLength(0);
  await expect(
    operator.refunds.create('refund-0001', { reference, reason: 'Broken', amount: 7_001 }),
  ).rejects.toThrow('from 1 to 7000');
  expect(await operator.refunds.create('refund-0002', { reference, reason: 'Broken' })).toMatchObject({
    amount: 7_000,
  });
});

test('the captured amount is that in the response, and a difference is reported', async () => {
  const processPayment = ({ partialTransactionNumber }: Result) =>
    partialTransactionNumber === null ? {} : { amount: 4_500 };
  const reference = await authorizePayment({ gatewayUrl: changeResponses({ processPayment }) });
  expect(await capture(reference, { amount: 5_000 })).toMatchObject({
    state: 'done',
    requestedAmount: 5_000,
    amount: 4_500,
  });
  expect((await shop.checkout.payments.get(reference))?.capturedAmount).toBe(4_500);
  expect(shop.eventsNamed('capture-failed')).toMatchObject([{ requestedAmount: 5_000, amount: 4_500 }]);
});

test('a capture after the authorization has ended is refused, and the payment is no longer authorized', async () => {
  const reference = await authorizePayment();
  const { transactionNumber } = (await shop.checkout.payments.get(reference)) ?? {};
  shop.sandbox.endAuthorization(transactionNumber ?? '', 'void');
  const refused = await capture(reference);
  expect(refused.state).toBe('refused');
  expect(shop.eventsNamed('capture-failed')).toMatchObject([
    { operationId: refused.id, state: 'refused', amount: orderTotal },
  ]);
  const payment = await shop.checkout.payments.get(reference);
  expect(payment?.capturedAmount).toBe(0);
  expect(payment?.state).not.toBe('authorized');
  await expect(capture(reference, {}, 'capture-0002')).rejects.toThrow('not authorized');
});

test('a full capture of unknown outcome is queried, and no other capture is sent before its outcome is known', async () => {
  let now = Date.now();
  const reference = await authorizePayment({ now: () => now });
  const { operator } = shop.checkout;
  shop.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  const captureWithoutResponse = await capture(reference);
  expect(captureWithoutResponse.state).toBe('unknown');
  expect((await capture(reference)).id).toBe(captureWithoutResponse.id);
  await expect(capture(reference, { amount: 100 }, 'capture-0002')).rejects.toThrow('is unknown: look it up');
  // After two minutes, a capture that the gateway does not have is considered refused.
  now += 121_000;
  // The gateway still holds the whole amount, so the lost request did not arrive.
  expect(await capture(reference, {}, 'capture-0003')).toMatchObject({ state: 'done', amount: orderTotal });
  const captures = (await operator.payments.inspect(reference))?.captures ?? [];
  expect(captures.map(({ state }) => state)).toEqual(['refused', 'done']);
  expect(shop.eventsNamed('capture-failed')).toMatchObject([
    { operationId: captureWithoutResponse.id, state: 'unknown' },
    { operationId: captureWithoutResponse.id, state: 'refused' },
  ]);
});

test('a payment is fulfilled if the gateway has processed its capture and the response was lost', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  const reference = await authorizePayment({ gatewayUrl });
  loseNextResponse('processPayment');
  const captureWithoutResponse = await capture(reference);
  expect(captureWithoutResponse.state).toBe('unknown');
  await shop.checkout.payments.sync(reference);
  const payment = await shop.checkout.payments.get(reference);
  expect(payment).toMatchObject({ state: 'paid', capturedAmount: orderTotal });
  const inspection = await shop.checkout.operator.payments.inspect(reference);
  expect(inspection?.captures).toMatchObject([{ state: 'done', id: captureWithoutResponse.id }]);
  expect(await shop.checkout.payments.list({ hasUndecidedCaptures: true })).toEqual([]);
  expect(await capture(reference)).toMatchObject({
    state: 'done',
    id: captureWithoutResponse.id,
  });
  expect(shop.fulfilledReferences).toEqual([reference]);
  expect(shop.eventsNamed('payment-captured')).toMatchObject([
    { operationId: captureWithoutResponse.id, kind: 'capture', state: 'done', amount: orderTotal },
  ]);
});

test('the captured amount of a payment in review includes a capture of unknown outcome until an operator decides', async () => {
  const store = memoryStore();
  const reference = await authorizePayment({ store });
  const { operator } = shop.checkout;
  shop.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  const captureWithoutResponse = await capture(reference, { amount: 4_000 });
  const payment = await store.find('payment', reference);
  await updatePayment(store, payment!, { state: 'review' });
  await expect(capture(reference, { amount: 1_000 }, 'capture-0002')).rejects.toThrow(
    'the payment is review',
  );
  const inspection = await operator.payments.inspect(reference);
  expect(inspection?.payment.capturedAmount).toBe(4_000);
  expect(inspection?.captures).toMatchObject([{ id: captureWithoutResponse.id, state: 'unknown' }]);
  await operator.reviews.resolve(reference, {
    outcome: 'paid',
    reason: 'RM 40.00 are in the gateway’s list',
  });
  expect((await operator.payments.inspect(reference))?.captures).toMatchObject([{ state: 'done' }]);
});

test('a payment with a partial capture of unknown outcome cannot be captured again until an operator decides', async () => {
  const reference = await authorizePayment();
  const { operator } = shop.checkout;
  shop.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  const captureWithoutResponse = await capture(reference, { amount: 4_000 });
  await expect(capture(reference, { amount: 4_000 }, 'capture-0002')).rejects.toThrow('captures.resolve');
  const { id } = captureWithoutResponse;
  await expect(operator.captures.resolve(id, { outcome: 'refused', reason: ' ' })).rejects.toThrow('reason');
  const reason = 'The gateway’s back office shows none.';
  await operator.captures.resolve(id, { outcome: 'refused', reason });
  expect(await capture(reference, {}, 'capture-0003')).toMatchObject({ state: 'done', amount: orderTotal });
});

test('a capture that was taken for refused becomes done when its response arrives', async () => {
  let now = Date.now();
  let isDelayed = false;
  const processPayment = async ({ partialTransactionNumber }: Result) => {
    if (partialTransactionNumber === null) return {};
    isDelayed = true;
    now += 121_000;
    await shop.checkout.sweep();
    expect(shop.eventsNamed('capture-failed')).toMatchObject([{ state: 'refused' }]);
    isDelayed = false;
    return {};
  };
  const queryPayment = () => (isDelayed ? { status: gatewayStatus.authorized } : {});
  const gatewayUrl = changeResponses({ processPayment, queryPayment });
  const reference = await authorizePayment({ gatewayUrl, now: () => now });
  expect(await capture(reference)).toMatchObject({ state: 'done', amount: orderTotal });
  expect(await inspect(reference)).toMatchObject({
    payment: { state: 'paid', capturedAmount: orderTotal },
    captures: [{ state: 'done' }],
  });
});

test('a payment that is not authorized cannot be captured', async () => {
  shop = await openCardShop();
  const { body } = await shop.payByCard('approved');
  await expect(capture(body.payment.reference)).rejects.toThrow('the payment is paid');
  await expect(capture('unknown')).rejects.toThrow('no such payment');
});

test('a card that was only verified is not charged, and the order is not fulfilled', async () => {
  shop = await openCardShop({ cards: { authType: 'verify' } });
  const { body } = await shop.payByCard('approved');
  // The element has no state of its own for a verified card.
  expect(body.payment.state).toBe('authorized');
  const payment = await shop.checkout.payments.sync(body.payment.reference);
  expect(payment?.state).toBe('verified');
  expect(body.payment.money).toBe('not-taken');
  expect(shop.fulfilledReferences).toEqual([]);
  await expect(capture(body.payment.reference)).rejects.toThrow('the payment is verified');
  const declined = await shop.payByCard('declined', { order: 'A2' });
  expect(declined.body.payment).toMatchObject({ state: 'failed', reason: 'card' });
});

/** Captures a part at the gateway and releases the rest, as another program does. */
async function captureElsewhere(reference: string, amount: number, isLast = true): Promise<void> {
  const { transactionNumber } = (await shop.checkout.payments.get(reference)) ?? {};
  const client = createTestClient(shop.sandbox.url);
  await client.processPayment({
    transactionNumber: transactionNumber ?? '',
    amount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: isLast,
  });
  await client.close();
}

test('a payment that was captured elsewhere is in review until a person has stored the captured amount', async () => {
  const reference = await authorizePayment();
  const { operator, payments } = shop.checkout;
  await captureElsewhere(reference, 4_000);
  await payments.sync(reference);
  await payments.sync(reference);
  expect(shop.fulfilledReferences).toEqual([]);
  const { payment, captures } = (await operator.payments.inspect(reference)) ?? {};
  expect(payment).toMatchObject({ state: 'review', fulfillment: { state: 'none' } });
  expect(captures).toMatchObject([{ origin: 'gateway', state: 'unknown', requestedAmount: orderTotal }]);
  const id = captures?.[0]?.id ?? '';
  await operator.captures.resolve(id, {
    outcome: 'done',
    amount: 4_000,
    reason: 'The dashboard shows 40.00',
  });
  const accepted = await operator.reviews.resolve(reference, {
    outcome: 'paid',
    reason: 'The rest was not shipped',
  });
  expect(accepted).toMatchObject({ state: 'paid', capturedAmount: 4_000, fulfillment: { state: 'done' } });
  await expect(
    operator.refunds.create('refund-0001', { reference, reason: 'Broken', amount: 4_001 }),
  ).rejects.toThrow('from 1 to 4000');
});

test('after a part of this shop, a part that was captured elsewhere is stored as unknown', async () => {
  const reference = await authorizePayment();
  await capture(reference, { amount: 2_000 });
  await captureElsewhere(reference, 3_000);
  await shop.checkout.payments.sync(reference);
  expect((await shop.checkout.operator.payments.inspect(reference))?.captures).toMatchObject([
    { origin: 'shop', state: 'done', amount: 2_000 },
    { origin: 'gateway', state: 'unknown', requestedAmount: orderTotal - 2_000 },
  ]);
});

test('a lost capture of an authorization that was voided has captured nothing', async () => {
  let now = Date.now();
  const reference = await authorizePayment({ now: () => now });
  const { transactionNumber } = (await shop.checkout.payments.get(reference)) ?? {};
  shop.sandbox.scenario('request-lost', { endpoint: 'processPayment', times: 1 });
  expect(await capture(reference)).toMatchObject({ state: 'unknown' });
  shop.sandbox.clearScenarios();
  shop.sandbox.endAuthorization(transactionNumber ?? '', 'void');
  now += 61_000;
  await shop.checkout.sweep();
  await shop.checkout.sweep();
  const inspection = await shop.checkout.operator.payments.inspect(reference);
  expect(inspection?.payment).toMatchObject({ state: 'refunded', capturedAmount: 0 });
  expect(inspection?.captures).toMatchObject([{ state: 'refused' }]);
  expect(shop.eventsNamed('payment-captured')).toEqual([]);
});

test('an authorization that was voided is not refunded: nothing is sent, and onEnded has the reason voided', async () => {
  const reasons: string[] = [];
  const onEnded: ShopOptions['onEnded'] = (_, { reason }) => void reasons.push(reason);
  const reference = await authorizePayment({ onEnded });
  const { transactionNumber = '' } = shop.sandbox.findPayment(reference) ?? {};
  shop.sandbox.endAuthorization(transactionNumber, 'void', { callback: 'never' });
  expect(await shop.checkout.payments.sync(reference)).toMatchObject({ state: 'refunded' });
  await expect.poll(() => reasons).toEqual(['voided']);
  await expect(
    shop.checkout.operator.refunds.create('refund-0001', { reference, reason: 'Not shipped' }),
  ).rejects.toThrow('the payment was voided, so there is no money to return');
  const paths = shop.sandbox.listActivities({ kind: 'request' }).map(({ data }) => data.path);
  expect(paths.filter((path) => /refund/i.test(path) && !/queryRefund/i.test(path))).toEqual([]);
  expect(await inspect(reference)).toMatchObject({ refunds: [] });
});

test('an outcome of a capture that several queries find at the same time is reported once', async () => {
  const reference = await authorizePayment();
  const { transactionNumber } = (await shop.checkout.payments.get(reference)) ?? {};
  shop.sandbox.scenario('request-lost', { endpoint: 'processPayment', times: 1 });
  expect(await capture(reference)).toMatchObject({ state: 'unknown' });
  shop.sandbox.endAuthorization(transactionNumber ?? '', 'void', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  await Promise.all([inspect(reference), inspect(reference), inspect(reference)]);
  expect(shop.eventsNamed('capture-failed')).toMatchObject([{ state: 'unknown' }, { state: 'refused' }]);
});

test('a capture that is captured before its response arrives is reported once, and another amount in the response too', async () => {
  let isCompared = false;
  const processPayment = async ({ partialTransactionNumber }: Result) => {
    if (partialTransactionNumber === null) return {};
    const [payment] = await shop.checkout.payments.list();
    const current = await shop.checkout.payments.sync(payment?.reference ?? '');
    isCompared = (await inspect(current?.reference ?? ''))?.captures[0]?.state === 'done';
    return { amount: 4_500 };
  };
  const reference = await authorizePayment({ gatewayUrl: changeResponses({ processPayment }) });
  expect(await capture(reference)).toMatchObject({ state: 'done', amount: 4_500 });
  expect(isCompared).toBe(true);
  expect(shop.eventsNamed('payment-captured')).toHaveLength(1);
  expect(shop.eventsNamed('capture-failed')).toMatchObject([{ state: 'done', amount: 4_500 }]);
});

/** A payment whose money the gateway has taken back, with a capture of unknown outcome. */
async function reverseUndecidedCapture(): Promise<{ reference: string; transactionNumber: string }> {
  let now = Date.now();
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  const store = memoryStore();
  const reference = await authorizePayment({ gatewayUrl, now: () => now, store });
  const transactionNumber = (await shop.checkout.payments.get(reference))?.transactionNumber ?? '';
  loseNextResponse('processPayment');
  expect(await capture(reference)).toMatchObject({ state: 'unknown' });
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed, { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  now += 61_000;
  expect(await shop.checkout.payments.sync(reference)).toMatchObject({ state: 'reversed' });
  const [decidedCapture] = await store.list('captures', reference);
  // The payment was paid by its last capture.
  expect(decidedCapture).toMatchObject({ state: 'done' });
  await updateOperation(store, decidedCapture!, { state: 'unknown' });
  return { reference, transactionNumber };
}

test('a capture of unknown outcome stays unknown while its payment is reversed, until the gateway reports it as paid again', async () => {
  const { reference, transactionNumber } = await reverseUndecidedCapture();
  expect(await inspect(reference)).toMatchObject({
    payment: { capturedAmount: orderTotal },
    captures: [{ state: 'unknown' }],
  });
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.success, { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  expect((await inspect(reference))?.captures).toMatchObject([{ state: 'done' }]);
});

test.each([
  ['paid', 'done'],
  ['canceled', 'refused'],
] as const)(
  'when an operator ends the reversal of a payment as %s, its capture of unknown outcome is %s',
  async (outcome, state) => {
    const { reference } = await reverseUndecidedCapture();
    await shop.checkout.operator.reviews.resolve(reference, { outcome, reason: 'The support confirms it' });
    expect((await inspect(reference))?.captures).toMatchObject([{ state }]);
  },
);

test('an operator can store the outcome of a capture while its payment is reversed', async () => {
  const { reference } = await reverseUndecidedCapture();
  const reason = 'The statement shows it';
  await shop.checkout.operator.captures.resolve('capture-0001', { outcome: 'done', reason });
  expect((await inspect(reference))?.captures).toMatchObject([{ state: 'done', amount: orderTotal }]);
});

test('a capture whose response has the status of a refund is unknown until the record of the payment decides', async () => {
  const processPayment = ({ partialTransactionNumber }: Result) =>
    partialTransactionNumber === null ? {} : { status: gatewayStatus.refundProcessing };
  const reference = await authorizePayment({ gatewayUrl: changeResponses({ processPayment }) });
  expect(await capture(reference)).toMatchObject({ state: 'unknown', gatewayStatus: 12 });
  expect((await inspect(reference))?.captures).toMatchObject([{ state: 'done' }]);
});

test('a capture of unknown outcome stays unknown if its payment has failed and the gateway has refunded money of it', async () => {
  let now = Date.now();
  const reference = await authorizePayment({ now: () => now });
  const transactionNumber = (await shop.checkout.payments.get(reference))?.transactionNumber ?? '';
  shop.sandbox.scenario('request-lost', { endpoint: 'processPayment', times: 1 });
  expect(await capture(reference)).toMatchObject({ state: 'unknown' });
  shop.sandbox.clearScenarios();
  await captureElsewhere(reference, orderTotal);
  const { refundNumber } = shop.sandbox.refundPayment(transactionNumber, { amount: 100, callback: 'never' });
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed, { callback: 'never' });
  expect(await shop.checkout.payments.sync(reference)).toMatchObject({ state: 'failed' });
  now += 61_000;
  const report = { status: 11, refundTransactionNumber: refundNumber, refundAmount: 100 };
  await sendCallback(shop, createCallbackPayload({ reference, transactionNumber }, report));
  await expect.poll(() => shop.eventsNamed('refund-imported')).toHaveLength(1);
  expect(await inspect(reference)).toMatchObject({
    refunds: [{ state: 'done', amount: 100 }],
    captures: [{ state: 'unknown' }],
  });
});
