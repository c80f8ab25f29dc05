import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCovered,
  isUnsettled,
  mayMove,
  paymentStates,
  type PaymentState,
} from '../../src/payments/payment.ts';

const anyState = fc.constantFrom(...paymentStates);

/** Applies states in their order of arrival, if the transition is allowed. */
function after(news: readonly PaymentState[], from: PaymentState = 'open'): PaymentState {
  return news.reduce((state, next) => (mayMove(state, next) ? next : state), from);
}

describe('the allowed transitions of a payment', () => {
  it('never lead back to an unsettled state', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState), (from, news) => {
        fc.pre(!isUnsettled(from));
        expect(isUnsettled(after(news, from))).toBe(false);
      }),
    );
  });

  it('make a repeated state change nothing', () => {
    fc.assert(
      fc.property(anyState, anyState, (from, news) => {
        const once = after([news], from);
        expect(after([news], once)).toBe(once);
      }),
    );
  });

  it('let paid replace failed, cancelled and expired in any order of arrival', () => {
    const over = fc.constantFrom<PaymentState>('failed', 'cancelled', 'expired');
    fc.assert(
      fc.property(fc.array(over), fc.array(over), (before, later) => {
        expect(after([...before, 'paid', ...later])).toBe('paid');
      }),
    );
  });

  it('never lead out of review, because an operator decides', () => {
    fc.assert(
      fc.property(fc.array(anyState), (news) => {
        expect(after(news, 'review')).toBe('review');
      }),
    );
  });

  it('let a refund that failed or was reversed leave the payment paid', () => {
    expect(after(['paid', 'refunding', 'paid'])).toBe('paid');
    expect(after(['paid', 'refunded', 'paid'])).toBe('paid');
  });

  it('cover an order in all states that need no further payment', () => {
    expect(paymentStates.filter(isCovered)).toEqual([
      'paid',
      'authorized',
      'verified',
      'refunding',
      'refunded',
      'review',
    ]);
  });
});
