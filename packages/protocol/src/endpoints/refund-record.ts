import { z } from 'zod';
import * as field from './fields.ts';
import { validEntries } from './valid-entries.ts';

const refundEntry = z.looseObject({
  transactionNumber: field.issuedNumber,
  amount: z.number(),
  currencyCode: field.truncatedTo(10),
  refundReason: field.truncatedTo(1_000).nullish(),
  refundStatus: z.number().int(),
});

/** The schema of a refund record (interface). `refundPaymentList` may be an object or a list, and is always read as a list. */
export const refundRecord = z.looseObject({
  tenantId: z.number().int().nullish(),
  /** The number of the original payment. */
  transactionNumber: field.issuedNumber,
  refundTransactionNumber: field.optionalIssuedNumber,
  paymentSessionNumber: field.optionalIssuedNumber,
  referenceCode: field.truncatedTo(100).nullish(),
  /** Minor units. */
  amount: z.number(),
  currencyCode: field.truncatedTo(10),
  /** See `refundStatus`. */
  refundStatus: z.number().int(),
  responseMessage: field.truncatedTo(1_000).nullish(),
  // One entry or a list. Invalid entries are omitted, so that they do not make the response to a refund invalid.
  refundPaymentList: z
    .union([validEntries(refundEntry), refundEntry])
    .nullish()
    .catch([])
    .transform((given) => (given == null ? [] : Array.isArray(given) ? given : [given])),
});
