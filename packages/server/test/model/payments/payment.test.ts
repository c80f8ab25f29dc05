import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  coversOrder,
  isUndecided,
  isAllowedTransition,
  paymentStates,
  type PaymentState,
} from '../../../src/model/payments/payment-state.ts';

const anyState = fc.constantFrom(...paymentStates);

/**
 * Returns the state of a payment after new states have arrived in this order. Ignores transitions that are
 * not allowed.
 */
function computeState(arrivals: readonly PaymentState[], from: PaymentState = 'open'): PaymentState {
  return arrivals.reduce((state, next) => (isAllowedTransition(state, next) ? next : state), from);
}

it('a payment with an outcome never becomes undecided', () => {
  fc.assert(
    fc.property(anyState, fc.array(anyState), (from, arrivals) => {
      fc.pre(!isUndecided(from));
      expect(isUndecided(computeState(arrivals, from))).toBe(false);
    }),
  );
});

it('a state that arrives twice changes nothing the second time', () => {
  fc.assert(
    fc.property(anyState, anyState, (from, arrival) => {
      const once = computeState([arrival], from);
      expect(computeState([arrival], once)).toBe(once);
    }),
  );
});

it('a payment is paid after the state paid has arrived, also if failed, canceled or expired arrive before or later', () => {
  const endedState = fc.constantFrom<PaymentState>('failed', 'canceled', 'expired');
  fc.assert(
    fc.property(fc.array(endedState), fc.array(endedState), (earlier, later) => {
      expect(computeState([...earlier, 'paid', ...later])).toBe('paid');
    }),
  );
});

it('a payment in review stays in review until an operator decides', () => {
  fc.assert(
    fc.property(fc.array(anyState), (arrivals) => {
      expect(computeState(arrivals, 'review')).toBe('review');
    }),
  );
});

it('a payment is paid again after its refund has failed or was reversed', () => {
  expect(computeState(['paid', 'refunding', 'paid'])).toBe('paid');
  expect(computeState(['paid', 'refunded', 'paid'])).toBe('paid');
});

it('a payment covers its order in each state that needs no further payment', () => {
  expect(paymentStates.filter(coversOrder)).toEqual([
    'paid',
    'authorized',
    'verified',
    'refunding',
    'refunded',
    'reversed',
    'review',
  ]);
});
