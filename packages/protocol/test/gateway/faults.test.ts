import { expect, test } from 'vitest';
import {
  duplicateTransactionCode,
  fault,
  faultCodes,
  invalidSignatureCode,
  transactionNotFoundCode,
} from '../../src/gateway/faults.ts';

test.each([
  [1, 'InvalidSignature'],
  [1005, 'TenantWalletNotFound'],
  [2009, 'DuplicateTransaction'],
  [2010, 'TransactionNotFound'],
  [2021, 'PaymentExpired'],
  [2022, 'TransactionAlreadyProcessed'],
  [2042, 'FailedToRequestRefund'],
  [2043, 'FailedToRefundQuery'],
  [2044, 'MissingRequireField'],
  [2056, 'FailedPaymentRequest'],
  [2094, 'InvalidTenantProfile'],
  [2124, 'RequestRefundTimeOut'],
  [2130, 'ChannelNotSupportRefund'],
  [2160, 'InvalidPaymentGatewaySetting'],
])('fault(%d) has the name %s and a meaning, and is not retryable', (code, name) => {
  expect(fault(code)).toMatchObject({ name, isRetryable: false, meaning: expect.stringMatching(/\.$/) });
});

test('the exported fault codes have their names', () => {
  expect(fault(invalidSignatureCode).name).toBe('InvalidSignature');
  expect(fault(duplicateTransactionCode).name).toBe('DuplicateTransaction');
  expect(fault(transactionNotFoundCode).name).toBe('TransactionNotFound');
});

test.each([-1, 9999, 1.5, Number.NaN])('fault(%d) has the name Unknown and is not retryable', (code) => {
  expect(fault(code)).toMatchObject({ name: 'Unknown', isRetryable: false, isDocumented: false });
});

test('fault(0) has the name ServiceFailure and is undocumented', () => {
  expect(fault(0)).toMatchObject({ name: 'ServiceFailure', isRetryable: false, isDocumented: false });
});

test('every listed code has advice, and only code 0 (ServiceFailure) is undocumented', () => {
  expect(faultCodes).toHaveLength(15);
  for (const code of faultCodes) {
    expect(fault(code)).toMatchObject({ isDocumented: code !== 0, advice: expect.stringMatching(/\.$/) });
  }
});

test('the meaning of code 2010 (TransactionNotFound) differs between a payment query, a refund query and a refund', () => {
  const [payment, refundQuery, refund] = (['queryPayment', 'queryRefund', 'refundPayment'] as const).map(
    (endpoint) => fault(2010, endpoint),
  );
  expect(payment).toMatchObject({
    name: 'TransactionNotFound',
    isDocumented: true,
    meaning: expect.stringContaining('the shopper has not tried to pay the session yet'),
    advice: expect.not.stringContaining('refund'),
  });
  expect(refundQuery?.meaning).toContain('refund has not been processed yet');
  expect(refund).toEqual(fault(2010));
  expect(fault(2009, 'queryPayment')).toEqual(fault(2009));
});

test('only code 2124 (RequestRefundTimeOut) means that the refused request may have been processed', () => {
  expect(faultCodes.filter((code) => !fault(code).isOutcomeKnown)).toEqual([2124]);
});
