import { z } from 'zod';
import { readableEntries } from './readable-entries.ts';

const refundEntry = z.looseObject({
  transactionNumber: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  refundReason: z.string().nullish(),
  refundStatus: z.number().int(),
});

/** The refund record (interface); `refundPaymentList`, an object or a list of them, is read as a list. */
export const refundRecord = z.looseObject({
  tenantId: z.number().int().nullish(),
  /** Of the original payment. */
  transactionNumber: z.string(),
  refundTransactionNumber: z.string().nullish(),
  paymentSessionNumber: z.string().nullish(),
  referenceCode: z.string().nullish(),
  /** Minor units. */
  amount: z.number(),
  currencyCode: z.string(),
  /** See `refundStatus`. */
  refundStatus: z.number().int(),
  responseMessage: z.string().nullish(),
  refundPaymentList: z
    .preprocess(
      (value) => (value == null ? [] : Array.isArray(value) ? value : [value]),
      readableEntries(refundEntry),
    )
    .default([]),
});
