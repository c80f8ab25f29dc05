import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from './fields.ts';

/** Queries a payment by transaction number, session number or both (interface document, endpoint 8). */
export const queryPayment = endpoint({
  name: 'queryPayment',
  summary: 'Query a payment by transaction number, session number or both',
  method: 'GET',
  request: z
    .strictObject({
      transactionNumber: field.issuedNumber.optional(),
      sessionNumber: field.issuedNumber.optional(),
      timestamp: field.timestamp,
      tenantId: field.tenantId.optional(),
    })
    .refine((query) => query.transactionNumber !== undefined || query.sessionNumber !== undefined, {
      error: 'needs transactionNumber, sessionNumber or both',
    }),
  response: z.looseObject({
    transactionNumber: field.issuedNumber,
    paymentSessionNumber: field.optionalIssuedNumber,
    referenceCode: field.truncatedText(100),
    /** See `paymentStatus`. The schema accepts unknown numbers. */
    status: z.number().int(),
    currencyCode: field.truncatedText(10),
    amount: z.number(),
    channelId: z.number().int().nullish(),
    providerTransactionNumber: field.optionalIssuedNumber,
    creationTime: field.truncatedText(100).nullish(),
    remark: field.truncatedText(1_000).nullish(),
    providerChannelId: field.truncatedText(100).nullish(),
    providerPaymentMethod: field.truncatedText(200).nullish(),
    providerErrorMessage: field.truncatedText(1_000).nullish(),
    // Only loyalty payments have these fields.
    loyaltyType: z.number().int().nullish(),
    redemptionPoint: z.number().nullish(),
    redemptionAmount: z.number().nullish(),
    rewardPoint: z.number().nullish(),
    paidAmount: z.number().nullish(),
    loyaltyRedemptionStatus: z.number().int().nullish(),
    loyaltyRewardStatus: z.number().int().nullish(),
  }),
  hasDocumentedEnvelope: false,
  isSigned: true,
  isReadOnly: true,
  // TransactionNotFound.
  faults: [2010],
});
