import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';

/** Queries a payment by transaction number, session number or both (interface document, endpoint 8). */
export const queryPayment = endpoint({
  name: 'queryPayment',
  summary: 'Query a payment by transaction number, session number or both',
  method: 'GET',
  request: () =>
    z
      .strictObject({
        transactionNumber: field.issuedNumber.optional(),
        sessionNumber: field.issuedNumber.optional(),
        timestamp: field.timestamp,
        tenantId: field.tenantId.optional(),
      })
      .refine((query) => query.transactionNumber !== undefined || query.sessionNumber !== undefined, {
        error: 'needs transactionNumber, sessionNumber or both',
      }),
  response: () =>
    z.looseObject({
      transactionNumber: field.receivedNumber,
      paymentSessionNumber: absent.optionalIssuedNumber,
      referenceCode: field.truncatedText(100),
      /** See `paymentStatus`. The schema accepts unknown numbers. */
      status: z.number().int(),
      currencyCode: field.truncatedText(10),
      amount: z.number(),
      channelId: absent.optionalId,
      providerTransactionNumber: absent.optionalIssuedNumber,
      creationTime: absent.optionalDateTime,
      remark: absent.optionalText(1_000),
      providerChannelId: absent.optionalText(100),
      providerPaymentMethod: absent.optionalText(200),
      providerErrorMessage: absent.optionalText(1_000),
      // Only loyalty payments have these fields.
      loyaltyType: absent.optional(z.number().int()),
      redemptionPoint: absent.optional(z.number()),
      redemptionAmount: absent.optional(z.number()),
      rewardPoint: absent.optional(z.number()),
      paidAmount: absent.optional(z.number()),
      loyaltyRedemptionStatus: absent.optional(z.number().int()),
      loyaltyRewardStatus: absent.optional(z.number().int()),
    }),
  hasDocumentedEnvelope: false,
  isSigned: true,
  isReadOnly: true,
  // TransactionNotFound.
  faults: [2010],
});
