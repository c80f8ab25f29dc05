import { expect, test } from 'vitest';
import { refundStatus } from '../../src/gateway/refund-status.ts';

test.each([
  [11, 'Refunded', true, true],
  [12, 'ProcessingRefund', false, false],
  [13, 'FailedRefund', true, false],
  [16, 'RefundWithCharges', true, true],
  [17, 'RefundReverse', true, false],
  [18, 'Voided', true, true],
])(
  'refund status %d has the name %s (final: %s, money returned: %s)',
  (status, name, isFinal, isReturned) => {
    expect(refundStatus(status)).toEqual({ name, isFinal, isReturned });
  },
);

test.each([0, 1, 14, 15, 19, -1, Number.NaN])(
  'refund status %d is unknown, not final and not returned',
  (status) => {
    expect(refundStatus(status)).toEqual({ name: 'Unknown', isFinal: false, isReturned: false });
  },
);
