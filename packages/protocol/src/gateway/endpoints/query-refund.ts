import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from '../fields/fields.ts';
import { refundRecord } from '../fields/refund-record.ts';

/** Queries a refund by the number of its payment, or by its own number (interface document, endpoint 7). */
export const queryRefund = endpoint({
  name: 'queryRefund',
  summary: 'Query a refund',
  method: 'GET',
  request: () =>
    z.strictObject({
      transactionNumber: field.issuedNumber,
      timestamp: field.timestamp,
      tenantId: field.tenantId.optional(),
    }),
  response: refundRecord,
  hasDocumentedEnvelope: false,
  isReadOnly: true,
  faults: [2010, 2043, 2130, 2160],
});
