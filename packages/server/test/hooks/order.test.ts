import { describe, expect, it } from 'vitest';
import { decideCall, type CallDecision } from '../../src/hooks/order.ts';
import type { FulfillmentState, PaymentState } from '../../src/index.ts';
import type { DueHook } from '../../src/store.ts';
import { sampleHook } from '../stores/contract/samples.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';

const payment = (state: PaymentState, fulfillment: FulfillmentState = 'none') =>
  samplePayment({ state, fulfillment: { state: fulfillment } });
const call = (name: DueHook['name'], fields: Partial<DueHook> = {}): DueHook =>
  sampleHook({ name, key: `RC-1-${name}`, reason: null, ...fields });
const name = (verdict: CallDecision): string => (typeof verdict === 'string' ? verdict : 'withheld');

describe('a call without earlier calls', () => {
  it.each([
    ['onAuthorized', 'authorized', 'none', 'call'],
    ['onAuthorized', 'review', 'none', 'wait'],
    ['onAuthorized', 'paid', 'due', 'withheld'],
    ['onAuthorized', 'refunding', 'none', 'withheld'],
    ['onAuthorized', 'refunded', 'none', 'withheld'],
    ['onAuthorized', 'failed', 'none', 'withheld'],
    ['onEnded', 'failed', 'none', 'call'],
    ['onEnded', 'refunded', 'none', 'call'],
    ['onEnded', 'refunded', 'done', 'withheld'],
    ['onEnded', 'review', 'none', 'wait'],
    ['onEnded', 'authorized', 'none', 'withheld'],
    ['onEnded', 'paid', 'done', 'withheld'],
    ['onPaid', 'paid', 'due', 'call'],
    ['onPaid', 'reversed', 'due', 'wait'],
    ['onPaid', 'refunding', 'due', 'wait'],
    ['onPaid', 'refunded', 'due', 'withheld'],
    ['onPaid', 'canceled', 'due', 'withheld'],
    ['onReversed', 'reversed', 'due', 'call'],
    ['onReversed', 'canceled', 'done', 'call'],
    ['onReversed', 'refunded', 'done', 'call'],
    ['onReversed', 'review', 'done', 'wait'],
    ['onReversed', 'paid', 'done', 'withheld'],
  ] as const)('%s of a payment in %s with the fulfillment %s: %s', (hook, state, fulfillment, expected) => {
    expect(name(decideCall(call(hook), payment(state, fulfillment), []))).toBe(expected);
  });

  it.each([
    ['paid', 'done', 'call'],
    ['paid', 'withheld', 'call'],
    ['paid', 'due', 'wait'],
    ['paid', 'dead', 'wait'],
    ['reversed', 'dead', 'wait'],
    ['refunded', 'dead', 'call'],
    ['refunded', 'due', 'wait'],
    ['open', 'none', 'wait'],
    ['review', 'none', 'wait'],
    ['failed', 'none', 'withheld'],
  ] as const)(
    'a hook of a refund of a payment in %s with the fulfillment %s: %s',
    (state, fulfillment, expected) => {
      for (const hook of ['onRefunded', 'onReversed'] as const) {
        const refundCall = call(hook, { operationId: 'refund-0001' });
        expect(name(decideCall(refundCall, payment(state, fulfillment), []))).toBe(expected);
      }
    },
  );
});

describe('a call with an earlier call', () => {
  const refunded = (id: string, fields: Partial<DueHook> = {}) =>
    call('onRefunded', { operationId: id, ...fields });

  it.each(['due', 'dead'] as const)('waits while the earlier one is %s', (state) => {
    const earlier = [refunded('refund-0001', { state })];
    const later = [
      refunded('refund-0002'),
      call('onReversed', { operationId: 'refund-0001' }),
      call('onReversed'),
    ];
    for (const next of later) expect(decideCall(next, payment('reversed', 'done'), earlier)).toBe('wait');
    const canceled = payment('canceled', 'done');
    expect(decideCall(call('onEnded'), canceled, [call('onReversed', { state })])).toBe('wait');
  });

  it.each(['due', 'dead', 'withheld'] as const)(
    'is made if the earlier one is %s and about a state that the payment no longer has',
    (state) => {
      const earlier = [call('onAuthorized', { state })];
      expect(decideCall(call('onEnded'), payment('refunded'), earlier)).toBe('call');
    },
  );

  it('is made if the earlier one is withheld, except onReversed of the same refund', () => {
    const earlier = [refunded('refund-0001', { state: 'withheld' })];
    const paid = payment('paid', 'done');
    expect(decideCall(refunded('refund-0002'), paid, earlier)).toBe('call');
    expect(decideCall(call('onReversed', { operationId: 'refund-0002' }), paid, earlier)).toBe('call');
    expect(decideCall(call('onReversed'), payment('reversed', 'done'), earlier)).toBe('call');
    expect(decideCall(call('onReversed', { operationId: 'refund-0001' }), paid, earlier)).toEqual({
      withheldBecause: 'onReversed is not called, because onRefunded was not called for this refund.',
    });
  });
});
