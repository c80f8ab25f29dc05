import { z } from 'zod';
import * as field from './fields.ts';
import { readableEntries } from './readable-entries.ts';

const refundEntry = z.looseObject({
  transactionNumber: field.issuedNumber,
  amount: z.number(),
  currencyCode: field.cutTo(10),
  refundReason: field.cutTo(1_000).nullish(),
  refundStatus: z.number().int(),
});

/** The schema of a refund record (interface). `refundPaymentList` may be an object or a list, and is always read as a list. */
export const refundRecord = z.looseObject({
  tenantId: z.number().int().nullish(),
  /** The number of the original payment. */
  transactionNumber: field.issuedNumber,
  refundTransactionNumber: field.optionalIssuedNumber,
  paymentSessionNumber: field.optionalIssuedNumber,
  referenceCode: field.cutTo(100).nullish(),
  /** Minor units. */
  amount: z.number(),
  currencyCode: field.cutTo(10),
  /** See `refundStatus`. */
  refundStatus: z.number().int(),
  responseMessage: field.cutTo(1_000).nullish(),
  // One entry or a list. Invalid entries are omitted, so that they do not make the response to a refund invalid.
  refundPaymentList: z
    .union([readableEntries(refundEntry), refundEntry])
    .nullish()
    .catch([])
    .transform((given) => (given == null ? [] : Array.isArray(given) ? given : [given])),
});
