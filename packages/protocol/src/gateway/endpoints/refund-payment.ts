import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from '../fields/fields.ts';
import { refundRecord } from '../fields/refund-record.ts';

/**
 * Requests a refund (interface document, endpoint 6). Without `amount`, the gateway refunds the whole
 * payment. The gateway refuses unknown properties.
 */
export const refundPayment = endpoint({
  name: 'refundPayment',
  summary: 'Return the money of a successful payment, or a part of it',
  method: 'POST',
  request: () =>
    z.strictObject({
      transactionNumber: field.issuedNumber,
      reason: z.string().min(1, 'must not be empty'),
      /** An integer in minor units, at most 2,147,483,647 (int32). */
      amount: field.amount.max(2_147_483_647, 'must be at most 2147483647').optional(),
      /**
       * The merchant ID. The gateway needs it when its session does not identify the merchant (interface
       * document, endpoint 6).
       */
      tenantId: field.tenantId.optional(),
      timestamp: field.timestamp,
    }),
  response: refundRecord,
  hasDocumentedEnvelope: false,
  isReadOnly: false,
  faults: [2010, 2042, 2044, 2094, 2124, 2130, 2160],
});
