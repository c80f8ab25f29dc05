import { paymentStatus, refundStatus } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';

// Other tests use the names instead of the numbers. These tests connect the names with the gateway's numbers.
it('each name of a payment status has the number of the gateway', () => {
  expect(
    Object.entries(paymentStatusNumber).map(([name, number]) => [name, paymentStatus(number).name]),
  ).toStrictEqual([
    ['pending', 'Pending'],
    ['success', 'Success'],
    ['failed', 'Failed'],
    ['canceled', 'Cancelled'],
    ['limitExceeded', 'TransactionLimitExceeded'],
    ['minimumNotMet', 'MinTransactionAmountNotMet'],
    ['insufficientFunds', 'InsufficientFunds'],
    ['invalidTransaction', 'InvalidTransaction'],
    ['userCanceled', 'UserCancelled'],
    ['authorized', 'Authorized'],
    ['expired', 'Expired'],
  ]);
});

it('each name of a refund status has the number of the gateway', () => {
  expect(refundStatusNumber.notAccepted).toBe(0);
  const { notAccepted: _omitted, ...numbers } = refundStatusNumber;
  expect(Object.entries(numbers).map(([name, number]) => [name, refundStatus(number).name])).toStrictEqual([
    ['refunded', 'Refunded'],
    ['processing', 'ProcessingRefund'],
    ['failed', 'FailedRefund'],
    ['refundedWithCharges', 'RefundWithCharges'],
    ['reversed', 'RefundReverse'],
    ['voided', 'Voided'],
  ]);
});
