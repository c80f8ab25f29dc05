import { expect, test } from 'vitest';
import type { Order } from '../src/orders.ts';
import { selectPayment, stageOf, type PaymentSummary } from '../src/payment-view.ts';

function payment(state: string, reference = state): PaymentSummary {
  return {
    reference,
    state,
    amount: 12890,
    fee: 0,
    channel: { name: 'FPX' },
    bank: null,
    settledAt: null,
    fulfilment: { state: 'none' },
    refunds: [],
  };
}

function order(state: Order['state']): Order {
  return { state } as Order; // The stage reads nothing else of an order.
}

test.each([
  [undefined, 'not-paid'],
  ['created', 'awaiting'],
  ['unknown', 'awaiting'],
  ['open', 'awaiting'],
  ['refused', 'not-paid'],
  ['failed', 'not-paid'],
  ['cancelled', 'not-paid'],
  ['expired', 'expired'],
  ['authorized', 'approved'],
  ['refunding', 'refund'],
  ['refunded', 'refund'],
  ['review', 'review'],
])('an order whose payment is %s is at the stage %s', (state, stage) => {
  expect(stageOf(order('awaiting'), state === undefined ? undefined : payment(state))).toBe(stage);
});

test('an order is not called paid before it was fulfilled, whatever its payment says', () => {
  expect(stageOf(order('awaiting'), payment('paid'))).toBe('awaiting');
  expect(stageOf(order('paid'), payment('paid'))).toBe('paid');
});

test('a refund shows on an order that was paid', () => {
  expect(stageOf(order('paid'), payment('refunded'))).toBe('refund');
});

test('the payment that decides the order is shown, not the one that the address names', () => {
  const payments = [payment('open'), payment('failed'), payment('paid')];
  expect(selectPayment(payments, 'failed')?.state).toBe('paid');
});

test('among payments that came to nothing the named one is shown, else the newest', () => {
  const payments = [payment('failed', 'b'), payment('cancelled', 'a')];
  expect(selectPayment(payments, 'a')?.reference).toBe('a');
  expect(selectPayment(payments, 'forged')?.reference).toBe('b');
  expect(selectPayment([], 'forged')).toBeUndefined();
});

test('an open payment is not shown after a newer one, unless the browser returns from it or it is paid', () => {
  const payments = [payment('failed'), payment('open')];
  expect(selectPayment(payments, undefined)?.state).toBe('failed');
  expect(selectPayment(payments, 'open')?.state).toBe('open');
  expect(selectPayment([payment('failed'), payment('paid')], undefined)?.state).toBe('paid');
});

test('a part that is returned shows on an order that was paid; one that failed does not', () => {
  const refund = (state: string) => ({ state, amount: 100, createdAt: 0 });
  expect(stageOf(order('paid'), { ...payment('paid'), refunds: [refund('processing')] })).toBe('refund');
  expect(stageOf(order('paid'), { ...payment('paid'), refunds: [refund('failed')] })).toBe('paid');
});

test('the payment that the order was fulfilled for decides, though a second one was refunded', () => {
  const payments = [payment('refunded'), { ...payment('paid'), fulfilment: { state: 'done' } }];
  expect(selectPayment(payments, 'refunded')?.state).toBe('paid');
});
