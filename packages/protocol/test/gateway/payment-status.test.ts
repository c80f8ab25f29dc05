import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKnownPaymentStatus, paymentStatus } from '../../src/gateway/payment-status.ts';

test.each([
  [0, 'Pending', 'pending'],
  [1, 'Success', 'paid'],
  [2, 'Failed', 'failed'],
  [3, 'Cancelled', 'canceled'],
  [4, 'TransactionLimitExceeded', 'failed'],
  [5, 'MinTransactionAmountNotMet', 'failed'],
  [6, 'InsufficientFunds', 'failed'],
  [7, 'InvalidTransaction', 'failed'],
  [8, 'UserCancelled', 'canceled'],
  [9, 'Authorized', 'authorized'],
  [10, 'Expired', 'expired'],
  [11, 'Refunded', 'refunded'],
  [12, 'ProcessingRefund', 'refunding'],
  [13, 'FailedRefund', 'paid'],
  [16, 'RefundWithCharges', 'refunded'],
  [17, 'RefundReverse', 'paid'],
  [18, 'Voided', 'refunded'],
])('payment status %d has the name %s and the outcome %s', (status, name, outcome) => {
  expect(paymentStatus(status)).toEqual({ name, outcome });
  expect(isKnownPaymentStatus(status)).toBe(true);
});

test('a payment status without a known meaning has the name Unknown and the outcome pending', () => {
  const knownStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18];
  const others = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-1, 14, 15, 19, Number.NaN));
  fc.assert(
    fc.property(others, (status) => {
      fc.pre(!knownStatuses.includes(status));
      expect(paymentStatus(status)).toEqual({ name: 'Unknown', outcome: 'pending' });
      expect(isKnownPaymentStatus(status)).toBe(false);
    }),
  );
});
