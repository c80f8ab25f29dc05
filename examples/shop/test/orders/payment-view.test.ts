import { expect, test } from 'vitest';
import type { Order } from '../../src/orders/orders.ts';
import { selectPayment, getStage, type PaymentSummary } from '../../src/orders/payment-view.ts';

function createPayment(state: string, reference = state): PaymentSummary {
  return {
    reference,
    state,
    amount: 12890,
    fee: 0,
    channel: { name: 'FPX' },
    bank: null,
    stateChangedAt: null,
    fulfillment: { state: 'none' },
    refunds: [],
  };
}

function createOrder(state: Order['state']): Order {
  // `getStage` reads no other property of an order.
  return { state } as Order;
}

test.each([
  [undefined, 'not-paid'],
  ['created', 'awaiting'],
  ['unknown', 'awaiting'],
  ['open', 'awaiting'],
  ['refused', 'not-paid'],
  ['failed', 'not-paid'],
  ['canceled', 'not-paid'],
  ['expired', 'expired'],
  ['authorized', 'approved'],
  ['refunding', 'refund'],
  ['refunded', 'refund'],
  ['review', 'review'],
])('an order whose payment has the state %s has the stage %s', (state, stage) => {
  expect(getStage(createOrder('awaiting'), state === undefined ? undefined : createPayment(state))).toBe(
    stage,
  );
});

test('an order whose payment only the gateway has is not said to be unpaid', () => {
  const lost = { ...createPayment('expired'), transactionNumber: null };
  expect(getStage(createOrder('awaiting'), lost)).toBe('awaiting');
});

test('an order with a paid payment has the stage "paid" only after its fulfillment', () => {
  expect(getStage(createOrder('awaiting'), createPayment('paid'))).toBe('awaiting');
  expect(getStage(createOrder('paid'), createPayment('paid'))).toBe('paid');
});

test('a paid order with a refunded payment has the stage "refund"', () => {
  expect(getStage(createOrder('paid'), createPayment('refunded'))).toBe('refund');
});

test('a paid payment is shown instead of the payment in the URL', () => {
  const payments = [createPayment('open'), createPayment('failed'), createPayment('paid')];
  expect(selectPayment(payments, 'failed')?.state).toBe('paid');
});

test('without a successful payment, the payment in the URL is shown, otherwise the newest', () => {
  const payments = [createPayment('failed', 'b'), createPayment('canceled', 'a')];
  expect(selectPayment(payments, 'a')?.reference).toBe('a');
  expect(selectPayment(payments, 'forged')?.reference).toBe('b');
  expect(selectPayment([], 'forged')).toBeUndefined();
});

test('when an open payment is followed by a failed one, the open payment is shown only if the URL contains its reference', () => {
  const payments = [createPayment('failed'), createPayment('open')];
  expect(selectPayment(payments, undefined)?.state).toBe('failed');
  expect(selectPayment(payments, 'open')?.state).toBe('open');
});

test('when a paid payment is followed by a failed one, the paid payment is shown', () => {
  const payments = [createPayment('failed'), createPayment('paid')];
  expect(selectPayment(payments, undefined)?.state).toBe('paid');
});

test('a pending partial refund changes the stage to "refund", and a failed refund does not', () => {
  const createRefund = (state: string) => ({ state, amount: 100, createdAt: 0 });
  expect(
    getStage(createOrder('paid'), { ...createPayment('paid'), refunds: [createRefund('processing')] }),
  ).toBe('refund');
  expect(getStage(createOrder('paid'), { ...createPayment('paid'), refunds: [createRefund('failed')] })).toBe(
    'paid',
  );
});

test('the payment that fulfilled the order is shown instead of a refunded second payment', () => {
  const payments = [createPayment('refunded'), { ...createPayment('paid'), fulfillment: { state: 'done' } }];
  expect(selectPayment(payments, 'refunded')?.state).toBe('paid');
});
